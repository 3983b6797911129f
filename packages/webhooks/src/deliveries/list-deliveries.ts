import { type Database, type DeliveryStatus, Prisma } from '@org/identity-prisma';
import type { WebhookCall } from '../access/change-webhook.js';
import { getWebhook } from '../webhooks/get-webhooks.js';

export interface DeliveriesInput extends WebhookCall {
  status?: DeliveryStatus | undefined;
  page: number;
  limit: number;
}

export interface DeliveryEntry {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly responseStatus: number | null;
  /** At most 2 KB of it; null before a response. */
  readonly responseBody: string | null;
  /** Null unless it is PENDING. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

/** A total of this size means: so many or more. */
const maxTotal = 100_000;

/** A page of the deliveries of a webhook, newest first. */
export async function listDeliveries(db: Database, { status, page, limit, ...call }: DeliveriesInput) {
  const { id } = await getWebhook(db, call);
  const ofStatus = status ? Prisma.sql`AND status = ${status}::identity.delivery_status` : Prisma.empty;
  const where = Prisma.sql`webhook_id = ${id}::uuid ${ofStatus}`;
  const [deliveries, [counted]] = await Promise.all([
    // Only the index is read for the deliveries that are skipped.
    db.$queryRaw<DeliveryEntry[]>`
      SELECT id, event_id AS "eventId", type, status::text, attempts, response_status AS "responseStatus",
             response_body AS "responseBody", CASE WHEN status = 'PENDING' THEN due_at END AS "nextAttemptAt",
             created_at AS "createdAt"
      FROM (SELECT id FROM identity.webhook_deliveries WHERE ${where}
            ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}) listed
      JOIN identity.webhook_deliveries USING (id) ORDER BY id DESC`,
    db.$queryRaw<{ total: number }[]>`
      SELECT count(*)::int AS total FROM (
        SELECT FROM identity.webhook_deliveries WHERE ${where} LIMIT ${maxTotal}) counted`,
  ]);
  const total = counted?.total ?? 0;
  return { deliveries, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
