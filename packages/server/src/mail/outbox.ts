import { randomUUID } from 'node:crypto';
import type { Logger, Mail, MailQueue, MailTransport } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { claimDue, createDeliveryQueue, type DeliveryQueue, type Waiting } from '../delivery/delivery-queue.js';
import { decrypt, encrypt } from '../keys/encrypt.js';

const minute = 60;
/** After a failed try: half a minute, a minute, two … six hours. Twenty tries reach over two and a half days. */
const firstWaitSeconds = minute / 2;
const longestWaitSeconds = 6 * 60 * minute;
const mostAttempts = 20;

export interface OutboxServices {
  pool: Pool;
  secret: string;
  /** Without one, mail waits. */
  transport: MailTransport | undefined;
  logger: Logger;
}

export type Outbox = MailQueue<Transaction> & DeliveryQueue;

interface WaitingMail extends Waiting {
  encrypted_message: Buffer;
}

/** Mail waits in the database, encrypted, until the mail server takes it. */
export function createOutbox({ pool, secret, transport, logger }: OutboxServices): Outbox {
  const queue = createDeliveryQueue<WaitingMail>({
    name: 'mail',
    logger,
    lanes: 1,
    claim: async () =>
      transport &&
      claimDue(pool, { table: 'outgoing_mails', columns: 'encrypted_message', condition: 'failed_at IS NULL' }),
    async deliver({ id, encrypted_message: message }) {
      const { decoy, ...mail } = openMail(secret, id, message);
      if (!decoy) await transport?.send(mail);
      await pool.query('DELETE FROM identity.outgoing_mails WHERE id = $1', [id]);
    },
    postpone: (mail, reason) => postpone(pool, mail, reason),
  });
  return {
    ...queue,
    async add(tx, mail, options) {
      const id = randomUUID();
      const queued: QueuedMail = { ...mail, ...options };
      const encryptedMessage = encrypt(secret, placeOf(id), Buffer.from(JSON.stringify(queued)));
      await tx.outgoingMail.create({ data: { id, encryptedMessage } });
    },
  };
}

type QueuedMail = Mail & { decoy?: boolean };

/** A queued mail, or nothing when it was encrypted with another secret: nobody can read or send it any more. */
export function decryptMail(secret: string, id: string, encrypted: Uint8Array): Mail | undefined {
  try {
    return openMail(secret, id, encrypted);
  } catch {
    return undefined;
  }
}

function openMail(secret: string, id: string, encrypted: Uint8Array): QueuedMail {
  // Written by `add`, and by nobody else who has the secret.
  return JSON.parse(decrypt(secret, placeOf(id), encrypted).toString('utf8')) as QueuedMail;
}

const placeOf = (id: string) => `outgoing_mails/${id}`;

async function postpone(pool: Pool, { id, attempts }: WaitingMail, reason: string): Promise<'again' | 'given up'> {
  const givenUp = attempts >= mostAttempts;
  const wait = Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds);
  await pool.query(
    `UPDATE identity.outgoing_mails
     SET due_at = now() + make_interval(secs => $2), last_error = $3, failed_at = CASE WHEN $4 THEN now() END WHERE id = $1`,
    [id, wait, reason, givenUp],
  );
  return givenUp ? 'given up' : 'again';
}
