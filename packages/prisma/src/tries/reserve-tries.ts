import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';
import type { TryLimit } from './try-limit.js';

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
const reserve = statement(
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
  const { rows } = await run<Counter>(pool, reserve, columns);
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
