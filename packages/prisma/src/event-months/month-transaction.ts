import type { Pool, PoolClient } from 'pg';
import { lockIfFree } from '../locks/advisory-locks.js';

/** Requests wait for 1.5 seconds at most, so they must not queue behind a lock of these transactions for longer. */
const lockTimeout = "SET LOCAL lock_timeout = '1s'";

/**
 * Runs a change of the partitions of the events in one transaction, one at a time in all processes. Returns undefined if
 * another process has one in progress.
 */
export async function inMonthTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result | undefined> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // Reading a whole month may take minutes.
    await client.query(`BEGIN; ${lockTimeout}; SET LOCAL statement_timeout = 0`);
    const result = (await lockIfFree(client, 'eventMonths')) ? await work(client) : undefined;
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
