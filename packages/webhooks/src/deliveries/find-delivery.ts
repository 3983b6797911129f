import { type EventBody, isUuid } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import type { WebhookCall } from '../access/change-webhook.js';
import { deliveryNotFound } from '../access/errors.js';
import { eventBody } from '../feed/event-body.js';
import { getWebhook } from '../webhooks/get-webhooks.js';
import type { DeliveryEntry } from './list-deliveries.js';

/** A delivery with what is sent. */
export interface FoundDelivery extends DeliveryEntry {
  readonly webhookId: string;
  readonly lastError: string | null;
  /** The body of the request; undefined if the event is no longer stored. */
  readonly event: EventBody | undefined;
}

/** One delivery of a webhook, with the body of its request. */
export async function findDelivery(
  db: Database,
  { deliveryId, ...call }: WebhookCall & { deliveryId: string },
): Promise<FoundDelivery> {
  const { id: webhookId } = await getWebhook(db, call);
  const where = { id: deliveryId, webhookId };
  const found = isUuid(deliveryId) ? await db.webhookDelivery.findFirst({ where }) : null;
  if (!found) throw deliveryNotFound();
  const { dueAt, horizon: _horizon, seq: _seq, replayed: _replayed, ...delivery } = found;
  const event = await db.event.findUnique({ where: { id: delivery.eventId } });
  return {
    ...delivery,
    nextAttemptAt: delivery.status === 'PENDING' ? dueAt : null,
    // Events are written with objects only.
    event: event ? eventBody({ ...event, data: event.data as Record<string, never> }) : undefined,
  };
}
