import { reply } from '@org/identity-core';
import { changeTenant } from '../tenant/change-tenant.js';
import { addInvitation, type InvitationInput, type InvitationServices, inviterOf } from './add-invitation.js';

/** Invites an email: creates the pending invitation and queues the mail with its link, in one transaction. */
export async function createInvitation(services: InvitationServices, input: InvitationInput) {
  const { tenantId, principal, role } = input;
  const change = { db: services.db, tenantId, principal, right: 'manage invitations' as const };
  const invitation = await changeTenant(change, async (tx, access) => {
    if (role === 'owner' && !access.has('manage owners')) throw access.refusal('manage owners');
    return reply(await addInvitation(tx, services, { ...input, ...inviterOf(principal) }));
  });
  services.sendMail();
  return invitation;
}
