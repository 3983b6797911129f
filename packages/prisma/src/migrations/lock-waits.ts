import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** How long and how often a migration waits for the locks of its tables. */
export interface LockWaits {
  /**
   * How long one attempt waits for a lock. Other requests queue behind a waiting lock, so this has to be shorter than their
   * own lock timeout (`databaseTimeouts.lock`).
   */
  readonly waitMilliseconds: number;
  readonly attempts: number;
  /** The pause after the first attempt. It doubles with each attempt, up to ten times this value. */
  readonly pauseMilliseconds: number;
}

/** About two and a half minutes in total. */
export const defaultLockWaits: LockWaits = { waitMilliseconds: 500, attempts: 30, pauseMilliseconds: 500 };

const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/** Whether an attempt failed only because another transaction was in the way. */
export function isLockFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === lockNotAvailable || error.code === deadlockDetected);
}

/** Lets the transactions run that waited behind the failed attempt. */
export async function pauseAfter(attempt: number, { pauseMilliseconds }: LockWaits): Promise<void> {
  await setTimeout(pauseMilliseconds * Math.min(2 ** (attempt - 1), 10));
}

/** Names the oldest open transaction of the database, if this role may see it. */
export async function describeOldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; started: Date }>(
    `SELECT pid, xact_start AS started FROM pg_stat_activity
     WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
     ORDER BY xact_start LIMIT 1`,
  );
  const [oldest] = rows;
  return oldest
    ? `The oldest open transaction is that of the PostgreSQL process ${oldest.pid}, open since ${oldest.started.toISOString()}.`
    : 'Look for long transactions in pg_stat_activity.';
}
