import { actorOf, IdentityError, isUuid, type Principal, reply } from '@org/identity-core';
import { type IdentityPluginHost, requireMayChangeUser, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { lockActiveAccount } from '../access/require-active-account.js';
import { addInvitation, type InvitationServices, inviterOf } from '../invitations/add-invitation.js';
import { addTenant, insertTenant } from '../tenant/create-tenant.js';

/** How long the invited owner has. It can be sent again, as every invitation. */
const expiresInDays = 7;

export interface TenantOfOwner {
  principal: Principal;
  name: string;
  /** Made from the name if absent. */
  slug?: string | undefined;
  /** Is invited as the owner. */
  ownerEmail?: string | undefined;
  /** An account that becomes the owner at once, instead of an invitation. */
  ownerId?: string | undefined;
  /** The language of the mail, if nothing else is known. */
  language: Language;
}

/**
 * Creates a tenant for somebody else: its owner is invited, or is an account that is known. Until the invitation is accepted,
 * the tenant has no member, and only super admins manage it. Without a limit, except for that of mails.
 */
export async function createTenantOfOwner(services: InvitationServices, input: TenantOfOwner) {
  const { db, events } = services;
  const { ownerId, ownerEmail } = input;
  const created = await db.$transaction(async (tx) =>
    reply(
      ownerId === undefined
        ? await addWithInvitation(tx, services, { ...input, ownerEmail: ownerEmail ?? '' })
        : await addWithOwner(tx, events, { ...input, ownerId }),
    ),
  );
  services.sendMail();
  return created;
}

async function addWithOwner(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { principal, name, slug, ownerId }: TenantOfOwner & { ownerId: string },
) {
  if (!isUuid(ownerId)) throw new IdentityError('USER_NOT_FOUND', `There is no user "${ownerId}".`);
  const actor = actorOf(principal);
  requireMayChangeUser(actor, await lockActiveAccount(tx, ownerId));
  const tenant = await addTenant(tx, events, { name, slug, ownerId, actor });
  return { ...tenant, memberCount: 1, invitation: null };
}

async function addWithInvitation(
  tx: Transaction,
  services: InvitationServices,
  { principal, name, slug, ownerEmail, language }: TenantOfOwner & { ownerEmail: string },
) {
  const tenant = await insertTenant(tx, services.events, { name, slug, actor: actorOf(principal) });
  const owner = { email: ownerEmail, role: 'owner' as const, expiresInDays };
  const { id, email, expiresAt } = await addInvitation(tx, services, {
    tenantId: tenant.id,
    ...inviterOf(principal),
    language,
    ...owner,
  });
  return { ...tenant, memberCount: 0, invitation: { id, email, expiresAt } };
}
