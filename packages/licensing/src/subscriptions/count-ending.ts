import type { IdentityPluginHost } from '@org/identity-prisma';
import { soonDays } from './needs-attention.js';

/** How many subscriptions of all tenants end within 30 days; counted up to 100. */
export async function countEnding(pool: IdentityPluginHost['pool']): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM identity.subscriptions WHERE status = 'ACTIVE' AND expires_at >= now()
         AND expires_at < now() + make_interval(days => $1) LIMIT 100) ending`,
    [soonDays],
  );
  return rows[0]?.count ?? 0;
}
