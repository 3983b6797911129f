import { actorOf, reply } from '@org/identity-core';
import { changeWebhook, type WebhookCall } from '../access/change-webhook.js';
import type { WebhookServices } from '../services.js';

/** Deletes a webhook with its secrets. What has not been sent yet is never sent. A job deletes its deliveries. */
export function deleteWebhook({ db, events }: Pick<WebhookServices, 'db' | 'events'>, call: WebhookCall) {
  return changeWebhook(db, call, async (tx, { id, tenantId }) => {
    await tx.webhook.delete({ where: { id } });
    await events.publish(tx, {
      type: 'webhook.deleted',
      tenantId,
      actor: actorOf(call.principal),
      subjectId: id,
      data: {},
    });
    return reply({ success: true, message: 'The webhook was deleted. Nothing more is sent to it.' });
  });
}
