import { IdentityError, newOneTimeSecret } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { verifyEmailMail } from './verify-email-mail.js';

type Services = Pick<IdentityPluginHost, 'db' | 'mail' | 'sendMail' | 'issuer' | 'brand'>;

const hours = 24;

/** Queues a mail whose link verifies the email of an account. It replaces any earlier link. */
export async function sendEmailVerification(
  { mail, issuer, brand }: Pick<Services, 'mail' | 'issuer' | 'brand'>,
  tx: Transaction,
  user: { id: string; email: string; normalizedEmail: string; locale: string | null },
  language: Language,
): Promise<void> {
  const { id: userId, normalizedEmail } = user;
  const { secret, secretHash } = newOneTimeSecret();
  const expiresAt = new Date(Date.now() + hours * 60 * 60 * 1000);
  const verification = { normalizedEmail, secretHash, expiresAt };
  await tx.emailVerification.upsert({
    where: { userId },
    create: { userId, ...verification },
    update: verification,
  });
  const link = `${issuer}/email-verification/${secret}`;
  await mail.add(tx, verifyEmailMail({ ...recipientOf(user, language), link, hours, brand }));
}

/** Mails a user the link that verifies their email, unless it is already verified. */
export async function requestEmailVerification(
  services: Services,
  limiter: MailLimiter,
  input: { userId: string; ip: string; language: Language },
) {
  const { db } = services;
  const user = await db.user.findUnique({ where: { id: input.userId, deletedAt: null, disabledAt: null } });
  if (!user) throw new IdentityError('USER_NOT_FOUND', 'There is no such user.');
  const mail = { kind: 'verification', recipient: user.normalizedEmail, ip: input.ip } as const;
  if (!user.emailVerified && (await limiter.allows(mail))) {
    await db.$transaction((tx) => sendEmailVerification(services, tx, user, input.language));
    services.sendMail();
  }
  return {
    success: true,
    message: 'If your email is not confirmed yet, we sent a link to it. Only a few are sent per hour.',
  };
}
