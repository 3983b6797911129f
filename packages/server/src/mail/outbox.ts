import { randomUUID } from 'node:crypto';
import type { Logger, Mail, MailQueue, MailTransport } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { decrypt, encrypt } from '../keys/encrypt.js';

const minute = 60;
/** After a failed try: half a minute, a minute, two … six hours. Twenty tries reach over two and a half days. */
const firstWaitSeconds = minute / 2;
const longestWaitSeconds = 6 * 60 * minute;
const mostAttempts = 20;
/** How long one try may take before another process takes the mail over. */
const claimSeconds = 2 * minute;

export interface OutboxServices {
  pool: Pool;
  secret: string;
  /** Without one, mail waits. */
  transport: MailTransport | undefined;
  logger: Logger;
}

export interface Outbox extends MailQueue<Transaction> {
  /** Sends whatever is due. Safe to call at any time from any process. */
  flush(signal?: AbortSignal): Promise<void>;
  /** The same without waiting for it: for use right after a commit. */
  readonly sendSoon: () => void;
  /** Begins no mail any more; resolves when the ones under way are finished. */
  stop(): Promise<void>;
}

/** Mail waits in the database: it commits with what caused it, and a broken mail server neither fails the call nor loses the mail. */
export function createOutbox({ pool, secret, transport, logger }: OutboxServices): Outbox {
  const sending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const flush = async (signal?: AbortSignal): Promise<void> => {
    if (!transport) return;
    // Asked before the claim: a claim that is not used costs the mail a try and two minutes.
    while (!signal?.aborted) {
      const claimed = await claim(pool);
      if (!claimed) return;
      const { id, attempts } = claimed;
      try {
        const { decoy, ...mail } = openMail(secret, id, claimed.encrypted_message);
        if (!decoy) await transport.send(mail);
        await pool.query('DELETE FROM identity.outgoing_mails WHERE id = $1', [id]);
      } catch (error) {
        await postpone(pool, id, attempts, error);
        logger.warn({ mail: id, attempts, reason: reasonOf(error) }, 'mail was not taken, trying again later');
      }
    }
  };
  return {
    async add(tx, mail, options) {
      const id = randomUUID();
      const queued: QueuedMail = { ...mail, ...options };
      const encryptedMessage = encrypt(secret, placeOf(id), Buffer.from(JSON.stringify(queued)));
      await tx.outgoingMail.create({ data: { id, encryptedMessage } });
    },
    flush,
    sendSoon() {
      const turn = flush(stopping.signal)
        .catch((error: unknown) => logger.error({ err: error }, 'mail could not be sent'))
        .finally(() => sending.delete(turn));
      sending.add(turn);
    },
    async stop() {
      stopping.abort();
      await Promise.all(sending);
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

interface ClaimedMail {
  id: string;
  attempts: number;
  encrypted_message: Buffer;
}

/** Takes one mail that is due; nobody else gets it until the claim runs out. */
async function claim(pool: Pool): Promise<ClaimedMail | undefined> {
  const { rows } = await pool.query<ClaimedMail>(
    `UPDATE identity.outgoing_mails SET attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
     WHERE id = (SELECT id FROM identity.outgoing_mails WHERE failed_at IS NULL AND due_at <= now()
                 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, attempts, encrypted_message`,
    [claimSeconds],
  );
  return rows[0];
}

async function postpone(pool: Pool, id: string, attempts: number, error: unknown): Promise<void> {
  const wait = Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds);
  await pool.query(
    `UPDATE identity.outgoing_mails
     SET due_at = now() + make_interval(secs => $2), last_error = $3, failed_at = CASE WHEN $4 THEN now() END WHERE id = $1`,
    [id, wait, reasonOf(error), attempts >= mostAttempts],
  );
}

/** What a mail server said, short enough to keep; never the mail: a spam filter may quote the link it dislikes. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replaceAll('\u0000', '')
    .replaceAll(/https?:\S+/giu, '[link]')
    .replaceAll(/[\w-]{32,}/gu, '[secret]')
    .slice(0, 300);
}
