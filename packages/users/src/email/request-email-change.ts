import { IdentityError, isIdentityError, newOneTimeSecret } from '@org/identity-core';
import { type IdentityPluginHost, requireFreshSignIn } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { normalizeEmail, recipientOf } from '../accounts/find-account.js';
import { isCorrect, provePassword, wrongPassword } from '../credentials/check-password.js';
import type { KnownBrowser } from '../credentials/known-browser.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { confirmEmailMail, emailTakenMail } from './email-change-mails.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'mailLimits' | 'sendMail' | 'issuer' | 'brand'>;

const hours = 24;

export interface EmailChangeRequest {
  userId: string;
  /** The session of the request. */
  sessionUid: string | null;
  /** How users of this deployment can sign in. */
  ways: { readonly passwordSignIn: boolean; readonly emailCodes: boolean };
  ip: string;
  browser?: KnownBrowser | undefined;
  /** The language of the mail, unless the user has set one. */
  language: Language;
  email: string;
  /** Not needed from a user without a password, if the last sign-in was a moment ago. */
  password?: string | undefined;
}

/** Mails a link to a new email; only opening it changes anything. The response is the same whether or not the email is taken. */
export async function requestEmailChange(services: Services, limiter: SignInLimiter, input: EmailChangeRequest) {
  const { db } = services;
  const { userId, email, language } = input;
  const user = await db.user.findUnique({
    where: { id: userId, deletedAt: null, disabledAt: null },
    select: { email: true, locale: true, passwordHash: true },
  });
  if (!user) throw new IdentityError('USER_NOT_FOUND', 'There is no such user.');
  const { ip, browser, password, sessionUid, ways } = input;
  if (ways.emailCodes && (user.passwordHash === null || !ways.passwordSignIn)) {
    await requireFreshSignIn(db, { userId, sessionUid });
  } else {
    // With the same limits as a sign-in, so that a stolen token cannot be used to guess the password.
    const proof = { email: user.email, ip, browser };
    const attempt = password === undefined ? undefined : await provePassword(db, limiter, { ...proof, password });
    if (!isCorrect(attempt, userId)) throw wrongPassword(attempt);
  }
  await sendLink(services, { userId, email, locale: user.locale, language });
  return {
    success: true,
    message: 'If the email can be used, we sent a link to it. Your email changes when you open the link.',
  };
}

/** The change that a user has requested and not confirmed yet. */
export async function findEmailChange(db: Services['db'], userId: string) {
  return db.emailChange.findUnique({
    where: { userId, expiresAt: { gt: new Date() } },
    select: { newEmail: true, user: { select: { locale: true } } },
  });
}

/**
 * Mails the link of a requested change once more, with the same limits; the earlier link ends. The password was proven by the
 * request. Does nothing if no change is pending.
 */
export async function resendEmailChange(
  services: Services,
  { userId, language }: { userId: string; language: Language },
) {
  const pending = await findEmailChange(services.db, userId);
  if (pending) {
    const { newEmail: email, user } = pending;
    await sendLink(services, { userId, email, locale: user.locale, language, isPending: true });
  }
}

interface SentLink {
  readonly userId: string;
  readonly email: string;
  readonly locale: string | null;
  readonly language: Language;
  /** Whether the change must still be pending: a new password has ended it perhaps. */
  readonly isPending?: boolean;
}

async function sendLink(services: Services, { userId, email, locale, language, isPending = false }: SentLink) {
  const { db, events, mail, mailLimits, issuer, brand } = services;
  const { secret, secretHash } = newOneTimeSecret();
  const normalizedEmail = normalizeEmail(email);
  const change = {
    newEmail: email,
    normalizedEmail,
    secretHash,
    expiresAt: new Date(Date.now() + hours * 60 * 60 * 1000),
  };
  const queued = db.$transaction(async (tx) => {
    await mailLimits.count(tx, { kind: 'email-change', recipient: normalizedEmail, senderId: userId });
    if (!isPending) await tx.emailChange.upsert({ where: { userId }, create: { userId, ...change }, update: change });
    else if ((await tx.emailChange.updateMany({ where: { userId, normalizedEmail }, data: change })).count === 0)
      return;
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'email.change_requested', tenantId: null, actor, subjectId: userId, data: {} });
    const owner = await tx.user.findUnique({ where: { normalizedEmail }, select: { locale: true } });
    // A mail goes to the same email in both cases, so neither the response nor its time tells them apart.
    const link = `${issuer}/email-change/${secret}`;
    await mail.add(
      tx,
      owner
        ? emailTakenMail({ ...recipientOf({ email, ...owner }, language), brand })
        : confirmEmailMail({ ...recipientOf({ locale, email }, language), link, hours, brand }),
    );
  });
  await unlessLimited(queued);
  services.sendMail();
}

/** Too many mails are not reported, because that would say something about the email. The request changes nothing; earlier links stay valid. */
async function unlessLimited(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isIdentityError(error) || error.code !== 'RATE_LIMITED') throw error;
  });
}
