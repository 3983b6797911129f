import { setTimeout as delay } from 'node:timers/promises';
import { rateLimited } from '@org/identity-core';
import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';
import { createTurns, type Turns } from '../locks/turns.js';
import type { GrowingWaits, TryLimit } from './try-limit.js';

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

// The clock of the database: the clocks of the processes may differ.
const clock = '(extract(epoch FROM now()) * 1000)::bigint';
// Much longer than a try takes. A process that stops in the middle of a try leaves its reservation behind.
const reservedMilliseconds = 60_000;

/** One counter, as it was before the reservation. */
export interface Counter {
  readonly key: string;
  readonly points: number;
  /** How many of the points belong to tries in flight. */
  readonly reserved: number;
  readonly seconds: number;
  /** Whether the try has a reservation in this counter now. */
  readonly taken: boolean;
}

// Makes a reservation in every counter, unless one of them is full. Rows are locked in the order of their keys, so that no two
// statements deadlock. Several statements may add the row of a counter at the same moment: `WHERE` lets no more of them in
// than the limit allows.
const reserveAll = statement(
  'tries_reserve',
  `WITH tried AS (
     SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) WITH ORDINALITY AS tried(key, max, seconds, line)
   ), state AS (
     SELECT tried.*, coalesce(counter.points, 0) AS points, counter.expire,
            CASE WHEN counter.reserved_until > ${clock} THEN counter.reserved ELSE 0 END AS reserved
     FROM tried LEFT JOIN identity.rate_limits counter ON counter.key = tried.key AND counter.expire > ${clock}
   ), taken AS (
     INSERT INTO identity.rate_limits AS counter (key, points, expire, reserved, reserved_until)
     SELECT key, 1, ${clock} + seconds * 1000::bigint, 1, ${clock} + ${reservedMilliseconds} FROM tried
     WHERE NOT EXISTS (SELECT FROM state WHERE state.points >= state.max) ORDER BY key
     ON CONFLICT (key) DO UPDATE
     SET points = CASE WHEN counter.expire > ${clock} THEN counter.points + 1 ELSE 1 END,
         expire = CASE WHEN counter.expire > ${clock} THEN counter.expire ELSE excluded.expire END,
         reserved = CASE WHEN counter.expire > ${clock} AND counter.reserved_until > ${clock}
           THEN counter.reserved + 1 ELSE 1 END,
         reserved_until = excluded.reserved_until
     WHERE coalesce(counter.expire <= ${clock}, true)
        OR counter.points < (SELECT tried.max FROM tried WHERE tried.key = counter.key)
     RETURNING key
   )
   SELECT state.key, state.points, state.reserved::int, coalesce((state.expire - ${clock}) / 1000.0, 0)::float8 AS seconds,
          EXISTS (SELECT FROM taken WHERE taken.key = state.key) AS taken
   FROM state ORDER BY state.line`,
);

/** Reserves a try in all counters, or in none of them if one is full. Returns them as they were before. */
export async function reserveTry(pool: Pool, limits: readonly TryLimit[]): Promise<readonly Counter[]> {
  const columns = [limits.map(({ key }) => key), limits.map(({ max }) => max), limits.map(({ seconds }) => seconds)];
  const { rows } = await run<Counter>(pool, reserveAll, columns);
  return rows;
}

const held = 'SELECT key FROM identity.rate_limits WHERE key = ANY($1::text[]) ORDER BY key FOR UPDATE';

const keepWrong = statement(
  'tries_wrong',
  `WITH held AS (${held})
   UPDATE identity.rate_limits counter SET reserved = greatest(counter.reserved - 1, 0)
   FROM held WHERE counter.key = held.key`,
);

/** The try was wrong: its reservations are points now. */
export async function countWrong(pool: Pool, limits: readonly TryLimit[]): Promise<void> {
  await run(pool, keepWrong, [limits.map(({ key }) => key)]);
}

// Other tries of the reset counters may be in flight: they keep their reservations. One update, because it sees what another
// statement has changed while it waited for the row; a separate deletion would not.
const giveBack = statement(
  'tries_give_back',
  `WITH held AS (${held})
   UPDATE identity.rate_limits counter
   SET points = CASE WHEN counter.key = ANY($2::text[]) THEN greatest(counter.reserved - 1, 0)
         ELSE greatest(counter.points - 1, 0) END,
       expire = CASE WHEN counter.key = ANY($2::text[]) AND counter.reserved <= 1 THEN 0 ELSE counter.expire END,
       reserved = greatest(counter.reserved - 1, 0)
   FROM held WHERE counter.key = held.key`,
);

/** The try was right: it releases its reservations and resets the counts of wrong tries. */
export async function countRight(pool: Pool, limits: readonly TryLimit[]): Promise<void> {
  const forgotten = limits
    .filter(({ forgottenByRight }) => forgottenByRight)
    .flatMap(({ key, waits }) => (waits ? [key, waits.key] : [key]));
  await run(pool, giveBack, [[...limits.map(({ key }) => key), ...forgotten], forgotten]);
}

/** The try was not made: it releases its reservations. */
export async function takeBack(pool: Pool, keys: readonly string[]): Promise<void> {
  await run(pool, giveBack, [keys, []]);
}

const forget = statement('tries_forget', 'DELETE FROM identity.rate_limits WHERE key = ANY($1::text[])');

/** Resets counters, even if tries are in flight. */
export async function forgetTries(pool: Pool, keys: readonly string[]): Promise<void> {
  await run(pool, forget, [keys]);
}

const day = 24 * 60 * 60 * 1000;

// A counter that waits has one point more than its limit. So only the first try that is refused starts the wait: later ones
// do not extend it.
const start = statement(
  'tries_start_wait',
  `WITH full_counter AS (
     SELECT key FROM identity.rate_limits WHERE key = $1 AND points = $2::int AND expire > ${clock} FOR UPDATE
   ), waits AS (
     INSERT INTO identity.rate_limits AS waits (key, points, expire) SELECT $3, 1, ${clock} + ${day} FROM full_counter
     ON CONFLICT (key) DO UPDATE
     SET points = CASE WHEN waits.expire > ${clock} THEN waits.points + 1 ELSE 1 END,
         expire = CASE WHEN waits.expire > ${clock} THEN waits.expire ELSE excluded.expire END
     RETURNING points
   )
   UPDATE identity.rate_limits counter
   SET points = $2::int + 1, reserved = 0,
       expire = ${clock} + (least($4::float8 * 2 ^ least(waits.points - 1, 30), $5::float8) * 1000)::bigint
   FROM full_counter, waits WHERE counter.key = full_counter.key
   RETURNING ((counter.expire - ${clock}) / 1000.0)::float8 AS seconds`,
);

/** Starts the wait of a full counter. Returns its seconds, or undefined if it is no longer full, or waits already. */
export async function startWait(
  pool: Pool,
  { key, max }: TryLimit,
  { key: waitKey, firstWaitSeconds, longestWaitSeconds }: GrowingWaits,
): Promise<number | undefined> {
  const values = [key, max, waitKey, firstWaitSeconds, longestWaitSeconds];
  const { rows } = await run<{ seconds: number }>(pool, start, values);
  return rows[0]?.seconds;
}
