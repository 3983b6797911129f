import { isUuid } from '@org/identity-core';
import { type Database, inTenantTransaction, inTransaction, type Prisma, type Transaction } from '@org/identity-prisma';
import { webhookNotFound, webhookPaused } from './errors.js';
import { requireManager, type WebhooksCall } from './webhook-manager.js';

export interface WebhookCall extends WebhooksCall {
  readonly webhookId: string;
}

export type StoredWebhook = Prisma.WebhookGetPayload<object>;

/**
 * Runs a change of one webhook or of its deliveries under the lock of its row. The tenant is not locked: sending locks the
 * same row, and changes of members should never wait for that.
 */
export async function changeWebhook<Result>(
  db: Database,
  { webhookId, ...call }: WebhookCall,
  change: (tx: Transaction, webhook: StoredWebhook) => Promise<Result>,
): Promise<Result> {
  const { tenantId } = call;
  await requireManager(db, call);
  if (!isUuid(webhookId)) throw webhookNotFound();
  const run = async (tx: Transaction) => {
    const webhook = await lockWebhook(tx, { tenantId, webhookId });
    // Again, because of the wait for the lock.
    await requireManager(tx, call);
    if (!webhook) throw webhookNotFound();
    return change(tx, webhook);
  };
  return tenantId === null ? inTransaction(db, run) : inTenantTransaction({ db, tenantId, locks: 'seats' }, run);
}

async function lockWebhook(
  tx: Transaction,
  { tenantId, webhookId }: Omit<WebhookCall, 'principal'>,
): Promise<StoredWebhook | null> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT FROM identity.webhooks
    WHERE id = ${webhookId}::uuid AND tenant_id IS NOT DISTINCT FROM ${tenantId}::uuid FOR UPDATE`;
  return locked.length === 0 ? null : tx.webhook.findUnique({ where: { id: webhookId } });
}

/** Throws if the webhook is paused: nothing is sent to it, and it gets no deliveries. */
export function requireActive({ status }: Pick<StoredWebhook, 'status'>): void {
  if (status !== 'ACTIVE') throw webhookPaused();
}
