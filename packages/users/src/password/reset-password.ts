import { hashOneTimeSecret, IdentityError, type Language } from '@org/identity-core';
import { endOtherSessions, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import { recipientOf } from '../accounts/mail-recipient.js';
import { ownDataOf } from '../credentials/password-strength.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { reviewLinksLater } from '../sso/links.js';
import { passwordSetMail } from './password-reset-mails.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'sendLogoutNotices' | 'brand'> & {
  accounts: Pick<IdentityPluginHost['accounts'], 'hashPassword'>;
};

/** The account whose password a mailed link may set, and the sign-in in which it was asked for. */
export async function findPasswordReset(db: Transaction, secret: string) {
  const reset = await db.passwordReset.findUnique({
    where: { ...living(secret), user: { disabledAt: null } },
    include: { user: true },
  });
  if (!reset) throw dead();
  return { user: reset.user, interactionUid: reset.interactionUid };
}

/** Sets a new password with a mailed link: the old one, all sessions and everything issued in them end. */
export async function resetPassword(
  services: Services,
  limiter: SignInLimiter,
  input: { secret: string; newPassword: string; ip: string; language: Language },
): Promise<{ interactionUid: string | null; userId: string }> {
  const { db, events, mail, brand } = services;
  const { user, interactionUid } = await findPasswordReset(db, input.secret);
  const userId = user.id;
  // Before the link is used up: a weak password leaves it for the next try.
  const passwordHash = await services.accounts.hashPassword(input.newPassword, ownDataOf(user), { ip: input.ip });

  await db.$transaction(async (tx) => {
    const owner = await tx.user.update({
      where: { id: userId },
      // Whoever has the link reads the mail of that address. A second factor stays: the link is none.
      data: { passwordHash, passwordChangedAt: new Date(), signInEpoch: { increment: 1 }, emailVerified: true },
    });
    // Deleting the row is what uses the link up: of many at once, one deletes it and the others undo the above.
    const { count } = await tx.passwordReset.deleteMany({ where: { userId, ...living(input.secret) } });
    if (count === 0) throw dead();
    await tx.emailChange.deleteMany({ where: { userId } });
    await tx.emailVerification.deleteMany({ where: { userId } });
    await tx.ssoAttempt.deleteMany({ where: { userId } });
    await tx.accountKeep.deleteMany({ where: { userId } });
    // Nobody had proven the address so far: what else opens the account may be that of whoever was here first.
    if (!user.emailVerified) await tx.ssoLink.deleteMany({ where: { userId } });
    await reviewLinksLater(tx, userId);
    await endOtherSessions(tx, { accountId: userId, except: null });
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'password.reset', tenantId: null, actor, subjectId: userId, data: {} });
    await mail.add(tx, passwordSetMail({ ...recipientOf(owner, input.language), brand }));
  });
  services.sendMail();
  services.sendLogoutNotices();
  await limiter.forget({ email: user.normalizedEmail, ip: input.ip });
  return { interactionUid, userId };
}

const living = (secret: string) => ({ secretHash: hashOneTimeSecret(secret), expiresAt: { gt: new Date() } });

const dead = () => new IdentityError('NOT_FOUND', 'This link has expired, was used, or a newer one was sent.');
