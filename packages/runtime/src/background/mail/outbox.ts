import { createHmac, randomUUID } from 'node:crypto';
import type { Logger, MailOptions, MailQueue, MailTransport, NotedMails } from '@org/identity-core';
import {
  countWithin,
  createDeliveryQueue,
  type DeliveryQueue,
  keyOf,
  noteMail,
  run,
  statement,
  type Transaction,
} from '@org/identity-prisma';
import type { Mail } from '@org/identity-ui';
import type { Pool } from 'pg';
import type { SealedValues } from '../../keys/sealed-values.js';
import { decrypt, deriveKey, encrypt, type Secrets, secretList } from '../../keys/secrets.js';
import { claimMails, lanes, priorities, type QueuedMail } from './claim-mails.js';
import { createWriting } from './write-noted.js';

const remove = statement('remove_mails', 'DELETE FROM identity.outgoing_mails WHERE id = ANY($1::uuid[])');

/** Removes mails that were sent. Those that are sent while a statement runs are removed together by the next one. */
function createRemovals(pool: Pool): (id: string) => Promise<void> {
  let next: { readonly ids: string[]; readonly done: Promise<void> } | undefined;
  let running: Promise<void> = Promise.resolve();
  return (id) => {
    if (next) next.ids.push(id);
    else {
      const ids = [id];
      const done = running
        .catch(() => undefined)
        .then(async () => {
          next = undefined;
          await run(pool, remove, [ids]);
        });
      running = done;
      next = { ids, done };
    }
    return next.done;
  };
}

const minute = 60;
/** The wait after a failed attempt: half a minute, a minute, two … six hours. Twenty attempts take two and a half days. */
const firstWaitSeconds = minute / 2;
const maxWaitSeconds = 6 * 60 * minute;
const maxAttempts = 20;
/** The timeout of a transport. It must be shorter than a claim, or another process would send the mail as well. */
const sendSeconds = minute;

/** Notices of one name to one recipient. */
const noticesPerHour = 20;

/** How long after a note sending mail begins with writing. A note of a transaction that takes longer waits for the job. */
const notedMilliseconds = 5_000;

export interface OutboxServices {
  pool: Pool;
  secret: Secrets;
  /** If undefined, mail stays queued. */
  transport: MailTransport | undefined;
  logger: Logger;
  /** Writes the mails that changes have noted. */
  write?: (signal?: AbortSignal) => Promise<void>;
}

export type Outbox = MailQueue<Transaction> & NotedMails & DeliveryQueue;

/** Stores mail in the database, encrypted, until the mail server accepts it. */
export function createOutbox(services: OutboxServices): Outbox {
  const { pool, secret, transport, logger, write = () => Promise.resolve() } = services;
  const { hashEmail, hashesOf } = recipientHasher(secret);
  const rowOf = (mail: Mail, { kind = 'other', decoy, priority = 'normal', mentions }: MailOptions): NewMail => {
    const id = randomUUID();
    const message: StoredMail = {
      ...mail,
      ...(decoy === undefined ? {} : { decoy }),
      ...(mentions === undefined ? {} : { mentions }),
    };
    const encryptedMessage = encrypt(secret, purposeOf(id), Buffer.from(JSON.stringify(message)));
    const mentionedHash = mentions === undefined ? null : hashEmail(mentions);
    return { id, kind, encryptedMessage, ...hashesOf(mail.to), mentionedHash, priority: priorities[priority] };
  };
  const remove = createRemovals(pool);
  const queue = createDeliveryQueue<QueuedMail>({
    name: 'mail',
    logger,
    lanes,
    claim: async (inFlight, free) => (transport ? claimMails(pool, inFlight, free) : { rows: [], others: 'none' }),
    async deliver({ id, encrypted_message: message }) {
      const { decoy, mentions: _mentions, ...mail } = openMail(secret, id, message);
      if (transport && !decoy) await inTime(transport.send(mail));
      await remove(id);
    },
    postpone: (mail, reason) => postpone(pool, mail, reason),
  });
  let notedAt = Number.NEGATIVE_INFINITY;
  const writing = createWriting(write, { logger, written: queue.sendSoon });
  return {
    ...queue,
    async flush(signal) {
      await write(signal);
      await queue.flush(signal);
    },
    sendSoon() {
      if (performance.now() - notedAt < notedMilliseconds) writing.soon();
      else queue.sendSoon();
    },
    async stop() {
      await writing.ended();
      await queue.stop();
    },
    noted() {
      notedAt = performance.now();
    },
    async queue({ name, text, values }, mails) {
      const rows = mails.map(({ note, mail, kind }) => ({ note, ...textsOf(rowOf(mail, { kind, priority: 'low' })) }));
      await run(pool, queueTaken(name, text, values.length), [...values, JSON.stringify(rows)]);
    },
    async add(tx, mail, options = {}) {
      const { kind = 'other', notice } = options;
      const mails = 'to' in mail ? [mail] : mail;
      if (notice !== undefined && !(await countNotice(tx, notice, mails))) {
        logger.warn({ notice }, 'a notice was not mailed: the owner of the account had many of them within the hour');
        return;
      }
      const rows = mails.map((each) => rowOf(each, options));
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
  encryptedMessage: Uint8Array<ArrayBuffer>;
  mentionedHash: Uint8Array<ArrayBuffer> | null;
  priority: number;
}

/** Adds many mails. All rows are one JSON value: Prisma needs half a second to build a statement with a thousand rows. */
async function addRows(tx: Transaction, rows: readonly NewMail[]): Promise<void> {
  await tx.$executeRawUnsafe(insertOf('$1'), JSON.stringify(rows.map(textsOf)));
}

/** The statement that takes notes and queues the mails that were written from them. */
function queueTaken(name: string, ctes: string, values: number) {
  return statement(name, `WITH ${ctes} ${insertOf(`$${values + 1}`)} JOIN taken ON taken.id = mail.note`);
}

const insertOf = (json: string) => `
  INSERT INTO identity.outgoing_mails (id, kind, encrypted_message, recipient_hash, domain_hash, mentioned_hash, priority)
  SELECT mail.id, kind, decode(message, 'base64'), decode(recipient, 'base64'), decode(domain, 'base64'),
         decode(mentioned, 'base64'), priority
  FROM jsonb_to_recordset(${json}::jsonb) AS mail(
    id uuid, note uuid, kind text, message text, recipient text, domain text, mentioned text, priority smallint)`;

function textsOf({ encryptedMessage, recipientHash, domainHash, mentionedHash, ...row }: NewMail) {
  const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('base64');
  return {
    ...row,
    message: text(encryptedMessage),
    recipient: text(recipientHash),
    domain: text(domainHash),
    mentioned: text(mentionedHash),
  };
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
  return JSON.parse(decrypt(secret, purposeOf(id), encrypted).toString('utf8')) as StoredMail;
}

/** The column of the messages, and the columns that change with the secret as well. */
export const sealedMail: SealedValues = {
  table: 'identity.outgoing_mails',
  id: 'id',
  column: 'encrypted_message',
  purposePrefix: 'outgoing_mails/',
  hashColumns: ['recipient_hash', 'domain_hash', 'mentioned_hash'],
  hashesOf: (secret, plain) => {
    const { to, mentions } = JSON.parse(plain.toString('utf8')) as StoredMail;
    const { hashesOf, hashEmail } = recipientHasher(secret);
    const { recipientHash, domainHash } = hashesOf(to);
    // Version 0.2 did not store whom the mail mentions.
    return [recipientHash, domainHash, mentions === undefined ? null : hashEmail(mentions)];
  },
};

const purposeOf = (id: string) => `${sealedMail.purposePrefix}${id}`;

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

type Hash = Uint8Array<ArrayBuffer>;

export interface RecipientHashes {
  recipientHash: Hash;
  domainHash: Hash;
}

/** Keyed hashes of the recipient, to find queued mail. The database alone, without the secret, does not reveal the recipient. */
export function recipientHasher(secret: Secrets) {
  const [hash, ...others] = secretList(secret).map(hasherOf) as [Hasher, ...Hasher[]];
  const hashEmail = (email: string) => hash(comparable(email));
  return {
    hashEmail,
    /** The hashes with all secrets: during a rotation a mail may have any of them. */
    allHashesOf: (email: string): Hash[] => [hash, ...others].map((each) => each(comparable(email))),
    hashesOf: (email: string): RecipientHashes => ({
      recipientHash: hashEmail(email),
      domainHash: hash(comparable(email).replace(/^.*@/su, '@')),
    }),
  };
}

type Hasher = (text: string) => Hash;

function hasherOf(secret: string): Hasher {
  const key = deriveKey(secret, 'recipients of queued mail');
  return (text) => Uint8Array.from(createHmac('sha256', key).update(text).digest());
}

const comparable = (email: string) => email.trim().normalize('NFKC').toLowerCase();
