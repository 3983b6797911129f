import type { Members } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { lockTenant } from '../access/lock-tenant.js';
import { addInvitation, type InvitationServices } from './add-invitation.js';
import { revokeInvited } from './change-invited-member.js';
import { whereStatus } from './invitation-status.js';

/** Nobody sends these invitations by hand. The language is that of the invited account, if there is one. */
const usual = { clientId: null, role: 'member', expiresInDays: 30, language: 'en' } as const;

/** The part of the service `members` that invites. */
export function inviteForPlugins(services: InvitationServices): Pick<Members<Transaction>, 'invite' | 'uninvite'> {
  return {
    async invite(tx, { tenantId, email, actor }) {
      await lockTenant(tx, tenantId);
      const normalizedEmail = services.accounts.normalizeEmail(email);
      const where = { tenantId, normalizedEmail, ...whereStatus('PENDING') };
      const pending = await tx.invitation.findFirst({ where, select: { id: true } });
      if (pending) return { invitationId: pending.id, pending: true };
      const { id } = await addInvitation(tx, services, { tenantId, email, actor, ...usual });
      return { invitationId: id, pending: false };
    },
    async uninvite(tx, { tenantId, invitationId, actor }) {
      await lockTenant(tx, tenantId);
      const where = { id: invitationId, tenantId, status: 'PENDING' as const };
      const invited = await tx.invitation.findFirst({ where });
      if (invited) await revokeInvited(tx, services.events, { tenantId, actor, invited });
      return invited !== null;
    },
  };
}
