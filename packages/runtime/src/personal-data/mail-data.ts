import type { PersonalData } from '@org/identity-core';
import { type Database, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';
import { decryptMail, recipientHasher } from '../background/mail/outbox.js';
import type { Secrets } from '../keys/secrets.js';

/** Queued and undeliverable mail, found by the keyed hash of its recipient. */
export function mailData({ db, secret }: { db: Database; secret: Secrets }): PersonalData<Transaction> {
  const { allHashesOf } = recipientHasher(secret);
  return {
    models: ['OutgoingMail'],
    async collect(userId) {
      const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
      const recipientHash = { in: allHashesOf(email) };
      return pagesOf(
        (after: { id: string } | undefined) =>
          db.outgoingMail.findMany({
            where: { recipientHash, ...(after ? { id: { gt: after.id } } : {}) },
            orderBy: { id: 'asc' },
            take: pageSize,
            select: { id: true, encryptedMessage: true, createdAt: true, failedAt: true },
          }),
        ({ id, encryptedMessage, createdAt, failedAt }) => {
          const mail = decryptMail(secret, id, encryptedMessage);
          // Without the text: it may contain a secret link.
          return { to: mail?.to, subject: mail?.subject, createdAt, failedAt };
        },
      );
    },
    async erase(tx, userId) {
      const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      const hash = { in: allHashesOf(email) };
      await tx.outgoingMail.deleteMany({ where: { recipientHash: hash } });
      // Mail to others that names the user is still sent. It is deleted only if its delivery has failed.
      await tx.outgoingMail.deleteMany({ where: { mentionedHash: hash, failedAt: { not: null } } });
    },
  };
}
