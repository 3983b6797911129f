import type { Pool, PoolClient } from 'pg';
import { inPoolTransaction } from '../connection/transactions.js';
import { lockIfFree } from '../locks/advisory-locks.js';

/** Requests wait for 1.5 seconds at most, so they must not queue behind a lock of these transactions for longer. */
const lockTimeout = "SET LOCAL lock_timeout = '1s'";
// Reading a whole month may take minutes.
const begin = `BEGIN; ${lockTimeout}; SET LOCAL statement_timeout = 0`;

/**
 * Runs a change of the partitions of the events in one transaction, one at a time in all processes. Returns undefined if
 * another process has one in progress.
 */
export function inMonthTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result | undefined> {
  return inPoolTransaction(
    pool,
    async (client) => ((await lockIfFree(client, 'eventMonths')) ? work(client) : undefined),
    begin,
  );
}
