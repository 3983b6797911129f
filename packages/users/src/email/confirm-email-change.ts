import { hashOneTimeSecret, IdentityError } from '@org/identity-core';
import { type IdentityPluginHost, Prisma, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { normalizeEmail, provenEmail, recipientOf } from '../accounts/find-account.js';
import { emailChangedMail } from './email-change-mails.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'brand'>;

/** The pending change of a mailed link; throws NOT_FOUND if there is none. */
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

/** Changes the account to the new email, and sends a notice to the old one. */
export async function confirmEmailChange(
  services: Services,
  { secret, language }: { secret: string; language: Language },
): Promise<{ email: string; locale: string | null }> {
  const { db, events, mail, brand } = services;
  const { userId, newEmail, user } = await findEmailChange(db, secret);
  const confirmed = db.$transaction(async (tx) => {
    const normalizedEmail = normalizeEmail(newEmail);
    // The user's row is locked first, here and everywhere links are deleted: otherwise two transactions could deadlock.
    await tx.user.update({ where: { id: userId }, data: { email: newEmail, normalizedEmail, ...provenEmail } });
    // Deleting the row uses the link up: of several requests at once, only one deletes it.
    const { count } = await tx.emailChange.deleteMany({ where: { userId, secretHash: hashOneTimeSecret(secret) } });
    if (count === 0) throw cannotBeUsed();
    // Reset links went to the old email, which no longer belongs to the account.
    await tx.passwordReset.deleteMany({ where: { userId } });
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'email.changed', tenantId: null, actor, subjectId: userId, data: {} });
    await mail.add(tx, emailChangedMail({ ...recipientOf(user, language), newEmail, brand }), {
      notice: 'email-changed',
    });
  });
  await confirmed.catch((error: unknown) => {
    // Another account has taken the email: the unique index decides, also between changes at the same moment.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') throw cannotBeUsed();
    throw error;
  });
  services.sendMail();
  return { email: newEmail, locale: user.locale };
}

const cannotBeUsed = () => new IdentityError('NOT_FOUND', 'This email cannot be used any more.');
