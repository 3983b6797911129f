import { type Language, newOneTimeSecret } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { recipientOf } from '../accounts/mail-recipient.js';
import { normalizeEmail } from '../accounts/normalize-email.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { accountExistsMail, confirmRegistrationMail } from './registration-mails.js';

export type RegistrationServices = Pick<IdentityPluginHost, 'db' | 'mail' | 'sendMail' | 'issuer' | 'brand'> & {
  accounts: Pick<IdentityPluginHost['accounts'], 'hashPassword'>;
};

export interface NewRegistration {
  email: string;
  password: string;
  displayName: string | undefined;
  /** The sign-in that it is begun in. */
  interactionUid: string;
  ip: string;
  language: Language;
}

const hours = 24;

/**
 * Keeps what somebody registers with until they have proven their address; an account comes of it only then. Nothing that
 * can be seen from outside tells whether there is one already: both cases hash the password, make the same statements and
 * send one mail.
 */
export async function requestRegistration(
  services: RegistrationServices,
  limiter: MailLimiter,
  input: NewRegistration,
): Promise<void> {
  const { db, mail, issuer, brand } = services;
  const { email, displayName, interactionUid, language } = input;
  const normalizedEmail = normalizeEmail(email);
  // Before the limit of mails: a weak password is told, and costs none of the few. Its own limit comes before everything.
  const ownData = [email, displayName ?? ''];
  const passwordHash = await services.accounts.hashPassword(input.password, ownData, { ip: input.ip });
  if (!(await limiter.allows({ kind: 'registration', recipient: normalizedEmail, ip: input.ip }))) return;
  const { secret, secretHash } = newOneTimeSecret();
  await db.$transaction(async (tx) => {
    const account = await tx.user.findUnique({ where: { normalizedEmail }, select: { email: true, locale: true } });
    // Written either way; the one whose secret nobody gets is over at once.
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
