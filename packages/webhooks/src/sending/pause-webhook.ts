import { type IdentityPluginHost, inTransaction } from '@org/identity-prisma';
import { pausedMails } from './paused-mails.js';
import { deadSeconds } from './record-results.js';

export type PauseServices = Pick<
  IdentityPluginHost,
  'db' | 'events' | 'mail' | 'sendMail' | 'issuer' | 'brand' | 'logger'
>;

interface Paused {
  tenantId: string | null;
  url: string;
  failingSince: Date;
}

/** Pauses a webhook whose receiver has failed for a day, and mails its managers. Pending deliveries are kept. */
export async function pauseWebhook(
  services: PauseServices,
  { id, error }: { id: string; error: string },
): Promise<void> {
  const { db, events, mail, sendMail, logger } = services;
  const paused = await inTransaction(db, async (tx) => {
    // Read again: it may have changed meanwhile.
    const [webhook] = await tx.$queryRaw<Paused[]>`
      UPDATE identity.webhooks SET status = 'PAUSED', updated_at = now()
      WHERE id = ${id}::uuid AND status = 'ACTIVE' AND failing_since <= now() - make_interval(secs => ${deadSeconds})
      RETURNING tenant_id AS "tenantId", url, failing_since AS "failingSince"`;
    if (!webhook) return undefined;
    const { tenantId, url, failingSince } = webhook;
    const data = { failingSince: failingSince.toISOString() };
    const actor = { kind: 'system', id: null } as const;
    await events.publish(tx, { type: 'webhook.paused', tenantId, actor, subjectId: id, data });
    const mails = await pausedMails(tx, services, { tenantId, url, error });
    await mail.add(tx, mails, { kind: 'webhook-paused', priority: 'low' });
    return webhook;
  });
  if (!paused) return;
  sendMail();
  logger.warn({ webhookId: id, tenantId: paused.tenantId, error }, 'a webhook was paused after a day of failures');
}
