import type { Mail, PersonalData } from '@org/identity-core';
import type { Database, Transaction } from '@org/identity-prisma';
import { decryptMail } from '../mail/outbox.js';

const batch = 500;

/** Mail that waits or could not be delivered. It is encrypted, so each has to be opened to know whom it is for. */
export function mailData({ db, secret }: { db: Database; secret: string }): PersonalData<Transaction> {
  return {
    models: ['OutgoingMail'],
    async collect(userId) {
      const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
      const found: unknown[] = [];
      for await (const { mail, createdAt, failedAt } of allMail(db, secret)) {
        // The text may hold a link that opens something.
        if (isTo(mail, email)) found.push({ to: mail.to, subject: mail.subject, createdAt, failedAt });
      }
      return found;
    },
    async erase(tx, userId) {
      const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      const gone: string[] = [];
      for await (const { id, mail, failedAt } of allMail(tx, secret)) {
        // What others still wait for goes out, though it may name the person; nobody waits for what has failed.
        if (isTo(mail, email) || (failedAt && mentions(mail, email))) gone.push(id);
      }
      await tx.outgoingMail.deleteMany({ where: { id: { in: gone } } });
    },
  };
}

async function* allMail(db: Transaction, secret: string) {
  let last: string | undefined;
  do {
    const rows = await db.outgoingMail.findMany({
      ...(last ? { where: { id: { gt: last } } } : {}),
      orderBy: { id: 'asc' },
      take: batch,
    });
    for (const { id, encryptedMessage, createdAt, failedAt } of rows) {
      const mail = decryptMail(secret, id, encryptedMessage);
      if (mail) yield { id, mail, createdAt, failedAt };
    }
    last = rows.length === batch ? rows.at(-1)?.id : undefined;
  } while (last);
}

const isTo = ({ to }: Mail, email: string) => to.toLowerCase() === email.toLowerCase();
const mentions = ({ text, html }: Mail, email: string) =>
  `${text}\n${html}`.toLowerCase().includes(email.toLowerCase());
