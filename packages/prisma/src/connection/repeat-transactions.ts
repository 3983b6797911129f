import type { Database, Transaction } from '../database-types.js';
import { Prisma } from '../generated/client.js';
import { longTransaction } from './database-timeouts.js';
import { DatabaseAwayError } from './database-watch.js';
import { unavailableReason } from './unavailable-reason.js';

type Work = (tx: Transaction) => Promise<unknown>;

/**
 * Begins a transaction, and once more if its connection broke before the work started: then nothing has been done. After
 * a failover the pool may still hold such a connection. Later failures are never repeated: the change may have been made.
 */
export async function beginAgain(
  begin: (work: Work, options?: unknown) => Promise<unknown>,
  work: Work,
  options: unknown,
): Promise<unknown> {
  let started = false;
  const noted: Work = (tx) => {
    started = true;
    return work(tx);
  };
  try {
    return await begin(noted, options);
  } catch (error) {
    // If the database is known not to respond, the request fails at once.
    const known = error instanceof DatabaseAwayError;
    if (started || known || unavailableReason(error) !== 'away') throw error;
    return begin(work, options);
  }
}

const maxAttempts = 5;
// PostgreSQL rolls back one of two transactions that deadlock or conflict.
const conflicts = new Set(['P2034', '40P01', '40001']);

/** Runs a change in a transaction. Repeats it if PostgreSQL rolled it back because of a deadlock or conflict. */
export async function inTransaction<Result>(
  db: Database,
  change: (tx: Transaction) => Promise<Result>,
  { timeout }: { timeout?: number | undefined } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (timeout === undefined ? db.$transaction(change) : longTransaction(db, change, { timeout }));
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // A raw statement fails with P2010, and its message contains PostgreSQL's code.
  return conflicts.has(error.code) || [...conflicts].some((code) => error.message.includes(code));
}
