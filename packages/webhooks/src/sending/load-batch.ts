import type { EventRow, Pool } from '@org/identity-prisma';
import type { StoredSecrets } from '../secrets/webhook-secret.js';
import { maxQuickFailures } from './retry-waits.js';

/** Deliveries that are read at once. */
const batchSize = 50;
/** Among so many that are tried again, those of the oldest events come first. */
const retriesInOrder = 200;

export interface WebhookSettings extends StoredSecrets {
  readonly tenantId: string | null;
  readonly url: string;
  readonly failures: number;
}

export interface DueDelivery {
  readonly id: string;
  readonly attempts: number;
  /** Whether it waits behind all others, because a replay sends it. */
  readonly replay: boolean;
  /** Undefined if the event was deleted, with the month that it belongs to. */
  readonly event: EventRow | undefined;
}

export interface Batch {
  readonly webhook: WebhookSettings;
  readonly deliveries: readonly DueDelivery[];
  /** Whether there may be more that are due. */
  readonly full: boolean;
}

/** The settings of a webhook and its next deliveries, in the order of the events. Undefined if it is paused or deleted. */
export async function loadBatch(pool: Pool, webhookId: string): Promise<Batch | undefined> {
  const settings = await pool.query<WebhookSettings>(
    `SELECT id, tenant_id AS "tenantId", url, secret, old_secret AS "oldSecret", old_secret_until AS "oldSecretUntil", failures
     FROM identity.webhooks WHERE id = $1::uuid AND status = 'ACTIVE'`,
    [webhookId],
  );
  const [webhook] = settings.rows;
  if (!webhook) return undefined;
  const limit = webhook.failures > maxQuickFailures ? 1 : batchSize;
  const deliveries = await loadDue(pool, webhookId, limit);
  return { webhook, deliveries, full: deliveries.length === limit };
}

type Row = Omit<EventRow, 'id'> & { deliveryId: string; attempts: number; replay: boolean; id: string | null };

/**
 * New deliveries, those of replays and those that are tried again are found by an index each: there may be very many of one,
 * and few of another. Replays come last, until their first attempt.
 */
async function loadDue(pool: Pool, webhookId: string, limit: number): Promise<DueDelivery[]> {
  const due = `SELECT id, event_id, attempts, horizon, seq, replayed AND attempts = 0 AS replay FROM identity.webhook_deliveries
    WHERE webhook_id = $1::uuid AND status = 'PENDING' AND due_at <= now()`;
  const { rows } = await pool.query<Row>(
    `SELECT next.id AS "deliveryId", next.attempts, next.replay, event.id, event.type, event.tenant_id AS "tenantId",
       event.actor_kind AS "actorKind", event.actor_id AS "actorId", event.subject_id AS "subjectId", event.data,
       event.occurred_at AS "occurredAt"
     FROM (SELECT * FROM (
             (${due} AND attempts = 0 AND NOT replayed ORDER BY horizon, seq LIMIT $2)
             UNION ALL (${due} AND attempts = 0 AND replayed ORDER BY horizon, seq LIMIT $2)
             UNION ALL (${due} AND attempts > 0 ORDER BY due_at LIMIT ${retriesInOrder})
           ) due ORDER BY replay, horizon, seq, id LIMIT $2) next
     -- With LIMIT, PostgreSQL looks up each event by its id, however it estimates the size of the table.
     LEFT JOIN LATERAL (SELECT * FROM identity.events WHERE id = next.event_id LIMIT 1) event ON true
     ORDER BY next.replay, next.horizon, next.seq, next.id`,
    [webhookId, limit],
  );
  return rows.map(({ deliveryId, attempts, replay, id, ...event }) => ({
    id: deliveryId,
    attempts,
    replay,
    event: id === null ? undefined : { id, ...event },
  }));
}
