import type { Transaction } from '@org/identity-prisma';
import type { ProviderIdentity } from '../providers/provider-identity.js';

/**
 * Links an account to the identity, or notes that the link was used. Returns false if the identity belongs to another account,
 * or the account to another identity. The unique indexes decide, also between requests at the same moment.
 */
export async function keepLink(
  tx: Transaction,
  { connectionId, userId, identity }: { connectionId: string; userId: string; identity: ProviderIdentity },
): Promise<boolean> {
  const { issuer, subject, email = null } = identity;
  const key = { connectionId, issuer, subject };
  const now = new Date();
  const used = await tx.connectionLink.updateMany({ where: { ...key, userId }, data: { email, lastUsedAt: now } });
  if (used.count === 1) return true;
  // The connection had another provider before.
  await tx.connectionLink.deleteMany({ where: { connectionId, userId, issuer: { not: issuer } } });
  const data = { ...key, userId, email, linkedAt: now, lastUsedAt: now };
  const { count } = await tx.connectionLink.createMany({ data: [data], skipDuplicates: true });
  if (count === 1) await tx.expectedUser.deleteMany({ where: { connectionId, userId } });
  return count === 1;
}

/**
 * Replaces the link of an account by that of another subject, which the account's owner has just proven. Returns false if there
 * is none to replace. Throws if the identity belongs to another account by now, so that the link stays as it was.
 */
export async function replaceLink(
  tx: Transaction,
  { connectionId, userId, identity }: { connectionId: string; userId: string; identity: ProviderIdentity },
): Promise<boolean> {
  const { issuer, subject, email = null } = identity;
  const now = new Date();
  const { count } = await tx.connectionLink.updateMany({
    where: { connectionId, userId, issuer, subject: { not: subject } },
    data: { subject, email, linkedAt: now, lastUsedAt: now },
  });
  if (count === 1) await tx.expectedUser.deleteMany({ where: { connectionId, userId } });
  return count === 1;
}
