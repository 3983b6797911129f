import type { Rehearse, Rehearsed } from '@org/identity-core';
import type { Database } from './database.js';
import { turnWaitOf } from './locks/tenant-transaction.js';
import { createTurns, inTurns } from './locks/turns.js';
import { inOneTransaction } from './one-transaction.js';

/** Runs work and keeps its changes only if `isExpected` returns true for what it did. */
export type RunIfExpected = <Result>(
  caller: string,
  work: () => Promise<Result>,
  isExpected: (outcome: Rehearsed<Result>) => boolean | Promise<boolean>,
) => Promise<Rehearsed<Result> & { readonly kept: boolean }>;

/**
 * Runs changes in transactions that are rolled back, or kept if they did what was expected. Each keeps its connection while
 * it waits for locks, so all of them together may use a quarter of the pool, and each caller may run one at a time.
 */
export function createRehearsals(db: Database, poolSize: number): { rehearse: Rehearse; runIfExpected: RunIfExpected } {
  const maxWaitMilliseconds = turnWaitOf(db);
  const ofCaller = createTurns({ atOnce: 1, maxWaiting: 50, maxWaitMilliseconds });
  const ofAll = createTurns({ atOnce: Math.ceil(poolSize / 4), maxWaiting: 500, maxWaitMilliseconds });
  const runIfExpected: RunIfExpected = (caller, work, isExpected) =>
    inTurns([ofCaller, caller], [ofAll, 'all'], async () => {
      const { result, outcome, kept } = await inOneTransaction(db, work, (result, outcome) =>
        isExpected({ result, ...outcome }),
      );
      return { result, ...outcome, kept };
    });
  return { runIfExpected, rehearse: (caller, work) => runIfExpected(caller, work, () => false) };
}
