import type { Job } from '@org/identity-core';
import type { Pool } from '@org/identity-prisma';

const keptDays = 30;
/** The most that are kept of one connection; the newest ones. */
const keptOfConnection = 10_000;
const rowsAtOnce = 1_000;

/** Deletes visits that have ended, and old attempts. */
export function deleteOldAttemptsJob({ pool }: { pool: Pool }): Job {
  return {
    name: 'delete-connection-attempts',
    everySeconds: 60 * 60,
    run: async (signal) => {
      await pool.query('DELETE FROM identity.connection_visits WHERE expires_at <= now()');
      await deleteOldAttempts(pool, signal);
    },
  };
}

/** Deletes them in small batches, so that no transaction is long. Returns their number. */
export async function deleteOldAttempts(pool: Pool, signal?: AbortSignal): Promise<number> {
  const old = await inBatches(pool, signal, byAge, [keptDays]);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM identity.connections ORDER BY id');
  let beyond = 0;
  for (const { id } of rows) {
    if (signal?.aborted) break;
    beyond += await inBatches(pool, signal, byNumber, [id, keptOfConnection]);
  }
  return old + beyond;
}

const byAge = `DELETE FROM identity.connection_attempts WHERE id = ANY(ARRAY(
  SELECT id FROM identity.connection_attempts WHERE at <= now() - make_interval(days => $1)
  ORDER BY at LIMIT ${rowsAtOnce}))`;
const byNumber = `DELETE FROM identity.connection_attempts WHERE id = ANY(ARRAY(
  SELECT id FROM identity.connection_attempts WHERE connection_id = $1
  ORDER BY id DESC OFFSET $2 LIMIT ${rowsAtOnce}))`;

async function inBatches(pool: Pool, signal: AbortSignal | undefined, text: string, values: unknown[]) {
  let total = 0;
  while (!signal?.aborted) {
    const { rowCount } = await pool.query(text, values);
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsAtOnce) break;
  }
  return total;
}
