import { actorOf, reply } from '@org/identity-core';
import { changeWebhook, type WebhookCall } from '../access/change-webhook.js';
import { createSecret, sealSecret } from '../secrets/webhook-secret.js';
import type { WebhookServices } from '../services.js';
import { webhookFields } from './webhook-fields.js';

/**
 * Gives a webhook a new secret, which only this response has. The one before signs as well until the grace ends; a still
 * older one ends now.
 */
export function rotateSecret(
  { db, events, vault }: Pick<WebhookServices, 'db' | 'events' | 'vault'>,
  { graceSeconds, ...call }: WebhookCall & { graceSeconds: number },
) {
  return changeWebhook(db, call, async (tx, { id, tenantId, secret: previous }) => {
    const secret = createSecret();
    const previousUntil = new Date(Date.now() + graceSeconds * 1000);
    const old = graceSeconds > 0 ? { secret: previous, until: previousUntil } : { secret: null, until: null };
    const webhook = await tx.webhook.update({
      where: { id },
      data: { secret: sealSecret(vault, id, secret), oldSecret: old.secret, oldSecretUntil: old.until },
      select: webhookFields,
    });
    await events.publish(tx, {
      type: 'webhook.secret_rotated',
      tenantId,
      actor: actorOf(call.principal),
      subjectId: id,
      data: { previousUntil: previousUntil.toISOString() },
    });
    return reply({ ...webhook, secret });
  });
}
