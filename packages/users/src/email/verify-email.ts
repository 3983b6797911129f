import { hashOneTimeSecret, IdentityError } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { provenEmail } from '../accounts/find-account.js';

/** The pending verification of a mailed link; throws NOT_FOUND if there is none, or if the email has changed since. */
export async function findEmailVerification(db: Transaction, secret: string) {
  const verification = await db.emailVerification.findUnique({
    where: { ...valid(secret), user: { deletedAt: null, disabledAt: null } },
    include: { user: { select: { email: true, normalizedEmail: true, locale: true } } },
  });
  if (!verification || verification.user.normalizedEmail !== verification.normalizedEmail) throw linkNotValid();
  return verification;
}

/** Marks an email as verified, if it is still the one that the link was mailed to. */
export async function verifyEmail(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  secret: string,
): Promise<{ email: string; locale: string | null }> {
  const { userId, normalizedEmail, user } = await findEmailVerification(db, secret);
  await db.$transaction(async (tx) => {
    // Only while it is still the user's email: a change at the same moment must not make the new email verified.
    const where = { id: userId, normalizedEmail, deletedAt: null, disabledAt: null };
    const updated = await tx.user.updateMany({ where, data: provenEmail });
    // Deleting the row uses the link up: of several requests at once, only one deletes it.
    const used = await tx.emailVerification.deleteMany({ where: { userId, ...valid(secret) } });
    if (updated.count === 0 || used.count === 0) throw linkNotValid();
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'email.verified', tenantId: null, actor, subjectId: userId, data: {} });
  });
  return { email: user.email, locale: user.locale };
}

const valid = (secret: string) => ({ secretHash: hashOneTimeSecret(secret), expiresAt: { gt: new Date() } });

const linkNotValid = () => new IdentityError('NOT_FOUND', 'This link has expired, was used, or a newer one was sent.');
