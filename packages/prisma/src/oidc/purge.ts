import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';

const batch = 1_000;

// Locked rows are skipped: another process is purging them, or using them for the last time.
const purges = (['oidc_tokens', 'oidc_records', 'oidc_sessions', 'oidc_grants', 'refresh_answers'] as const).map(
  (table) =>
    statement(
      `purge_${table}`,
      `DELETE FROM identity.${table} WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM identity.${table} WHERE expires_at <= now() ORDER BY expires_at LIMIT ${batch} FOR UPDATE SKIP LOCKED))`,
    ),
);

/** Deletes expired rows in batches of 1,000, so that no statement runs long or locks much. Returns how many. */
export async function purgeExpired(pool: Pool, options: { signal?: AbortSignal } = {}): Promise<number> {
  let total = 0;
  for (const purge of purges) {
    let count: number;
    do {
      if (options.signal?.aborted) return total;
      ({ count } = await run(pool, purge, []));
      total += count;
    } while (count === batch);
  }
  return total;
}
