import { inPoolTransaction, type Pool } from '@org/identity-prisma';
import type { Limited } from '../pace/pace.js';
import { maxClaimWait, maxQuickFailures } from './retry-waits.js';

/**
 * Ends the claim of a webhook and sets when it is due next. The lock is a statement of its own: the one after it sees what
 * was committed while it waited, such as new deliveries. After several failures the wait grows from two seconds to a minute.
 * A webhook that has more to send goes behind those that are due already. One that has reached the limit of its host waits; if
 * only its replay has, new events make it due at once. Returns in how many milliseconds it is due, if it is.
 */
export async function endClaim(pool: Pool, webhookId: string, limited?: Limited): Promise<number | undefined> {
  const waits = (limited?.waitMilliseconds ?? 0) / 1000;
  const pending = `FROM identity.webhook_deliveries WHERE webhook_id = $1::uuid AND status = 'PENDING'`;
  return inPoolTransaction(pool, async (client) => {
    await client.query('SELECT 1 FROM identity.webhooks WHERE id = $1::uuid FOR NO KEY UPDATE', [webhookId]);
    const { rows } = await client.query<{ wait: number | null }>(
      // The columns would round up: the claim that follows would not find it due yet.
      `UPDATE identity.webhooks hook SET claimed_until = NULL, wait_until = date_trunc('milliseconds', next.earliest),
         due_at = CASE WHEN next.pending IS NOT NULL THEN
           date_trunc('milliseconds', greatest(next.pending, next.earliest, now())) END
       FROM (SELECT CASE WHEN failures > $2::int THEN
                      now() + make_interval(secs => least($3::int, power(2, least(failures - $2::int, 10))))
                    WHEN $4::float8 > 0 THEN now() + make_interval(secs => $4::float8) END AS earliest,
               least((SELECT min(due_at) ${pending} AND attempts > 0),
                     (SELECT now() ${pending} AND attempts = 0 AND NOT replayed LIMIT 1),
                     (SELECT now() + make_interval(secs => $5::float8) ${pending} AND attempts = 0 AND replayed LIMIT 1)) AS pending
             FROM identity.webhooks WHERE id = $1::uuid) next
       WHERE hook.id = $1::uuid RETURNING 1000 * extract(epoch FROM hook.due_at - now())::float8 AS wait`,
      [webhookId, maxQuickFailures, maxClaimWait, limited?.replays ? 0 : waits, waits],
    );
    return rows[0]?.wait ?? undefined;
  });
}
