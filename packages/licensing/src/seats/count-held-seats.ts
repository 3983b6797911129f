import type { Job } from '@org/identity-core';
import { countDaysJob, type IdentityPluginHost } from '@org/identity-prisma';

/** Keeps how many seats are held on each day, in all tenants: a sum of the counters of the subscriptions. */
export function heldSeatsJob({ pool }: Pick<IdentityPluginHost, 'pool'>): Job {
  return countDaysJob(pool, 'count-held-seats', [
    {
      name: 'held-seats',
      sql: `SELECT coalesce(sum(quantity_assigned), 0) FROM identity.subscriptions
            WHERE status = 'ACTIVE' AND starts_at <= now() AND (expires_at IS NULL OR expires_at > now())`,
      ofPast: false,
    },
  ]);
}
