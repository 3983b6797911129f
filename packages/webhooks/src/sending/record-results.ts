import type { Pool } from '@org/identity-prisma';
import type { DueDelivery } from './load-batch.js';
import type { Attempt } from './post-event.js';
import { waitAfter } from './retry-waits.js';

/** A webhook is paused after this many seconds of failures only, if there were enough attempts. */
export const deadSeconds = 24 * 60 * 60;
const deadFailures = 5;

/** The result of a delivery. */
export interface Result {
  readonly id: string;
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED';
  /** 0 if there was nothing to send. */
  readonly tries: 0 | 1;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  /** Seconds until the next attempt. */
  readonly wait: number;
}

/** The state of a webhook after its results were recorded. */
export interface Health {
  readonly failures: number;
  /** Whether it is to be paused. */
  readonly dead: boolean;
}

/** The result of an attempt: delivered, or to be tried again after a while, or given up. */
export function resultOf({ id, attempts }: DueDelivery, attempt: Attempt): Result {
  const wait = attempt.error === null ? undefined : waitAfter(attempts + 1);
  const status = attempt.error === null ? 'DELIVERED' : wait === undefined ? 'FAILED' : 'PENDING';
  return { id, status, tries: 1, ...attempt, wait: wait ?? 0 };
}

/** The result of a delivery whose event was deleted. */
export function goneResult({ id }: DueDelivery): Result {
  const error = 'The event no longer exists: it is older than the events that this server keeps.';
  return { id, status: 'FAILED', tries: 0, responseStatus: null, responseBody: null, error, wait: 0 };
}

/**
 * Records results of one webhook, in one statement. Only the last of them may be a failed attempt. Returns undefined if the
 * webhook was deleted. The webhook is locked first, as everywhere, so that deliveries are never locked in another order.
 */
export async function recordResults(
  pool: Pool,
  webhookId: string,
  { results, slow }: { results: readonly Result[]; slow: boolean },
): Promise<Health | undefined> {
  const recovered = results.some(({ status }) => status === 'DELIVERED');
  const failed = results.some(({ status, tries }) => status !== 'DELIVERED' && tries > 0);
  const { rows } = await pool.query<Health>(
    `WITH held AS MATERIALIZED (SELECT id FROM identity.webhooks WHERE id = $1::uuid FOR NO KEY UPDATE),
     written AS (
       UPDATE identity.webhook_deliveries delivery
       SET status = result.status::identity.delivery_status, attempts = delivery.attempts + result.tries,
         response_status = result."responseStatus", response_body = result."responseBody", last_error = result.error,
         due_at = now() + make_interval(secs => result.wait),
         finished_at = CASE WHEN result.status <> 'PENDING' THEN now() END
       FROM held, jsonb_to_recordset($2::jsonb) AS result(id uuid, status text, tries integer, "responseStatus" integer,
         "responseBody" text, error text, wait float8)
       WHERE delivery.id = result.id AND delivery.webhook_id = held.id AND delivery.status = 'PENDING'
     )
     UPDATE identity.webhooks SET
       failures = CASE WHEN $3 THEN 0 ELSE failures END + $4::int,
       failing_since = CASE WHEN $4::int = 0 AND ($3 OR failures = 0) THEN NULL
                            WHEN $3 OR failing_since IS NULL THEN now() ELSE failing_since END,
       slow = $5
     WHERE id IN (SELECT id FROM held)
     RETURNING failures, coalesce(
       failures >= $6::int AND failing_since <= now() - make_interval(secs => $7), false) AS dead`,
    [webhookId, JSON.stringify(results), recovered, failed ? 1 : 0, slow, deadFailures, deadSeconds],
  );
  return rows[0];
}
