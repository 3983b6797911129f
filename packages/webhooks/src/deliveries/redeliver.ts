import { actorOf, isUuid, reply } from '@org/identity-core';
import { afterCommit, type Transaction } from '@org/identity-prisma';
import { changeWebhook, requireActive, type WebhookCall } from '../access/change-webhook.js';
import { deliveryNotFound, eventGone } from '../access/errors.js';
import type { WebhookServices } from '../services.js';
import { setDue } from '../webhooks/set-due.js';
import { reopened } from './reopened.js';

/** Sends a delivery again. One that still waits for its next attempt is sent now. */
export async function redeliver(
  { db, events, sendSoon }: Pick<WebhookServices, 'db' | 'events' | 'sendSoon'>,
  { deliveryId, ...call }: WebhookCall & { deliveryId: string },
) {
  const started = await changeWebhook(db, call, async (tx, webhook) => {
    const { id: webhookId, tenantId } = webhook;
    const delivery = await requireDelivery(tx, { webhookId, deliveryId });
    requireActive(webhook);
    if (delivery.status === 'PENDING') {
      await tx.$executeRaw`UPDATE identity.webhook_deliveries SET due_at = now(), replayed = false WHERE id = ${delivery.id}::uuid`;
    } else {
      await tx.$executeRaw`UPDATE identity.webhook_deliveries SET ${reopened('request')} WHERE id = ${delivery.id}::uuid`;
    }
    await setDue(tx, webhookId);
    await events.publish(tx, {
      type: 'webhook.redelivered',
      tenantId,
      actor: actorOf(call.principal),
      subjectId: webhookId,
      data: { deliveryId: delivery.id },
    });
    return reply({ deliveryId: delivery.id });
  });
  afterCommit(sendSoon);
  return started;
}

/** The delivery, if its event can still be sent. */
async function requireDelivery(
  tx: Transaction,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<{ id: string; status: string }> {
  const where = { id: deliveryId, webhookId };
  const delivery = isUuid(deliveryId) ? await tx.webhookDelivery.findFirst({ where }) : null;
  if (!delivery) throw deliveryNotFound();
  if (!(await tx.event.findUnique({ where: { id: delivery.eventId }, select: { id: true } }))) throw eventGone();
  return delivery;
}
