import { isUuid } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import type { WebhookCall } from '../access/change-webhook.js';
import { webhookNotFound } from '../access/errors.js';
import { requireManager, type WebhooksCall } from '../access/webhook-manager.js';
import { maxWebhooks } from './create-webhook.js';
import { webhookFields } from './webhook-fields.js';

/** The webhooks of a tenant or of the platform, oldest first. */
export async function listWebhooks(db: Database, call: WebhooksCall) {
  await requireManager(db, call);
  const webhooks = await db.webhook.findMany({
    where: { tenantId: call.tenantId },
    orderBy: { id: 'asc' },
    take: maxWebhooks.platform,
    select: webhookFields,
  });
  return { webhooks };
}

/** One webhook of a tenant or of the platform. */
export async function getWebhook(db: Database, { webhookId, ...call }: WebhookCall) {
  await requireManager(db, call);
  const where = { id: webhookId, tenantId: call.tenantId };
  const webhook = isUuid(webhookId) ? await db.webhook.findFirst({ where, select: webhookFields }) : null;
  if (!webhook) throw webhookNotFound();
  return webhook;
}
