import type { Transaction } from '../database-types.js';
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
