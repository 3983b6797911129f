import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Transaction } from './database-types.js';
import { Prisma } from './generated/client.js';

/** Creates a rate limiter that allows `points` per key within `duration` seconds. All processes share it, in PostgreSQL. */
export function createCounter(pool: Pool, keyPrefix: string, points: number, duration: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'identity',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
  });
}

/** Returns the hash that is stored as a key. The parts may be personal data, such as an email or an IP, of any length. */
export function keyOf(...parts: string[]): string {
  return hash('sha256', parts.join('\n'), 'base64url');
}

/** A limit of `max` events within `seconds`. The time starts with the first event. */
export interface Limit {
  /** Names what is counted, and for whom. Must not contain personal data in plain text. */
  readonly key: string;
  readonly max: number;
  readonly seconds: number;
}

interface Counted {
  key: string;
  points: number;
  wait: number;
}

/**
 * Counts one event for every limit, in the caller's transaction. Returns the seconds to wait if a limit is exceeded, and
 * undefined otherwise. The rows stay locked until the commit, so two transactions cannot both be the last within the limit. A
 * rollback also undoes the count.
 */
export async function countWithin(tx: Transaction, limits: readonly Limit[]): Promise<number | undefined> {
  // In a fixed order: otherwise two transactions that lock the same rows could deadlock.
  const sorted = [...limits].sort((one, other) => (one.key < other.key ? -1 : 1));
  const rows = sorted.map(({ key, seconds }) => Prisma.sql`(${key}, 1, ${clock} + ${seconds * 1000}::bigint)`);
  const counted = await tx.$queryRaw<Counted[]>`
    INSERT INTO identity.rate_limits AS counter (key, points, expire) VALUES ${Prisma.join(rows)}
    ON CONFLICT (key) DO UPDATE
    SET points = CASE WHEN counter.expire <= ${clock} THEN 1 ELSE counter.points + 1 END,
        expire = CASE WHEN counter.expire <= ${clock} THEN excluded.expire ELSE counter.expire END
    RETURNING key, points, ((expire - ${clock}) / 1000.0)::float8 AS wait`;
  const waits = counted.flatMap(({ key, points, wait }) => {
    const limit = limits.find((one) => one.key === key);
    return limit && points > limit.max ? [Math.max(1, Math.ceil(wait))] : [];
  });
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

// The clock of the database: the clocks of the processes may differ.
export const clock = Prisma.sql`(extract(epoch FROM now()) * 1000)::bigint`;
