import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

/** Counts up to `points` within `duration` seconds for each key, in PostgreSQL: for all processes together. */
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

/** Addresses are personal and of any length: the table holds their hash. */
export function keyOf(...parts: string[]): string {
  return hash('sha256', parts.join('\n'), 'base64url');
}
