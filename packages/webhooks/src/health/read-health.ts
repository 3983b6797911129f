import type { IdentityPluginHost } from '@org/identity-prisma';

/** What waits for a webhook. */
export interface WebhookHealth {
  /** How many deliveries wait, counted up to `maxCounted`. */
  readonly waiting: number;
  /** Since when the oldest of them waits. */
  readonly waitingSince: Date | null;
}

/** More are not counted: a page needs no exact number then. */
export const maxCounted = 1_000;

const nothing: WebhookHealth = { waiting: 0, waitingSince: null };

/** What waits for each of these webhooks. */
export async function readHealth(
  pool: IdentityPluginHost['pool'],
  webhookIds: readonly string[],
): Promise<(webhookId: string) => WebhookHealth> {
  const { rows } = await pool.query<WebhookHealth & { id: string }>(
    `SELECT w.id, waiting.count AS waiting, waiting.since AS "waitingSince"
     FROM unnest($1::uuid[]) AS w(id), LATERAL (
       SELECT count(*)::int AS count, min(created_at) AS since FROM (
         SELECT created_at FROM identity.webhook_deliveries WHERE webhook_id = w.id AND status = 'PENDING'
         ORDER BY horizon, seq LIMIT $2) oldest) waiting`,
    [webhookIds, maxCounted],
  );
  const found = new Map(rows.map(({ id, ...health }) => [id, health]));
  return (webhookId) => found.get(webhookId) ?? nothing;
}
