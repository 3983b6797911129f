import { Done, type Route } from '@org/identity-core';
import { type WebhookBase, webhookBases } from '../access/webhook-bases.js';
import * as schemas from '../schemas.js';
import type { WebhookServices } from '../services.js';
import { createWebhook } from './create-webhook.js';
import { deleteWebhook } from './delete-webhook.js';
import { getWebhook, listWebhooks } from './get-webhooks.js';
import { rotateSecret } from './rotate-secret.js';
import { updateWebhook } from './update-webhook.js';

/** The routes that create, show, change and delete webhooks. */
export function webhookRoutes(services: WebhookServices): Route[] {
  return webhookBases(services.db).flatMap((base) => [...listRoutes(services, base), ...entryRoutes(services, base)]);
}

function listRoutes(services: WebhookServices, { base: path, owner, declare, tenantOf }: WebhookBase): Route[] {
  const params = schemas.WebhooksParams;
  return [
    declare({
      method: 'get',
      path,
      summary: `The webhooks of ${owner}, oldest first`,
      params,
      reply: schemas.WebhookList,
      handle: ({ principal, params }) => listWebhooks(services.db, { tenantId: tenantOf(params), principal }),
    }),
    declare({
      method: 'post',
      path,
      summary: `Create a webhook of ${owner}`,
      risky: true,
      description:
        '`events` are types of events such as seat.granted, seat.* or *. The `secret` that signs the requests is in no later response.',
      params,
      body: schemas.CreateWebhookBody,
      reply: schemas.WebhookWithSecret,
      status: 201,
      handle: ({ principal, params, body }) =>
        createWebhook(services, { tenantId: tenantOf(params), principal, ...body }),
    }),
  ];
}

function entryRoutes(services: WebhookServices, { base, owner, declare, tenantOf }: WebhookBase): Route[] {
  const path = `${base}/:webhookId`;
  const params = schemas.WebhookParams;
  const errors = ['WEBHOOK_NOT_FOUND'] as const;
  return [
    declare({
      method: 'get',
      path,
      summary: `One webhook of ${owner}`,
      errors,
      params,
      reply: schemas.WebhookDetails,
      handle: ({ principal, params }) =>
        getWebhook(services.db, { tenantId: tenantOf(params), principal, webhookId: params.webhookId }),
    }),
    declare({
      method: 'patch',
      path,
      summary: `Change, pause or restart a webhook of ${owner}`,
      description: 'Nothing is sent to a webhook that is PAUSED, and it gets no new deliveries.',
      errors,
      params,
      body: schemas.UpdateWebhookBody,
      reply: schemas.WebhookDetails,
      handle: ({ principal, params, body }) =>
        updateWebhook(services, { tenantId: tenantOf(params), principal, webhookId: params.webhookId, ...body }),
    }),
    declare({
      method: 'delete',
      path,
      summary: `Delete a webhook of ${owner}`,
      risky: true,
      description: 'Its deliveries are deleted as well, in the background.',
      errors,
      params,
      reply: Done,
      handle: ({ principal, params }) =>
        deleteWebhook(services, { tenantId: tenantOf(params), principal, webhookId: params.webhookId }),
    }),
    declare({
      method: 'post',
      path: `${path}/rotate-secret`,
      summary: `Give a webhook of ${owner} a new secret`,
      risky: true,
      description:
        'Both secrets sign until the grace ends: a day, or `graceSeconds` (0 to 7 days). The new one is in no later response.',
      errors,
      params,
      body: schemas.RotateSecretBody,
      reply: schemas.WebhookWithSecret,
      handle: ({ principal, params, body }) =>
        rotateSecret(services, { tenantId: tenantOf(params), principal, webhookId: params.webhookId, ...body }),
    }),
  ];
}
