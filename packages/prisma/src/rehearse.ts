import {
  type RehearsalLimit,
  type Rehearse,
  type Rehearsed,
  rateLimited,
  serviceUnavailable,
} from '@org/identity-core';
import { countWithin, keyOf } from './counter.js';
import type { Database } from './database-types.js';
import { noChangeWaits, turnWaitOf } from './locks/tenant-transaction.js';
import { createTurns, inTurns, type TurnLimits } from './locks/turns.js';
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

/** A client waits five seconds for a response by default. */
const shortestWait = 4_500;

/**
 * Runs changes in transactions that are rolled back, or kept if they did what was expected. Each keeps its connection while
 * it waits for locks, so all of them together may use a quarter of the pool, and each caller may run one at a time.
 * Rehearsals have a queue of their own and begin only when no change waits for its turn: they must not delay one.
 */
export function createRehearsals(db: Database, poolSize: number): { rehearse: Rehearse; runIfExpected: RunIfExpected } {
  const queue = (limits: Pick<TurnLimits, 'maxWaitMilliseconds' | 'waitsWhileMoving' | 'what'>) => {
    const ofCaller = createTurns({ ...limits, atOnce: 1, maxWaiting: 50 });
    const ofAll = createTurns({ ...limits, atOnce: Math.ceil(poolSize / 4), maxWaiting: 500 });
    return <Result>(caller: string, task: () => Promise<Result>) => inTurns([ofCaller, caller], [ofAll, 'all'], task);
  };
  const rehearsalWait = Math.max(shortestWait, turnWaitOf(db));
  const changes = queue({ maxWaitMilliseconds: turnWaitOf(db), what: 'changes' });
  // On a busy machine each of them takes longer, and forty take longer than one may wait. They are answered all the same, as
  // long as one after the other succeeds.
  const rehearsals = queue({ maxWaitMilliseconds: rehearsalWait, waitsWhileMoving: true, what: 'rehearsals' });
  return {
    async runIfExpected(caller, work, isExpected, limit) {
      await countRehearsal(db, caller, limit);
      return changes(caller, async () => {
        const { result, outcome, kept } = await inOneTransaction(db, work, (result, outcome) =>
          isExpected({ result, ...outcome }),
        );
        return { result, ...outcome, kept };
      });
    },
    async rehearse(caller, work, limit) {
      await countRehearsal(db, caller, limit);
      return rehearsals(caller, async () => {
        await within(noChangeWaits(db), rehearsalWait);
        const { result, outcome } = await inOneTransaction(db, work, () => false);
        return { result, ...outcome };
      });
    },
  };
}

/** Refuses with a 503 if that takes longer. */
async function within(event: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refusal = serviceUnavailable('There are too many changes at the same time. Try again in a moment.');
    timer = setTimeout(() => reject(refusal), milliseconds);
  });
  await Promise.race([event, late]).finally(() => clearTimeout(timer));
}

/** Counts before the transaction begins, so that the rollback does not undo the count. */
async function countRehearsal(db: Database, caller: string, limit: RehearsalLimit | undefined): Promise<void> {
  const wait = await countWithin(db, [
    { key: `rehearsals:${keyOf(caller)}`, max: perMinute, seconds: 60 },
    ...(limit ? [{ key: `rehearsals_of:${keyOf(caller, limit.name)}`, max: limit.perMinute, seconds: 60 }] : []),
  ]);
  if (wait !== undefined) throw rateLimited(wait);
}
