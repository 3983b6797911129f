import type { Transaction } from '@org/identity-prisma';

/** Makes a webhook due at once if it has something to send. The caller has locked its row. */
export async function setDue(tx: Transaction, webhookId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.webhooks SET due_at = CASE WHEN EXISTS (
      SELECT FROM identity.webhook_deliveries WHERE webhook_id = ${webhookId}::uuid AND status = 'PENDING') THEN now() END
    WHERE id = ${webhookId}::uuid`;
}
