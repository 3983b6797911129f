import { hashOneTimeSecret, IdentityError } from '@org/identity-core';
import { endOtherSessions, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { provenEmail, recipientOf } from '../accounts/find-account.js';
import { ownDataOf } from '../credentials/password-strength.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { reviewLinksLater } from '../sso/links.js';
import { passwordSetMail } from './password-reset-mails.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'sendLogoutNotices' | 'brand'> & {
  accounts: Pick<IdentityPluginHost['accounts'], 'hashPassword'>;
};

/** The account whose password a mailed link may set, and the sign-in in which the link was requested. */
export async function findPasswordReset(db: Transaction, secret: string) {
  const reset = await db.passwordReset.findUnique({
    where: { ...valid(secret), user: { disabledAt: null } },
    include: { user: true },
  });
  if (!reset) throw linkNotValid();
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
  // Before the link is used up, so that it stays valid after a weak password.
  const passwordHash = await services.accounts.hashPassword(input.newPassword, ownDataOf(user), { ip: input.ip });

  await db.$transaction(async (tx) => {
    const owner = await tx.user.update({
      where: { id: userId },
      // The caller can read the mail of that email. A second factor stays, because the link is not one.
      data: { passwordHash, passwordChangedAt: new Date(), signInEpoch: { increment: 1 }, ...provenEmail },
    });
    // Deleting the row uses the link up: of several requests at once, one deletes it, and the others roll back.
    const { count } = await tx.passwordReset.deleteMany({ where: { userId, ...valid(input.secret) } });
    if (count === 0) throw linkNotValid();
    await tx.emailChange.deleteMany({ where: { userId } });
    await tx.emailVerification.deleteMany({ where: { userId } });
    await tx.ssoAttempt.deleteMany({ where: { userId } });
    await tx.accountKeep.deleteMany({ where: { userId } });
    // The email was not verified before: linked providers may belong to another person, who created the account.
    if (!user.emailVerified) await tx.ssoLink.deleteMany({ where: { userId } });
    await reviewLinksLater(tx, userId);
    const endedIn = await endOtherSessions(tx, { accountId: userId, except: null });
    const actor = { kind: 'user' as const, id: userId };
    const event = { type: 'password.reset', tenantId: null, actor, subjectId: userId, data: {} } as const;
    await events.publish(tx, event, { endedIn });
    await mail.add(tx, passwordSetMail({ ...recipientOf(owner, input.language), brand }), { notice: 'password-set' });
  });
  services.sendMail();
  services.sendLogoutNotices();
  await limiter.forget({ email: user.normalizedEmail, ip: input.ip });
  return { interactionUid, userId };
}

const valid = (secret: string) => ({ secretHash: hashOneTimeSecret(secret), expiresAt: { gt: new Date() } });

const linkNotValid = () => new IdentityError('NOT_FOUND', 'This link has expired, was used, or a newer one was sent.');
