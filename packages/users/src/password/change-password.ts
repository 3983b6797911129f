import { IdentityError } from '@org/identity-core';
import { endOtherSessions, type IdentityPluginHost } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import { isCorrect, provePassword, wrongPassword } from '../credentials/check-password.js';
import type { KnownBrowser } from '../credentials/known-browser.js';
import { verifyPassword } from '../credentials/password-hash.js';
import { ownDataOf } from '../credentials/password-strength.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { reviewLinksLater } from '../sso/links.js';
import { passwordChangedMail } from './password-changed-mail.js';

type Services = Pick<
  IdentityPluginHost,
  'db' | 'accounts' | 'events' | 'mail' | 'sendMail' | 'sendLogoutNotices' | 'brand'
>;

export interface PasswordChange {
  userId: string;
  /** The session that stays open; all others end. */
  sessionUid: string | null;
  ip: string;
  browser?: KnownBrowser | undefined;
  /** The language of the mail, unless the user has set one. */
  language: Language;
  currentPassword: string;
  newPassword: string;
  /** Whether the caller shows the linked providers itself; otherwise the next sign-in shows them. */
  listsLinks?: boolean;
}

/** Changes a password: all other sessions and their tokens end, and the user gets a mail. */
export async function changePassword(services: Services, limiter: SignInLimiter, input: PasswordChange) {
  const { db, events, mail, brand } = services;
  const { userId, sessionUid, currentPassword, newPassword } = input;
  const user = await db.user.findUnique({ where: { id: userId, deletedAt: null, disabledAt: null } });
  if (!user) throw new IdentityError('USER_NOT_FOUND', 'There is no such user.');
  // With the same limits as a sign-in, so that a stolen token cannot be used to guess the password.
  const { ip, browser } = input;
  const attempt = await provePassword(db, limiter, { email: user.email, password: currentPassword, ip, browser });
  if (!isCorrect(attempt, userId) || !user.passwordHash) throw incorrect(attempt);
  if (await verifyPassword(user.passwordHash, newPassword)) {
    throw new IdentityError('SAME_PASSWORD', 'The new password is the current one.');
  }
  const passwordHash = await services.accounts.hashPassword(newPassword, ownDataOf(user), { userId });

  await db.$transaction(async (tx) => {
    // Only if the password is still the one we checked: of two changes at once, only one is made. Not by its hash, which the
    // check renews if it was made with other parameters.
    const { count } = await tx.user.updateMany({
      where: { id: userId, disabledAt: null, signInEpoch: user.signInEpoch },
      // Before the sessions end: a sign-in with the old password that is in flight waits for this row.
      data: { passwordHash, passwordChangedAt: new Date(), signInEpoch: { increment: 1 } },
    });
    if (count === 0) throw incorrect();
    // An attacker with the old password may have asked for another email, a link to set a new password, or a link to an
    // account at another provider.
    await tx.emailChange.deleteMany({ where: { userId } });
    await tx.passwordReset.deleteMany({ where: { userId } });
    await tx.ssoAttempt.deleteMany({ where: { userId } });
    if (!input.listsLinks) await reviewLinksLater(tx, userId);
    const endedIn = await endOtherSessions(tx, { accountId: userId, except: sessionUid });
    const actor = { kind: 'user' as const, id: userId };
    const event = { type: 'password.changed', tenantId: null, actor, subjectId: userId, data: {} } as const;
    await events.publish(tx, event, { endedIn });
    await mail.add(tx, passwordChangedMail({ ...recipientOf(user, input.language), brand }), {
      notice: 'password-changed',
    });
  });
  services.sendMail();
  services.sendLogoutNotices();
  return { success: true, message: 'Your password was changed. You were signed out everywhere else.' };
}

const incorrect = (attempt?: Parameters<typeof wrongPassword>[0]) =>
  wrongPassword(attempt, 'That is not your current password, or there were too many attempts.', 'current-password');
