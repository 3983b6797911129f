import type { Pool } from 'pg';
import { run, type Statement, statement } from '../fast-path/statement.js';
import { createPace, maxBatchSize, type Pace } from './purge-pace.js';

// Each statement begins where the one before ended: entries of deleted rows stay in the index until a vacuum, and reading
// over all of them again for each batch would take longer than the deletion. Locked rows are skipped: another process
// purges them, or a request still uses them. The next purge finds them.
const expiredRows = (table: string, condition = '') =>
  statement(
    `purge_${table}`,
    `WITH gone AS (
       DELETE FROM identity.${table} WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM identity.${table} expired WHERE expires_at <= now() AND expires_at >= $1::timestamptz ${condition}
         ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING expires_at)
     SELECT count(*)::int AS count, max(expires_at) AS latest FROM gone`,
  );

// The foreign key would delete all tokens of a grant in one statement, and a grant can have a hundred thousand. So they are
// deleted in batches before, and only grants without tokens are deleted. A token is not valid without its grant.
const tokensOfExpiredGrants = statement(
  'purge_tokens_of_grants',
  `WITH gone AS (
     DELETE FROM identity.oidc_tokens WHERE ctid = ANY(ARRAY(
       SELECT t.ctid FROM (
         SELECT id FROM identity.oidc_grants WHERE expires_at <= now() AND expires_at >= $1::timestamptz
         ORDER BY expires_at LIMIT ${maxBatchSize} FOR NO KEY UPDATE SKIP LOCKED) expired
       CROSS JOIN LATERAL (SELECT ctid FROM identity.oidc_tokens WHERE grant_id = expired.id LIMIT $2 FOR UPDATE SKIP LOCKED) t
       LIMIT $2))
     RETURNING 1)
   SELECT count(*)::int AS count, NULL::timestamptz AS latest FROM gone`,
);

// Not NOT EXISTS: PostgreSQL might turn that into a join that reads all tokens.
const withoutTokens = 'AND (SELECT true FROM identity.oidc_tokens WHERE grant_id = expired.id LIMIT 1) IS NULL';

interface Purge {
  /** Has to find nothing before the rows are deleted. */
  readonly before?: Statement;
  readonly rows: Statement;
}

const purges: readonly Purge[] = [
  { rows: expiredRows('oidc_tokens') },
  { rows: expiredRows('oidc_records') },
  { rows: expiredRows('oidc_sessions') },
  { before: tokensOfExpiredGrants, rows: expiredRows('oidc_grants', withoutTokens) },
  { rows: expiredRows('refresh_answers') },
];

export interface PurgeOptions {
  readonly signal?: AbortSignal;
  /** After this time the rest is left for the next purge. */
  readonly maxMilliseconds?: number;
}

/**
 * Deletes expired rows in small batches with a pause after each, so that requests are not slowed down. Returns their number.
 * Stops after the current batch if it is aborted.
 */
export async function purgeExpired(pool: Pool, options: PurgeOptions = {}): Promise<number> {
  const pace = createPace(pool, options);
  let total = 0;
  for (const purge of purges) total += await purgeTable(pool, purge, pace);
  return total;
}

async function purgeTable(pool: Pool, { before, rows }: Purge, pace: Pace): Promise<number> {
  let total = 0;
  let from = '-infinity';
  const deleteBatch = async (purge: Statement) => {
    const size = pace.batchSize();
    const result = await pace.measure(() => run<Batch>(pool, purge, [from, size]));
    const { count, latest } = result.rows[0] ?? nothing;
    total += count;
    const isFull = count === size;
    if (isFull) await pace.pause();
    return { isFull, latest };
  };
  while (!pace.isOver()) {
    if (before && (await deleteBatch(before)).isFull) continue;
    if (pace.isOver()) break;
    const { isFull, latest } = await deleteBatch(rows);
    if (!isFull) break;
    if (latest) from = latest.toISOString();
  }
  return total;
}

interface Batch {
  count: number;
  /** The latest expiry of the deleted rows. */
  latest: Date | null;
}
const nothing: Batch = { count: 0, latest: null };
