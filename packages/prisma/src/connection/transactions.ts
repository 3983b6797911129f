import type { Pool, PoolClient } from 'pg';
import type { Database, Transaction } from '../database-types.js';
import { Prisma } from '../generated/client.js';
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

/** Runs a transaction that takes long, such as the deletion of a tenant. Each statement may take as long as the transaction. */
export function longTransaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
  { timeout, lockTimeout, maxWait }: { timeout: number; lockTimeout?: number; maxWait?: number },
): Promise<Result> {
  const longer = async (tx: Transaction) => {
    // `true` limits the settings to this transaction. NULL leaves the lock timeout unchanged.
    await tx.$executeRaw`
      SELECT set_config('statement_timeout', ${String(timeout)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(timeout)}, true),
        CASE WHEN ${lockTimeout ?? null}::int IS NOT NULL
          THEN set_config('lock_timeout', ${String(lockTimeout ?? 0)}, true) END`;
    return work(tx);
  };
  return db.$transaction(longer, { timeout, ...(maxWait === undefined ? {} : { maxWait }) });
}

/** Runs work in one transaction on a connection of the pool, for SQL that Prisma does not run. */
export async function inPoolTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((reason: unknown) => {
      failure = reason instanceof Error ? reason : new Error(String(reason));
    });
    throw error;
  } finally {
    // A connection that could not roll back is closed.
    client.release(failure);
  }
}
