import { setTimeout as delay } from 'node:timers/promises';
import { rateLimited } from '@org/identity-core';
import type { Pool } from 'pg';
import { createTurns, type Turns } from '../locks/turns.js';
import { type Counter, countRight, countWrong, reserveTry, takeBack } from './reserve-tries.js';
import { startWait } from './start-wait.js';
import type { TryLimit } from './try-limit.js';

/** A try at a secret that can be guessed, such as a password or a code. */
export interface Try<Result> {
  /** In order of importance: the first one that is reached is named. */
  readonly limits: readonly TryLimit[];
  /** Compares the secret. A try whose comparison fails does not count. */
  compare(): Promise<{ readonly right: boolean; readonly result: Result }>;
}

/** A try that was not made, because there were too many wrong ones before. */
export interface RefusedTry {
  readonly refusedBy: TryLimit;
  /** How long to wait until the next try. */
  readonly seconds: number;
}

// As many as passwords are hashed at once. The limits do not depend on it: the database holds them for all processes.
const atOnce = 2;
const retryAfterSeconds = 5;
const maxWaitMilliseconds = 20_000;
const tooMany = () => rateLimited(retryAfterSeconds);
const turnsOf = new WeakMap<Pool, Turns>();

/**
 * Makes a try. Each one is reserved in its counters before it is compared, so that tries at once, in any number of
 * processes, never exceed a limit. A right one releases its reservation. Only completed wrong ones count: a try that finds the
 * last reservations taken by others in flight waits for them. In one process only two tries of a `key` are in flight.
 */
export function tryOnce<Result>(
  pool: Pool,
  key: string,
  prepare: () => Promise<Try<Result>>,
): Promise<{ readonly result: Result } | RefusedTry> {
  return inTurn(pool)(key, async () => {
    const { limits, compare } = await prepare();
    const refused = await reserve(pool, limits);
    if (refused) return refused;
    const compared = await compare().catch(async (error: unknown) => {
      await takeBack(pool, keysOf(limits));
      throw error;
    });
    await (compared.right ? countRight(pool, limits) : countWrong(pool, limits));
    return { result: compared.result };
  });
}

/** Whether a try was not made. */
export function isRefused(outcome: object): outcome is RefusedTry {
  return 'refusedBy' in outcome;
}

const keysOf = (limits: readonly { readonly key: string }[]) => limits.map(({ key }) => key);

function inTurn(pool: Pool): Turns {
  const turns = turnsOf.get(pool) ?? createTurns({ atOnce, maxWaiting: 128, maxWaitMilliseconds, refusal: tooMany });
  turnsOf.set(pool, turns);
  return turns;
}

async function reserve(pool: Pool, limits: readonly TryLimit[]): Promise<RefusedTry | undefined> {
  const started = performance.now();
  for (;;) {
    const counters = await reserveTry(pool, limits);
    const taken = counters.filter((counter) => counter.taken);
    if (taken.length === limits.length) return undefined;
    // Another process has made the last reservation of one counter at the same moment.
    if (taken.length > 0) await takeBack(pool, keysOf(taken));
    const refused = await refusalOf(pool, limits, counters);
    if (refused) return refused;
    if (performance.now() - started > maxWaitMilliseconds) throw tooMany();
    // Not at the same time as others that wait.
    await delay(50 + Math.random() * 100);
  }
}

/** Which limit refuses the try. Undefined if only tries in flight fill a counter: then it has to look again. */
async function refusalOf(
  pool: Pool,
  limits: readonly TryLimit[],
  counters: readonly Counter[],
): Promise<RefusedTry | undefined> {
  for (const [index, refusedBy] of limits.entries()) {
    const counter = counters[index];
    if (!counter || counter.points - counter.reserved < refusedBy.max) continue;
    const seconds =
      refusedBy.waits && counter.points === refusedBy.max
        ? await startWait(pool, refusedBy, refusedBy.waits)
        : counter.seconds;
    // Another process has started the wait.
    if (seconds === undefined) return undefined;
    return { refusedBy, seconds: Math.max(1, Math.ceil(seconds)) };
  }
  return undefined;
}
