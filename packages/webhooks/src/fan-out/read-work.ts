import type { Pool } from '@org/identity-prisma';
import { skippedAtOnce } from './cursor.js';

/** What there is to do for webhooks, whichever process does it. */
export interface WebhookWork {
  /** Whether there is an active webhook at all. */
  readonly wanted: boolean;
  /** Whether a webhook has something to send now, and no process sends it. */
  readonly due: boolean;
  /** Whether there are events that no process has given to the webhooks yet; without a webhook, whether they are many. */
  readonly behind: boolean;
}

/** One statement that locks nothing. An idle process runs no other statement. */
export async function readWork(pool: Pick<Pool, 'query'>): Promise<WebhookWork> {
  const { rows } = await pool.query<WebhookWork>(
    `SELECT wanted, wanted AND EXISTS (
         SELECT FROM identity.webhooks
         WHERE status = 'ACTIVE' AND due_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())) AS due,
       coalesce((SELECT CASE WHEN wanted THEN EXISTS (
           SELECT FROM identity.events WHERE horizon > 0 AND (horizon, seq) > (reader.horizon, reader.seq)
             AND horizon < identity.certain_horizon() ORDER BY horizon, seq LIMIT 1)
         ELSE identity.certain_horizon() - reader.horizon > ${skippedAtOnce} END
       FROM identity.feed_readers reader WHERE reader.name = 'webhooks'), false) AS behind
     FROM (SELECT EXISTS (SELECT FROM identity.webhooks WHERE status = 'ACTIVE') AS wanted) webhooks`,
  );
  return rows[0] ?? { wanted: false, due: false, behind: false };
}
