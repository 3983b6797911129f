import type { Role } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { alreadyMember, invitationExists } from './errors.js';

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

/** An address that has an account is listed among the members as INVITED. Returns the id of that membership, and their locale. */
export async function holdMembership(
  tx: Transaction,
  accounts: IdentityPluginHost['accounts'],
  invited: { tenantId: string; email: string; role: Role },
): Promise<{ membershipId: string | null; locale: string | null | undefined }> {
  const { tenantId, email, role } = invited;
  const account = await accounts.findByEmail(tx, email);
  if (!account) return { membershipId: null, locale: null };
  const { locale } = account;
  const key = { tenantId, userId: account.id };
  const existing = await tx.membership.findUnique({ where: { tenantId_userId: key } });
  if (existing && existing.status !== 'INVITED') throw alreadyMember();
  const held = existing
    ? await tx.membership.update({ where: { id: existing.id }, data: { role } })
    : await tx.membership.create({ data: { ...key, role, status: 'INVITED' } });
  return { membershipId: held.id, locale };
}
