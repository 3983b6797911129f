import type { Role } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { alreadyMember, invitationExists } from '../access/errors.js';

/** Call it under the tenant's lock. Marks other invitations of the email that have expired; throws if one is still pending. */
export async function requireNoPendingInvitation(
  tx: Transaction,
  key: { tenantId: string; normalizedEmail: string; except?: string },
): Promise<void> {
  const { tenantId, normalizedEmail, except } = key;
  const where = { tenantId, normalizedEmail, status: 'PENDING' as const, ...(except ? { id: { not: except } } : {}) };
  const expired = { ...where, expiresAt: { lte: new Date() } };
  await tx.invitation.updateMany({ where: expired, data: { status: 'EXPIRED', membershipId: null } });
  if ((await tx.invitation.count({ where })) > 0) throw invitationExists();
}

interface Invited {
  tenantId: string;
  invitationId: string;
  /** The pending membership of this invitation, if it is sent again. */
  membershipId: string | null;
  email: string;
  role: Role;
}

/**
 * An invited account has a pending membership with the id of the invitation, so that users see in their profile where they are
 * invited. The tenant's admins see the invitation instead. Returns the id of that membership, and the user's locale.
 */
export async function addInvitedMembership(
  tx: Transaction,
  accounts: IdentityPluginHost['accounts'],
  { tenantId, invitationId, membershipId, email, role }: Invited,
): Promise<{ membershipId: string | null; locale: string | null | undefined }> {
  const account = await accounts.findByEmail(tx, email);
  // The email may have belonged to another account when the invitation was first sent.
  if (membershipId) await removeInvitedMembership(tx, membershipId, account?.id);
  if (!account) return { membershipId: null, locale: null };
  const { locale } = account;
  const key = { tenantId, userId: account.id };
  const existing = await tx.membership.findUnique({
    where: { tenantId_userId: key },
    include: { invitation: { select: { id: true } } },
  });
  if (existing && existing.status !== 'INVITED') throw alreadyMember();
  // The user was invited with an earlier email, and that invitation is still pending.
  if (existing?.invitation && existing.invitation.id !== invitationId) return { membershipId: null, locale };
  const invited = existing
    ? await tx.membership.update({ where: { id: existing.id }, data: { id: invitationId, role } })
    : await tx.membership.create({ data: { ...key, id: invitationId, role, status: 'INVITED' } });
  return { membershipId: invited.id, locale };
}

/** Removes a pending membership that belongs to another user than the one who is invited now. */
export async function removeInvitedMembership(
  tx: Transaction,
  membershipId: string,
  userId: string | undefined,
): Promise<void> {
  const others = userId ? { userId: { not: userId } } : {};
  await tx.membership.deleteMany({ where: { id: membershipId, status: 'INVITED', ...others } });
}
