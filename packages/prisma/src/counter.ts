import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

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
