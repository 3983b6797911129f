import type { Database } from '@org/identity-prisma';
import type { Secrets } from '../../keys/secrets.js';
import { decryptMail, recipientHasher } from './outbox.js';

const batch = 500;
/** The hash of a mail that cannot be decrypted. It matches no recipient, and the mail is not read again. */
const unknown = new Uint8Array();

/** Adds the recipient hashes to mail that older versions have queued, in batches. */
export async function labelOldMail(
  { db, secret }: { db: Database; secret: Secrets },
  signal?: AbortSignal,
): Promise<void> {
  const { hashesOf } = recipientHasher(secret);
  let rows: { id: string; encryptedMessage: Uint8Array }[];
  do {
    if (signal?.aborted) return;
    rows = await db.outgoingMail.findMany({
      where: { recipientHash: null },
      take: batch,
      select: { id: true, encryptedMessage: true },
    });
    for (const { id, encryptedMessage } of rows) {
      const mail = decryptMail(secret, id, encryptedMessage);
      const data = mail ? hashesOf(mail.to) : { recipientHash: unknown, domainHash: unknown };
      // It may have been sent meanwhile, or a rotation of the secret has added the hashes.
      await db.outgoingMail.updateMany({ where: { id, recipientHash: null }, data });
    }
  } while (rows.length === batch);
}
