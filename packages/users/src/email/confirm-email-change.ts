import { hashOneTimeSecret, IdentityError, type Language } from '@org/identity-core';
import { type IdentityPluginHost, Prisma, type Transaction } from '@org/identity-prisma';
import { recipientOf } from '../accounts/mail-recipient.js';
import { normalizeEmail } from '../accounts/normalize-email.js';
import { emailChangedMail } from './email-change-mails.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'brand'>;

/** A change that waits to be confirmed, by the secret of its mailed link. */
export async function findEmailChange(db: Transaction, secret: string) {
  const change = await db.emailChange.findUnique({
    where: {
      secretHash: hashOneTimeSecret(secret),
      expiresAt: { gt: new Date() },
      user: { deletedAt: null, disabledAt: null },
    },
    include: { user: { select: { email: true, locale: true } } },
  });
  if (!change) throw new IdentityError('NOT_FOUND', 'This link has expired, was used, or a newer one was sent.');
  return change;
}

/** Makes the new address the person's own; the old one is told. */
export async function confirmEmailChange(
  services: Services,
  { secret, language }: { secret: string; language: Language },
): Promise<{ email: string; locale: string | null }> {
  const { db, events, mail, brand } = services;
  const { userId, newEmail, user } = await findEmailChange(db, secret);
  const confirmed = db.$transaction(async (tx) => {
    const normalizedEmail = normalizeEmail(newEmail);
    // The person's row first, here and wherever their links are ended: two that wait for each other would both fail.
    await tx.user.update({ where: { id: userId }, data: { email: newEmail, normalizedEmail, emailVerified: true } });
    // Deleting the row is what uses the link up: of many at once, one deletes it.
    const { count } = await tx.emailChange.deleteMany({ where: { userId, secretHash: hashOneTimeSecret(secret) } });
    if (count === 0) throw cannotBeUsed();
    // It went to the old address, which is no longer the person's.
    await tx.passwordReset.deleteMany({ where: { userId } });
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'email.changed', tenantId: null, actor, subjectId: userId, data: {} });
    await mail.add(tx, emailChangedMail({ ...recipientOf(user, language), newEmail, brand }));
  });
  await confirmed.catch((error: unknown) => {
    // The address is somebody else's by now: the unique index says so, also to those who confirm at the same moment.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') throw cannotBeUsed();
    throw error;
  });
  services.sendMail();
  return { email: newEmail, locale: user.locale };
}

const cannotBeUsed = () => new IdentityError('NOT_FOUND', 'This address cannot be used any more.');
