import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';

const batchSize = 1_000;

// Skips locked rows: another process is purging them, or a request still uses them.
const purges = (['oidc_tokens', 'oidc_records', 'oidc_sessions', 'oidc_grants', 'refresh_answers'] as const).map(
  (table) =>
    statement(
      `purge_${table}`,
      `DELETE FROM identity.${table} WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM identity.${table} WHERE expires_at <= now() ORDER BY expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`,
    ),
);

/** Deletes expired rows in batches of 1,000, so that no statement takes long or locks many rows. Returns their number. */
export async function purgeExpired(pool: Pool, options: { signal?: AbortSignal } = {}): Promise<number> {
  let total = 0;
  for (const purge of purges) {
    let count: number;
    do {
      if (options.signal?.aborted) return total;
      ({ count } = await run(pool, purge, []));
      total += count;
    } while (count === batchSize);
  }
  return total;
}
