import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';
import type { GrowingWaits, TryLimit } from './try-limit.js';

const clock = '(extract(epoch FROM now()) * 1000)::bigint';
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
