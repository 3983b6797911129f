import type { Route } from '@org/identity-core';
import { type WebhookBase, webhookBases } from '../access/webhook-bases.js';
import * as schemas from '../schemas.js';
import type { WebhookServices } from '../services.js';
import { listDeliveries } from './list-deliveries.js';
import { redeliver } from './redeliver.js';
import { replayEvents } from './replay-events.js';
import { sendTestEvent } from './send-test-event.js';

/** The routes that show what was sent to a webhook, and that send something to it. */
export function deliveryRoutes(services: WebhookServices): Route[] {
  return webhookBases(services.db).flatMap((base) => routesOf(services, base));
}

function routesOf(services: WebhookServices, { base, owner, declare, tenantOf }: WebhookBase): Route[] {
  const path = `${base}/:webhookId`;
  const params = schemas.WebhookParams;
  return [
    declare({
      method: 'get',
      path: `${path}/deliveries`,
      summary: `A page of the deliveries of a webhook of ${owner}, newest first`,
      errors: ['WEBHOOK_NOT_FOUND'],
      params,
      query: schemas.DeliveriesQuery,
      reply: schemas.DeliveryList,
      handle: ({ principal, params, query }) =>
        listDeliveries(services.db, {
          tenantId: tenantOf(params),
          principal,
          webhookId: params.webhookId,
          ...query,
        }),
    }),
    declare({
      method: 'post',
      path: `${path}/test`,
      summary: `Send a test event to a webhook of ${owner}`,
      description:
        'Only this webhook gets the event `webhook.test`, whatever its `events` are. 60 times an hour at most.',
      errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_PAUSED', 'RATE_LIMITED'],
      params,
      reply: schemas.DeliveryStarted,
      status: 202,
      handle: ({ principal, params }) =>
        sendTestEvent(services, { tenantId: tenantOf(params), principal, webhookId: params.webhookId }),
    }),
    declare({
      method: 'post',
      path: `${path}/deliveries/:deliveryId/redeliver`,
      summary: `Send a delivery of a webhook of ${owner} again`,
      description: 'A delivery that is still PENDING is sent now.',
      errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'EVENT_GONE', 'WEBHOOK_PAUSED'],
      params: schemas.DeliveryParams,
      reply: schemas.DeliveryStarted,
      status: 202,
      handle: ({ principal, params: { webhookId, deliveryId, ...params } }) =>
        redeliver(services, { tenantId: tenantOf(params), principal, webhookId, deliveryId }),
    }),
    declare({
      method: 'post',
      path: `${path}/replay`,
      summary: `Send the events since a time to a webhook of ${owner} again`,
      description:
        'Every event that the webhook wants, at most 10,000 of the last 30 days. `count` says how many these are. They wait behind new events. One replay of a webhook at a time, and 60 an hour at most.',
      errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_PAUSED', 'REPLAY_RUNNING', 'RATE_LIMITED'],
      params,
      body: schemas.ReplayBody,
      reply: schemas.Replayed,
      status: 202,
      handle: ({ principal, params, body }) =>
        replayEvents(services, { tenantId: tenantOf(params), principal, webhookId: params.webhookId, ...body }),
    }),
  ];
}
