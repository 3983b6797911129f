import { type RehearsalLimit, type Rehearse, type Rehearsed, rateLimited } from '@org/identity-core';
import { countWithin, keyOf } from './counter.js';
import type { Database } from './database-types.js';
import { turnWaitOf } from './locks/tenant-transaction.js';
import { createTurns, inTurns } from './locks/turns.js';
import { inOneTransaction } from './one-transaction.js';

/** Runs work and keeps its changes only if `isExpected` returns true for what it did. */
export type RunIfExpected = <Result>(
  caller: string,
  work: () => Promise<Result>,
  isExpected: (outcome: Rehearsed<Result>) => boolean | Promise<boolean>,
  limit?: RehearsalLimit,
) => Promise<Rehearsed<Result> & { readonly kept: boolean }>;

/** Enough for every script; too few to measure small differences in time. */
const perMinute = 300;

/**
 * Runs changes in transactions that are rolled back, or kept if they did what was expected. Each keeps its connection while
 * it waits for locks, so all of them together may use a quarter of the pool, and each caller may run one at a time.
 */
export function createRehearsals(db: Database, poolSize: number): { rehearse: Rehearse; runIfExpected: RunIfExpected } {
  const maxWaitMilliseconds = turnWaitOf(db);
  const ofCaller = createTurns({ atOnce: 1, maxWaiting: 50, maxWaitMilliseconds });
  const ofAll = createTurns({ atOnce: Math.ceil(poolSize / 4), maxWaiting: 500, maxWaitMilliseconds });
  const runIfExpected: RunIfExpected = async (caller, work, isExpected, limit) => {
    await countRehearsal(db, caller, limit);
    return inTurns([ofCaller, caller], [ofAll, 'all'], async () => {
      const { result, outcome, kept } = await inOneTransaction(db, work, (result, outcome) =>
        isExpected({ result, ...outcome }),
      );
      return { result, ...outcome, kept };
    });
  };
  return { runIfExpected, rehearse: (caller, work, limit) => runIfExpected(caller, work, () => false, limit) };
}

/** Counts before the transaction begins, so that the rollback does not undo the count. */
async function countRehearsal(db: Database, caller: string, limit: RehearsalLimit | undefined): Promise<void> {
  const wait = await countWithin(db, [
    { key: `rehearsals:${keyOf(caller)}`, max: perMinute, seconds: 60 },
    ...(limit ? [{ key: `rehearsals_of:${keyOf(caller, limit.name)}`, max: limit.perMinute, seconds: 60 }] : []),
  ]);
  if (wait !== undefined) throw rateLimited(wait);
}
