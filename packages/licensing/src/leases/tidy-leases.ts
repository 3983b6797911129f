import type { Job } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/**
 * Deletes leases that have ended. Those of a subscription with a planned quantity that is due stay: they show until when a
 * seat could not be released.
 */
export function tidyLeasesJob({ db }: Pick<IdentityPluginHost, 'db'>): Job {
  return {
    name: 'tidy-leases',
    everySeconds: 60 * 60,
    run: async () => {
      await db.$executeRaw`
        DELETE FROM identity.seat_leases lease USING identity.subscriptions sub
        WHERE lease.expires_at <= now() AND sub.id = lease.subscription_id
          AND (sub.pending_at IS NULL OR sub.pending_at > now())`;
    },
  };
}
