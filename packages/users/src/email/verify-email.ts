import { hashOneTimeSecret, IdentityError } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';

/** A verification that waits, by the secret of its mailed link; one for an address of the past is none. */
export async function findEmailVerification(db: Transaction, secret: string) {
  const verification = await db.emailVerification.findUnique({
    where: { ...living(secret), user: { deletedAt: null, disabledAt: null } },
    include: { user: { select: { email: true, normalizedEmail: true, locale: true } } },
  });
  if (!verification || verification.user.normalizedEmail !== verification.normalizedEmail) throw dead();
  return verification;
}

/** Takes an address as proven, if it is still the one that the link was mailed to. */
export async function verifyEmail(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  secret: string,
): Promise<{ email: string; locale: string | null }> {
  const { userId, normalizedEmail, user } = await findEmailVerification(db, secret);
  await db.$transaction(async (tx) => {
    // Only while it is the person's address: a change at the same moment must not leave the new one proven by this.
    const where = { id: userId, normalizedEmail, deletedAt: null, disabledAt: null };
    const updated = await tx.user.updateMany({ where, data: { emailVerified: true } });
    // Deleting the row is what uses the link up: of many at once, one deletes it.
    const used = await tx.emailVerification.deleteMany({ where: { userId, ...living(secret) } });
    if (updated.count === 0 || used.count === 0) throw dead();
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'email.verified', tenantId: null, actor, subjectId: userId, data: {} });
  });
  return { email: user.email, locale: user.locale };
}

const living = (secret: string) => ({ secretHash: hashOneTimeSecret(secret), expiresAt: { gt: new Date() } });

const dead = () => new IdentityError('NOT_FOUND', 'This link has expired, was used, or a newer one was sent.');
