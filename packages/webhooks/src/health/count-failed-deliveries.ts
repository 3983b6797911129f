import type { Job } from '@org/identity-core';
import { countDaysJob, type IdentityPluginHost } from '@org/identity-prisma';

/** Counts the deliveries that were given up on each day, of all webhooks. */
export function failedDeliveriesJob({ pool }: Pick<IdentityPluginHost, 'pool'>): Job {
  return countDaysJob(pool, 'count-failed-deliveries', [
    {
      name: 'failed-deliveries',
      sql: `SELECT count(*) FROM identity.webhook_deliveries
            WHERE status = 'FAILED' AND finished_at >= day.starts AND finished_at < day.ends`,
      ofPast: true,
    },
  ]);
}
