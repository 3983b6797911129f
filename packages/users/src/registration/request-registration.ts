import { newOneTimeSecret } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { normalizeEmail, recipientOf } from '../accounts/find-account.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { accountExistsMail, confirmRegistrationMail } from './registration-mails.js';

export type RegistrationServices = Pick<IdentityPluginHost, 'db' | 'mail' | 'sendMail' | 'issuer' | 'brand'> & {
  accounts: Pick<IdentityPluginHost['accounts'], 'hashPassword'>;
};

export interface NewRegistration {
  email: string;
  password: string;
  displayName: string | undefined;
  /** The sign-in in which it was started. */
  interactionUid: string;
  ip: string;
  language: Language;
}

const hours = 24;

/**
 * Stores a registration until the user has verified the email; only then the account is created. From outside nobody can
 * see whether the email already has an account: both cases hash the password, run the same statements and send one mail.
 */
export async function requestRegistration(
  services: RegistrationServices,
  limiter: MailLimiter,
  input: NewRegistration,
): Promise<void> {
  const { db, mail, issuer, brand } = services;
  const { email, displayName, interactionUid, language } = input;
  const normalizedEmail = normalizeEmail(email);
  // Before the mail limit: a weak password is reported, and uses up no mail. Hashing has its own limit, which comes first.
  const ownData = [email, displayName ?? ''];
  const passwordHash = await services.accounts.hashPassword(input.password, ownData, { ip: input.ip });
  if (!(await limiter.allows({ kind: 'registration', recipient: normalizedEmail, ip: input.ip }))) return;
  const { secret, secretHash } = newOneTimeSecret();
  await db.$transaction(async (tx) => {
    const account = await tx.user.findUnique({ where: { normalizedEmail }, select: { email: true, locale: true } });
    // Written in both cases; a registration whose secret is not sent expires at once.
    const expiresAt = new Date(Date.now() + (account ? 0 : hours * 60 * 60 * 1000));
    const entered = { email, normalizedEmail, displayName: displayName ?? null, passwordHash, interactionUid };
    await tx.registration.create({ data: { secretHash, ...entered, expiresAt } });
    const signInLink = `${issuer}/sign-in/${interactionUid}`;
    const resetLink = `${issuer}/password-reset?interaction=${interactionUid}`;
    const link = `${issuer}/registration/${secret}`;
    await mail.add(
      tx,
      account
        ? accountExistsMail({ ...recipientOf(account, language), signInLink, resetLink, brand })
        : confirmRegistrationMail({ email, language, link, hours, brand }),
    );
  });
  services.sendMail();
}
