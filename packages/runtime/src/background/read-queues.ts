import type { Database, Prisma } from '@org/identity-prisma';
import type { Secrets } from '../keys/secrets.js';
import { decryptMail } from './mail/outbox.js';

/** The queues of the server, by the names that operators use. */
export const queueNames = ['mail', 'logout-notices'] as const;
export type QueueName = (typeof queueNames)[number];

export interface QueueState {
  name: QueueName;
  /** Entries that will be tried (again). */
  waiting: number;
  /** Mail that was given up. Logout notices that are given up are deleted. */
  failed: number;
  /** When the oldest waiting entry was queued. */
  oldest: Date | null;
}

export interface QueueEntry {
  id: string;
  /** What a mail is about; `other` if it was not recorded. */
  kind: string;
  /** The masked recipient of a mail; null if it cannot be decrypted. */
  recipient: string | null;
  /** The client that a notice is for. */
  clientId: string | null;
  status: 'WAITING' | 'FAILED';
  attempts: number;
  lastError: string | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
}

interface Counts {
  waiting: bigint;
  failed: bigint;
  oldest: Date | null;
}

/** The state of each queue. Counts rows: a queue is empty unless its receivers are down. */
export async function listQueues(db: Database): Promise<{ queues: QueueState[] }> {
  const [mail] = await db.$queryRaw<Counts[]>`
    SELECT count(*) FILTER (WHERE failed_at IS NULL) AS waiting, count(failed_at) AS failed,
      min(created_at) FILTER (WHERE failed_at IS NULL) AS oldest FROM identity.outgoing_mails`;
  const [notices] = await db.$queryRaw<Counts[]>`
    SELECT count(*) AS waiting, 0::bigint AS failed, min(created_at) AS oldest FROM identity.logout_notices`;
  return { queues: [stateOf('mail', mail), stateOf('logout-notices', notices)] };
}

/** How many mails were given up, counted up to 100. */
export async function countFailed(db: Database): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM identity.outgoing_mails WHERE failed_at IS NOT NULL LIMIT 100) failed`;
  return row?.count ?? 0;
}

const stateOf = (name: QueueName, counts: Counts | undefined): QueueState => ({
  name,
  waiting: Number(counts?.waiting ?? 0),
  failed: Number(counts?.failed ?? 0),
  oldest: counts?.oldest ?? null,
});

export interface QueuePage {
  queue: QueueName;
  page: number;
  limit: number;
}

/** A page of the entries of a queue: failed ones first, then those that are due first. The content of a mail is not read out. */
export async function listQueueEntries({ db, secret }: { db: Database; secret: Secrets }, query: QueuePage) {
  const { queue, page, limit } = query;
  const paging = { skip: (page - 1) * limit, take: limit };
  const pagination = (total: number) => ({ page, limit, total, pages: Math.ceil(total / limit) });
  if (queue === 'logout-notices') {
    const [rows, total] = await Promise.all([
      db.logoutNotice.findMany({ orderBy: [{ dueAt: 'asc' }, { id: 'asc' }], ...paging }),
      db.logoutNotice.count(),
    ]);
    return { entries: rows.map(noticeEntry), pagination: pagination(total) };
  }
  const orderBy: Prisma.OutgoingMailOrderByWithRelationInput[] = [
    { failedAt: { sort: 'desc', nulls: 'last' } },
    { dueAt: 'asc' },
    { id: 'asc' },
  ];
  const [rows, total] = await Promise.all([db.outgoingMail.findMany({ orderBy, ...paging }), db.outgoingMail.count()]);
  return { entries: rows.map((row) => mailEntry(secret, row)), pagination: pagination(total) };
}

type NoticeRow = Prisma.LogoutNoticeGetPayload<object>;
type MailRow = Prisma.OutgoingMailGetPayload<object>;

/** A logout notice as operators see it. */
export function noticeEntry({ id, clientId, attempts, lastError, dueAt, createdAt }: NoticeRow): QueueEntry {
  const entry = { id, kind: 'logout', recipient: null, clientId, status: 'WAITING' as const };
  return { ...entry, attempts, lastError, nextAttemptAt: dueAt, createdAt };
}

/** A queued mail as operators see it. */
export function mailEntry(secret: Secrets, row: MailRow): QueueEntry {
  const { id, kind, attempts, lastError, dueAt, failedAt, createdAt } = row;
  const to = decryptMail(secret, id, row.encryptedMessage)?.to;
  return {
    id,
    kind: kind ?? 'other',
    recipient: to === undefined ? null : masked(to),
    clientId: null,
    status: failedAt ? 'FAILED' : 'WAITING',
    attempts,
    lastError,
    nextAttemptAt: failedAt ? null : dueAt,
    createdAt,
  };
}

/** `ada@example.com` becomes `a…@example.com`: enough to see which mail server refuses, but not a usable email. */
function masked(email: string): string {
  const [first = ''] = email;
  return `${first}…${email.slice(email.lastIndexOf('@'))}`;
}
