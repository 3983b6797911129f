import { actorOf, IdentityError, reply } from '@org/identity-core';
import { afterCommit, uuidV7 } from '@org/identity-prisma';
import { changeAsManager, type WebhooksCall } from '../access/webhook-manager.js';
import { createSecret, sealSecret } from '../secrets/webhook-secret.js';
import type { WebhookServices } from '../services.js';
import { requireAllowedUrl } from './allowed-url.js';
import { webhookFields } from './webhook-fields.js';

/** The most webhooks of a tenant, and of the platform. */
export const maxWebhooks = { tenant: 20, platform: 100 };

export interface CreateWebhookInput extends WebhooksCall {
  url: string;
  events: string[];
  description?: string | null | undefined;
}

/** Creates a webhook. Only this response has its secret. */
export async function createWebhook(
  services: WebhookServices,
  { url, events: patterns, description = null, ...call }: CreateWebhookInput,
) {
  requireAllowedUrl(services, url);
  const { db, events, vault, sendSoon } = services;
  const created = await changeAsManager(db, call, async (tx) => {
    const { tenantId } = call;
    const max = tenantId === null ? maxWebhooks.platform : maxWebhooks.tenant;
    if ((await tx.webhook.count({ where: { tenantId } })) >= max) throw tooManyWebhooks(max);
    const id = uuidV7();
    const secret = createSecret();
    const data = { id, tenantId, url, events: patterns, description, secret: sealSecret(vault, id, secret) };
    const webhook = await tx.webhook.create({ data, select: webhookFields });
    await events.publish(tx, {
      type: 'webhook.created',
      tenantId: webhook.tenantId,
      actor: actorOf(call.principal),
      subjectId: id,
      data: { events: patterns },
    });
    return reply({ ...webhook, secret });
  });
  // This process begins to follow the events.
  afterCommit(sendSoon);
  return created;
}

const tooManyWebhooks = (max: number) =>
  new IdentityError('VALIDATION_FAILED', `There can be ${max} webhooks at most. Delete one first.`, {
    reason: 'TOO_MANY_WEBHOOKS',
  });
