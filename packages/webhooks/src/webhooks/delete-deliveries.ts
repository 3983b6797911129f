import type { Job } from '@org/identity-core';
import type { Pool } from '@org/identity-prisma';

const rowsAtOnce = 1_000;

/** Finds the next deliveries of a webhook. */
export const nextDeliveries = `SELECT id FROM identity.webhook_deliveries
  WHERE webhook_id = $1::uuid AND id > $2::uuid ORDER BY id LIMIT $3`;

/** Deletes the deliveries of webhooks that were deleted, also of those that were deleted with their tenant. */
export function deleteDeliveriesJob({ pool }: { pool: Pool }): Job {
  return {
    name: 'delete-webhook-deliveries',
    everySeconds: 60,
    run: (signal) => deleteDeliveries(pool, { signal }),
  };
}

/**
 * Deletes them in small batches, each a transaction of its own, and then the note about the webhook. Another process can go
 * on at any time. A deleted webhook gets no more deliveries: adding one locks its row first.
 */
export async function deleteDeliveries(
  pool: Pool,
  { signal, atOnce = rowsAtOnce }: { signal?: AbortSignal; atOnce?: number } = {},
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM identity.deleted_webhooks ORDER BY deleted_at, id');
  for (const { id } of rows) {
    // Entries of deleted rows stay in the index until a vacuum: each statement begins where the one before ended.
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      if (signal?.aborted) return;
      const batch = await pool.query<{ count: number; last: string | null }>(
        `WITH gone AS (
           DELETE FROM identity.webhook_deliveries WHERE id = ANY(ARRAY(${nextDeliveries})) RETURNING id)
         SELECT count(*)::int AS count, max(id::text) AS last FROM gone`,
        [id, after, atOnce],
      );
      const { count = 0, last = null } = batch.rows[0] ?? {};
      if (count < atOnce || !last) break;
      after = last;
    }
    await pool.query(
      `DELETE FROM identity.deleted_webhooks WHERE id = $1::uuid
         AND NOT EXISTS (SELECT FROM identity.webhook_deliveries WHERE webhook_id = $1::uuid)`,
      [id],
    );
  }
}
