import { isDeepStrictEqual } from 'node:util';
import { actorOf, reply } from '@org/identity-core';
import { afterCommit, type Prisma, type WebhookStatus } from '@org/identity-prisma';
import { changeWebhook, type StoredWebhook, type WebhookCall } from '../access/change-webhook.js';
import type { WebhookServices } from '../services.js';
import { requireAllowedUrl } from './allowed-url.js';
import { setDue } from './set-due.js';
import { webhookFields } from './webhook-fields.js';

export interface WebhookChanges {
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | null | undefined;
  status?: WebhookStatus | undefined;
}

const names = ['url', 'events', 'description', 'status'] as const;

/** Changes a webhook. While it is PAUSED nothing is sent to it; what waits is sent once it is ACTIVE again. */
export async function updateWebhook(
  services: Omit<WebhookServices, 'vault'>,
  { tenantId, principal, webhookId, ...changes }: WebhookCall & WebhookChanges,
) {
  if (changes.url !== undefined) requireAllowedUrl(services, changes.url);
  const { db, events, sendSoon } = services;
  const updated = await changeWebhook(db, { tenantId, principal, webhookId }, async (tx, webhook) => {
    const { id } = webhook;
    const changed = names.filter((name) => changes[name] !== undefined && differs(webhook, changes, name));
    if (changed.length === 0) return reply(webhook);
    const data = Object.fromEntries(changed.map((name) => [name, changes[name]]));
    const started = changed.includes('status') && changes.status === 'ACTIVE';
    await tx.webhook.update({ where: { id }, data: { ...data, ...consequences(changed, started) } });
    if (started) await setDue(tx, id);
    const after = await tx.webhook.findUniqueOrThrow({ where: { id }, select: webhookFields });
    await events.publish(tx, {
      type: 'webhook.updated',
      tenantId: after.tenantId,
      actor: actorOf(principal),
      subjectId: id,
      data: { changed, status: after.status },
    });
    return reply(after);
  });
  afterCommit(sendSoon);
  return updated;
}

const differs = (webhook: StoredWebhook, changes: WebhookChanges, name: (typeof names)[number]) =>
  !isDeepStrictEqual(webhook[name], changes[name]);

/** A new URL, or a new start, forgets the failures before it. */
function consequences(changed: readonly string[], started: boolean): Prisma.WebhookUpdateInput {
  const forgotten = started || changed.includes('url') ? { failingSince: null, failures: 0 } : {};
  return started ? { ...forgotten, slow: false } : forgotten;
}
