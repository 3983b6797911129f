import type { Rehearse } from '@org/identity-core';
import type { Database } from './database.js';
import { createTurns } from './locks/turns.js';
import { inOneTransaction } from './one-transaction.js';

/**
 * Runs changes in transactions that are rolled back. A rehearsal keeps its connection while it waits for locks, so all
 * rehearsals together may use a quarter of the pool, and each caller may run one at a time.
 */
export function createRehearse(db: Database, poolSize: number): Rehearse {
  const maxWaitMilliseconds = 20_000;
  const ofCaller = createTurns({ atOnce: 1, maxWaiting: 50, maxWaitMilliseconds });
  const ofAll = createTurns({ atOnce: Math.ceil(poolSize / 4), maxWaiting: 500, maxWaitMilliseconds });
  return (caller, work) =>
    ofCaller(caller, () =>
      ofAll('all', async () => {
        const { result, outcome } = await inOneTransaction(db, work, () => false);
        return { result, ...outcome };
      }),
    );
}
