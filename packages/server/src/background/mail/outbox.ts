import { randomUUID } from 'node:crypto';
import type { Logger, Mail, MailQueue, MailTransport } from '@org/identity-core';
import { noteMail, type Transaction } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { decrypt, encrypt } from '../../keys/encrypt.js';
import { claimDue, createDeliveryQueue, type DeliveryQueue, type Waiting } from '../delivery-queue.js';
import { recipientHasher } from './recipient-hash.js';

const minute = 60;
/** After a failed try: half a minute, a minute, two … six hours. Twenty tries reach over two and a half days. */
const firstWaitSeconds = minute / 2;
const longestWaitSeconds = 6 * 60 * minute;
const mostAttempts = 20;
/** A transport that has not answered by then is left behind; less than a claim lasts, or another process would send it meanwhile. */
const sendSeconds = minute;

/** Mails that this process sends at once: few enough for any mail server, and one that hangs leaves room for the others. */
const lanes = 8;
const lanesForLowPriority = 4;
const lanesPerDomain = 4;
const priorities = { normal: 0, low: 1 } as const;

export interface OutboxServices {
  pool: Pool;
  secret: string;
  /** Without one, mail waits. */
  transport: MailTransport | undefined;
  logger: Logger;
}

export type Outbox = MailQueue<Transaction> & DeliveryQueue;

export interface WaitingMail extends Waiting {
  encrypted_message: Buffer;
  recipient_hash: Buffer | null;
  domain_hash: Buffer | null;
  priority: number;
}

/** Mail waits in the database, encrypted, until the mail server takes it. */
export function createOutbox({ pool, secret, transport, logger }: OutboxServices): Outbox {
  const { hashEmail, hashesOf } = recipientHasher(secret);
  const queue = createDeliveryQueue<WaitingMail>({
    name: 'mail',
    logger,
    lanes,
    claim: async (inFlight) => transport && claimMail(pool, inFlight),
    async deliver({ id, encrypted_message: message }) {
      const { decoy, ...mail } = openMail(secret, id, message);
      if (transport && !decoy) await inTime(transport.send(mail));
      await pool.query('DELETE FROM identity.outgoing_mails WHERE id = $1', [id]);
    },
    postpone: (mail, reason) => postpone(pool, mail, reason),
  });
  return {
    ...queue,
    async add(tx, mail, { kind = 'other', decoy, priority = 'normal', mentions } = {}) {
      const id = randomUUID();
      const queued: QueuedMail = { ...mail, ...(decoy === undefined ? {} : { decoy }) };
      const encryptedMessage = encrypt(secret, placeOf(id), Buffer.from(JSON.stringify(queued)));
      const found = { ...hashesOf(mail.to), ...(mentions === undefined ? {} : { mentionedHash: hashEmail(mentions) }) };
      await tx.outgoingMail.create({ data: { id, encryptedMessage, ...found, priority: priorities[priority] } });
      noteMail({ kind, to: mail.to });
    },
  };
}

/** Claims the mail to send next: one at a time for each recipient, so that no mailbox and no domain takes all lanes. */
export function claimMail(pool: Pool, inFlight: readonly WaitingMail[]): Promise<WaitingMail | undefined> {
  const low = inFlight.filter(({ priority }) => priority > priorities.normal).length;
  const domains = inFlight.flatMap(({ domain_hash: domain }) => (domain ? [domain] : []));
  const full = domains.filter((domain) => domains.filter((other) => other.equals(domain)).length >= lanesPerDomain);
  const recipients = inFlight.flatMap(({ recipient_hash: recipient }) => (recipient ? [recipient] : []));
  return claimDue(pool, {
    table: 'outgoing_mails',
    columns: 'encrypted_message, recipient_hash, domain_hash, priority',
    condition: `failed_at IS NULL AND priority <= $2 AND (recipient_hash IS NULL OR recipient_hash <> ALL($3::bytea[]))
      AND (domain_hash IS NULL OR domain_hash <> ALL($4::bytea[]))`,
    values: [low < lanesForLowPriority ? priorities.low : priorities.normal, recipients, full],
    // By the whole index, or all mail that is due would be sorted for each claim.
    order: 'failed_at, priority, due_at',
  });
}

async function inTime(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`The mail server did not answer within ${sendSeconds} seconds.`);
    timer = setTimeout(() => reject(error), sendSeconds * 1000);
  });
  await Promise.race([sending, late]).finally(() => clearTimeout(timer));
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
