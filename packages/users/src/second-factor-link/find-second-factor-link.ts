import { hashOneTimeSecret, IdentityError } from '@org/identity-core';
import type { EventBus, Transaction } from '@org/identity-prisma';

/** The link is for a super admin without a second factor: it ends with the right, and when a factor is set up. */
const owner = { superAdmin: true, mfaEnabled: false, deletedAt: null, disabledAt: null };

/** The account that a link is for. Throws NOT_FOUND in all other cases. */
export async function findSecondFactorLink(db: Transaction, secret: string) {
  const secretHash = hashOneTimeSecret(secret);
  const link = await db.secondFactorLink.findUnique({
    where: { secretHash, expiresAt: { gt: new Date() }, user: owner },
    select: { userId: true, user: { select: { email: true, locale: true, passwordHash: true } } },
  });
  if (!link) throw notValid();
  const { email, locale, passwordHash } = link.user;
  return { userId: link.userId, email, locale, hasPassword: passwordHash !== null, secretHash };
}

/** Uses the link up, in the transaction that sets up the factor. Throws if it was used or replaced a moment ago. */
export async function useSecondFactorLink(
  tx: Transaction,
  events: Pick<EventBus, 'publish'>,
  { userId, secretHash }: { userId: string; secretHash: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const where = { userId, secretHash, expiresAt: { gt: new Date() } };
  if ((await tx.secondFactorLink.deleteMany({ where })).count === 0) throw notValid();
  const actor = { kind: 'user' as const, id: userId };
  await events.publish(tx, { type: 'second_factor_link.used', tenantId: null, actor, subjectId: userId, data: {} });
}

const notValid = () => new IdentityError('NOT_FOUND', 'This link is not valid, or no longer.');
