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
  const { email, displayName, interactionUid, language } = input;
  const normalizedEmail = normalizeEmail(email);
  // Before the mail limit: a weak password is reported, and uses up no mail. Hashing has its own limit, which comes first.
  const ownData = [email, displayName ?? ''];
  const passwordHash = await services.accounts.hashPassword(input.password, ownData, { ip: input.ip });
  if (!(await limiter.allows({ kind: 'registration', recipient: normalizedEmail, ip: input.ip }))) return;
  await addRegistration(
    services,
    { email, normalizedEmail, displayName: displayName ?? null, passwordHash, interactionUid },
    { language },
  );
}

/**
 * Mails the link of a registration of this sign-in once more, with the password that was chosen. If there is none, the same
 * statements run and the mail is a decoy: the response tells nothing, and no mail goes to an email that nobody entered.
 */
export async function resendRegistration(
  services: RegistrationServices,
  limiter: MailLimiter,
  input: Pick<NewRegistration, 'email' | 'interactionUid' | 'ip' | 'language'>,
): Promise<void> {
  const { email, interactionUid, ip, language } = input;
  const normalizedEmail = normalizeEmail(email);
  if (!(await limiter.allows({ kind: 'registration', recipient: normalizedEmail, ip }))) return;
  const begun = await services.db.registration.findFirst({
    where: { normalizedEmail, interactionUid },
    orderBy: { createdAt: 'desc' },
    select: { email: true, normalizedEmail: true, displayName: true, passwordHash: true, interactionUid: true },
  });
  const nothing = { email, normalizedEmail, displayName: null, passwordHash: '', interactionUid };
  await addRegistration(services, begun ?? nothing, { language, decoy: begun === null });
}

interface EnteredRegistration {
  readonly email: string;
  readonly normalizedEmail: string;
  readonly displayName: string | null;
  readonly passwordHash: string;
  readonly interactionUid: string;
}

async function addRegistration(
  services: RegistrationServices,
  entered: EnteredRegistration,
  { language, decoy = false }: { language: Language; decoy?: boolean },
): Promise<void> {
  const { db, mail, issuer, brand } = services;
  const { email, normalizedEmail, interactionUid } = entered;
  const { secret, secretHash } = newOneTimeSecret();
  await db.$transaction(async (tx) => {
    const account = await tx.user.findUnique({ where: { normalizedEmail }, select: { email: true, locale: true } });
    // Written in all cases; a registration whose secret is not sent expires at once.
    const expiresAt = new Date(Date.now() + (account || decoy ? 0 : hours * 60 * 60 * 1000));
    await tx.registration.create({ data: { secretHash, ...entered, expiresAt } });
    const signInLink = `${issuer}/sign-in/${interactionUid}`;
    const resetLink = `${issuer}/password-reset?interaction=${interactionUid}`;
    const link = `${issuer}/registration/${secret}`;
    await mail.add(
      tx,
      account
        ? accountExistsMail({ ...recipientOf(account, language), signInLink, resetLink, brand })
        : confirmRegistrationMail({ email, language, link, hours, brand }),
      { decoy },
    );
  });
  services.sendMail();
}
