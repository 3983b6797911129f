import { type PoolClient, uuidV7 } from '@org/identity-prisma';
import type { Wanted } from './match-events.js';

/**
 * Adds deliveries and makes their webhooks due. Returns whether there were any. The webhooks are locked first: a sender
 * that ends its claim either waits for this transaction and sees the deliveries, or was earlier and does not change the time
 * that is set here.
 */
export async function addDeliveries(client: PoolClient, wanted: readonly Wanted[]): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM identity.webhooks WHERE id = ANY($1::uuid[]) AND status = 'ACTIVE' ORDER BY id FOR NO KEY UPDATE`,
    [[...new Set(wanted.map(({ webhookId }) => webhookId))]],
  );
  const active = new Set(rows.map(({ id }) => id));
  const added = wanted.filter(({ webhookId }) => active.has(webhookId));
  if (added.length === 0) return false;
  await client.query(
    `INSERT INTO identity.webhook_deliveries (id, webhook_id, event_id, horizon, seq, type)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::text[])
     ON CONFLICT (webhook_id, event_id) DO NOTHING`,
    [
      added.map(() => uuidV7()),
      added.map(({ webhookId }) => webhookId),
      added.map(({ event }) => event.id),
      added.map(({ event }) => String(event.horizon)),
      added.map(({ event }) => String(event.seq)),
      added.map(({ event }) => event.type),
    ],
  );
  await client.query(
    `UPDATE identity.webhooks SET due_at = greatest(now(), wait_until)
     WHERE id = ANY($1::uuid[]) AND (due_at IS NULL OR due_at > greatest(now(), wait_until))`,
    [[...active]],
  );
  return true;
}
