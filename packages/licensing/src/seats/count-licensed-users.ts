import { isUuid } from '@org/identity-core';
import { type IdentityPluginHost, run, statement } from '@org/identity-prisma';
import { invalidApplicationId } from '../access/errors.js';

/** The condition for a subscription `sub` to count as a license. Shared, so that the list, the count and the checks agree. */
export const isCurrent =
  "sub.status = 'ACTIVE' AND sub.starts_at <= now() AND (sub.expires_at IS NULL OR sub.expires_at > now())";

// Adds up the counters of the subscriptions: a few rows, however many seats there are.
const count = statement(
  'licensed_user_count',
  `SELECT coalesce(sum(sub.quantity_assigned), 0)::int AS count FROM identity.applications a
   LEFT JOIN identity.subscriptions sub ON sub.tenant_id = $1 AND sub.application_id = a.id AND ${isCurrent}
   WHERE a.id = $2 GROUP BY a.id`,
);

/** How many users of the tenant have a license for the application. */
export async function countLicensedUsers(
  pool: IdentityPluginHost['pool'],
  { tenantId, applicationId }: { tenantId: string; applicationId: string },
): Promise<{ count: number }> {
  if (!isUuid(applicationId)) throw invalidApplicationId();
  const { rows } = await run<{ count: number }>(pool, count, [tenantId, applicationId]);
  if (!rows[0]) throw invalidApplicationId();
  return rows[0];
}
