import type { Role } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { alreadyMember, invitationExists } from '../access/errors.js';

/** Under the tenant's lock: other invitations of the address that have expired step aside, a pending one is in the way. */
export async function makeRoom(
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
  /** The membership that waits for this invitation already, if it is sent again. */
  membershipId: string | null;
  email: string;
  role: Role;
}

/**
 * An account that is invited has a membership that waits, under the id of the invitation: so the user sees in their own profile
 * where they are invited. Those who invite see the invitation instead. Returns the id of that membership, and the user's locale.
 */
export async function holdMembership(
  tx: Transaction,
  accounts: IdentityPluginHost['accounts'],
  { tenantId, invitationId, membershipId, email, role }: Invited,
): Promise<{ membershipId: string | null; locale: string | null | undefined }> {
  const account = await accounts.findByEmail(tx, email);
  // The email may have been another account's when the invitation was sent before.
  if (membershipId) await dropWaiting(tx, membershipId, account?.id);
  if (!account) return { membershipId: null, locale: null };
  const { locale } = account;
  const key = { tenantId, userId: account.id };
  const existing = await tx.membership.findUnique({
    where: { tenantId_userId: key },
    include: { invitation: { select: { id: true } } },
  });
  if (existing && existing.status !== 'INVITED') throw alreadyMember();
  // The user was invited by an email they had before, and that invitation still waits.
  if (existing?.invitation && existing.invitation.id !== invitationId) return { membershipId: null, locale };
  const held = existing
    ? await tx.membership.update({ where: { id: existing.id }, data: { id: invitationId, role } })
    : await tx.membership.create({ data: { ...key, id: invitationId, role, status: 'INVITED' } });
  return { membershipId: held.id, locale };
}

/** Removes a membership that waits for somebody else than the user who is invited by now. */
export async function dropWaiting(tx: Transaction, membershipId: string, userId: string | undefined): Promise<void> {
  const others = userId ? { userId: { not: userId } } : {};
  await tx.membership.deleteMany({ where: { id: membershipId, status: 'INVITED', ...others } });
}
