import type { Job } from '@org/identity-core';
import type { Pool } from '@org/identity-prisma';

/** Until then the audit trail can still name them. */
const keptDays = 90;

/** Deletes setup links that ended long ago. */
export function deleteOldLinksJob({ pool }: { pool: Pool }): Job {
  return {
    name: 'delete-setup-links',
    everySeconds: 24 * 60 * 60,
    run: async () => {
      await pool.query('DELETE FROM identity.setup_links WHERE expires_at <= now() - make_interval(days => $1)', [
        keptDays,
      ]);
    },
  };
}
