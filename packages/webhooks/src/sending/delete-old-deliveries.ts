import type { Job } from '@org/identity-core';
import { deleteUnusedTargets, type Pool } from '@org/identity-prisma';

const keptDays = 30;
const rowsAtOnce = 1_000;

/** Deletes deliveries some time after they were delivered or given up. */
export function deleteOldDeliveriesJob({ pool }: { pool: Pool }): Job {
  return {
    name: 'delete-old-deliveries',
    everySeconds: 10 * 60,
    run: async (signal) => {
      await deleteOldDeliveries(pool, signal);
      await deleteUnusedTargets(pool);
    },
  };
}

/** Deletes them in small batches, so that no transaction is long. Returns their number. */
export async function deleteOldDeliveries(pool: Pool, signal?: AbortSignal): Promise<number> {
  let total = 0;
  // Entries of deleted rows stay in the index until a vacuum: each statement begins where the one before ended.
  let from = '-infinity';
  while (!signal?.aborted) {
    const { rows } = await pool.query<{ count: number; latest: Date | null }>(
      `WITH gone AS (
         DELETE FROM identity.webhook_deliveries WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM identity.webhook_deliveries
           WHERE status <> 'PENDING' AND finished_at <= now() - make_interval(days => $1) AND finished_at >= $2::timestamptz
           ORDER BY finished_at LIMIT $3 FOR UPDATE SKIP LOCKED))
         RETURNING finished_at)
       SELECT count(*)::int AS count, max(finished_at) AS latest FROM gone`,
      [keptDays, from, rowsAtOnce],
    );
    const { count = 0, latest = null } = rows[0] ?? {};
    total += count;
    if (count < rowsAtOnce || !latest) break;
    from = latest.toISOString();
  }
  return total;
}
