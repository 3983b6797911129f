import { randomUUID } from 'node:crypto';
import type { Logger, Mail, MailQueue, MailTransport } from '@org/identity-core';
import {
  claimDue,
  countWithin,
  createDeliveryQueue,
  type DeliveryQueue,
  keyOf,
  noteMail,
  type Queued,
  type Transaction,
} from '@org/identity-prisma';
import type { Pool } from 'pg';
import { decrypt, encrypt } from '../../keys/encrypt.js';
import type { SealedValues } from '../../keys/sealed-values.js';
import type { Secrets } from '../../keys/secrets.js';
import { type RecipientHashes, recipientHasher } from './recipient-hash.js';

const minute = 60;
/** The wait after a failed attempt: half a minute, a minute, two … six hours. Twenty attempts take two and a half days. */
const firstWaitSeconds = minute / 2;
const maxWaitSeconds = 6 * 60 * minute;
const maxAttempts = 20;
/** The timeout of a transport. It must be shorter than a claim, or another process would send the mail as well. */
const sendSeconds = minute;

/** Notices of one name to one recipient. */
const noticesPerHour = 20;

/** Mails in flight in this process. The number suits any mail server, and one mail that hangs leaves room for others. */
const lanes = 8;
const lanesForLowPriority = 4;
const lanesPerDomain = 4;
const priorities = { normal: 0, low: 1 } as const;

export interface OutboxServices {
  pool: Pool;
  secret: Secrets;
  /** If undefined, mail stays queued. */
  transport: MailTransport | undefined;
  logger: Logger;
}

export type Outbox = MailQueue<Transaction> & DeliveryQueue;

export interface QueuedMail extends Queued {
  encrypted_message: Buffer;
  recipient_hash: Buffer | null;
  domain_hash: Buffer | null;
  priority: number;
}

/** Stores mail in the database, encrypted, until the mail server accepts it. */
export function createOutbox({ pool, secret, transport, logger }: OutboxServices): Outbox {
  const { hashEmail, hashesOf } = recipientHasher(secret);
  const queue = createDeliveryQueue<QueuedMail>({
    name: 'mail',
    logger,
    lanes,
    claim: async (inFlight) => transport && claimMail(pool, inFlight),
    async deliver({ id, encrypted_message: message }) {
      const { decoy, mentions: _mentions, ...mail } = openMail(secret, id, message);
      if (transport && !decoy) await inTime(transport.send(mail));
      await pool.query('DELETE FROM identity.outgoing_mails WHERE id = $1', [id]);
    },
    postpone: (mail, reason) => postpone(pool, mail, reason),
  });
  return {
    ...queue,
    async add(tx, mail, { kind = 'other', notice, decoy, priority = 'normal', mentions } = {}) {
      const mails = 'to' in mail ? [mail] : mail;
      if (notice !== undefined && !(await countNotice(tx, notice, mails))) {
        logger.warn({ notice }, 'a notice was not mailed: the owner of the account had many of them within the hour');
        return;
      }
      const rows = mails.map((each) => {
        const id = randomUUID();
        const message: StoredMail = {
          ...each,
          ...(decoy === undefined ? {} : { decoy }),
          ...(mentions === undefined ? {} : { mentions }),
        };
        const encryptedMessage = encrypt(secret, placeOf(id), Buffer.from(JSON.stringify(message)));
        const mentionedHash = mentions === undefined ? null : hashEmail(mentions);
        return { id, kind, encryptedMessage, ...hashesOf(each.to), mentionedHash, priority: priorities[priority] };
      });
      const [first] = rows;
      if (!first) return;
      if (rows.length === 1) await tx.outgoingMail.create({ data: first });
      else await addRows(tx, rows);
      for (const { to } of mails) noteMail({ kind, to });
    },
  };
}

/** Counts a notice, in the transaction of the change. Returns whether it can be sent. */
async function countNotice(tx: Transaction, notice: string, mails: readonly Mail[]): Promise<boolean> {
  const limits = mails.map(({ to }) => ({
    key: `notice_mail:${keyOf(notice, to.trim().normalize('NFKC').toLowerCase())}`,
    max: noticesPerHour,
    seconds: 60 * minute,
  }));
  return (await countWithin(tx, limits)) === undefined;
}

interface NewMail extends RecipientHashes {
  id: string;
  kind: string;
  encryptedMessage: Uint8Array;
  mentionedHash: Uint8Array | null;
  priority: number;
}

/** Adds many mails. All rows are one JSON value: Prisma needs half a second to build a statement with a thousand rows. */
async function addRows(tx: Transaction, rows: readonly NewMail[]): Promise<void> {
  const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('base64');
  const texts = rows.map(({ encryptedMessage, recipientHash, domainHash, mentionedHash, ...row }) => ({
    ...row,
    message: text(encryptedMessage),
    recipient: text(recipientHash),
    domain: text(domainHash),
    mentioned: text(mentionedHash),
  }));
  await tx.$executeRaw`
    INSERT INTO identity.outgoing_mails
      (id, kind, encrypted_message, recipient_hash, domain_hash, mentioned_hash, priority)
    SELECT id, kind, decode(message, 'base64'), decode(recipient, 'base64'), decode(domain, 'base64'), decode(mentioned, 'base64'),
           priority
    FROM jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS mail(
      id uuid, kind text, message text, recipient text, domain text, mentioned text, priority smallint)`;
}

/** Claims the next mail: one per recipient at a time, and few per domain, so that no mailbox or domain uses all lanes. */
export function claimMail(pool: Pool, inFlight: readonly QueuedMail[]): Promise<QueuedMail | undefined> {
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
    // The order of the index. Otherwise each claim would sort all mail that is due.
    order: 'failed_at, priority, due_at',
  });
}

async function inTime(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`The mail server did not respond within ${sendSeconds} seconds.`);
    timer = setTimeout(() => reject(error), sendSeconds * 1000);
  });
  await Promise.race([sending, late]).finally(() => clearTimeout(timer));
}

/** `mentions` is stored so that a rotation of the secret can compute its hash anew. */
type StoredMail = Mail & { decoy?: boolean; mentions?: string };

/** Decrypts a queued mail. Returns undefined if it was encrypted with another secret: it can never be sent. */
export function decryptMail(secret: Secrets, id: string, encrypted: Uint8Array): Mail | undefined {
  try {
    return openMail(secret, id, encrypted);
  } catch {
    return undefined;
  }
}

function openMail(secret: Secrets, id: string, encrypted: Uint8Array): StoredMail {
  // Only `add` writes these values, and they are authenticated by the secret.
  return JSON.parse(decrypt(secret, placeOf(id), encrypted).toString('utf8')) as StoredMail;
}

/** The column of the messages, and the columns that change with the secret as well. */
export const sealedMail: SealedValues = {
  table: 'identity.outgoing_mails',
  id: 'id',
  column: 'encrypted_message',
  place: 'outgoing_mails/',
  hashColumns: ['recipient_hash', 'domain_hash', 'mentioned_hash'],
  hashesOf: (secret, plain) => {
    const { to, mentions } = JSON.parse(plain.toString('utf8')) as StoredMail;
    const { hashesOf, hashEmail } = recipientHasher(secret);
    const { recipientHash, domainHash } = hashesOf(to);
    // Version 0.2 did not store whom the mail mentions.
    return [recipientHash, domainHash, mentions === undefined ? null : hashEmail(mentions)];
  },
};

const placeOf = (id: string) => `${sealedMail.place}${id}`;

async function postpone(pool: Pool, { id, attempts }: QueuedMail, reason: string): Promise<'again' | 'given up'> {
  const givenUp = attempts >= maxAttempts;
  const wait = Math.min(firstWaitSeconds * 2 ** (attempts - 1), maxWaitSeconds);
  await pool.query(
    `UPDATE identity.outgoing_mails
     SET due_at = now() + make_interval(secs => $2), last_error = $3, failed_at = CASE WHEN $4 THEN now() END WHERE id = $1`,
    [id, wait, reason, givenUp],
  );
  return givenUp ? 'given up' : 'again';
}
