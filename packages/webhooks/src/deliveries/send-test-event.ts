import { actorOf, rateLimited, reply } from '@org/identity-core';
import { afterCommit, countWithin, uuidV7 } from '@org/identity-prisma';
import { changeWebhook, requireActive, type WebhookCall } from '../access/change-webhook.js';
import type { WebhookServices } from '../services.js';
import { setDue } from '../webhooks/set-due.js';

const hour = 60 * 60;
/** The most tests of one webhook within an hour. */
export const maxTestsPerHour = 60;

/** Sends a `webhook.test` event to this webhook, and to no other, whatever its patterns are. */
export async function sendTestEvent(
  { db, events, sendSoon }: Pick<WebhookServices, 'db' | 'events' | 'sendSoon'>,
  call: WebhookCall,
) {
  const started = await changeWebhook(db, call, async (tx, webhook) => {
    requireActive(webhook);
    const { id: webhookId, tenantId } = webhook;
    const limit = { key: `webhook_tests:${webhookId}`, max: maxTestsPerHour, seconds: hour };
    const wait = await countWithin(tx, [limit]);
    if (wait !== undefined) throw rateLimited(wait);
    const eventId = await events.publish(tx, {
      type: 'webhook.test',
      tenantId,
      actor: actorOf(call.principal),
      subjectId: webhookId,
      data: {},
    });
    const deliveryId = uuidV7();
    // The database has given the event its position.
    await tx.$executeRaw`
      INSERT INTO identity.webhook_deliveries (id, webhook_id, event_id, horizon, seq, type)
      SELECT ${deliveryId}::uuid, ${webhookId}::uuid, id, horizon, seq, type
      FROM identity.events WHERE id = ${eventId}::uuid`;
    await setDue(tx, webhookId);
    return reply({ deliveryId });
  });
  afterCommit(sendSoon);
  return started;
}
