import { isUuid } from '@org/identity-core';
import { type IdentityPluginHost, run, statement } from '@org/identity-prisma';
import { invalidApplicationId } from '../access/errors.js';
import { isDue, settleDue } from '../seat-changes/what-is-due.js';

/** The condition for a subscription `sub` to count as a license. Shared, so that the list, the count and the checks agree. */
export const isCurrent =
  "sub.status = 'ACTIVE' AND sub.starts_at <= now() AND (sub.expires_at IS NULL OR sub.expires_at > now())";

// Adds up the counters of the subscriptions: a few rows, however many seats there are. Seats of disabled accounts stay
// assigned, but are no licenses of users, and neither are those of agents. Such accounts are few, so they are looked up one by one.
const count = statement(
  'licensed_user_count',
  `SELECT coalesce(sum(sub.quantity_assigned) FILTER (WHERE ${isCurrent}), 0)::int - (
            SELECT count(*)::int FROM identity.agent_seats agent JOIN identity.subscriptions sub ON sub.id = agent.subscription_id
            WHERE agent.tenant_id = $1 AND agent.application_id = $2 AND ${isCurrent}) - (
            SELECT count(*)::int FROM (SELECT id FROM identity.users WHERE disabled_at > '-infinity') disabled
            CROSS JOIN LATERAL (
              SELECT subscription_id FROM identity.seats
              WHERE tenant_id = $1 AND application_id = $2 AND user_id = disabled.id LIMIT 1
            ) seat
            CROSS JOIN LATERAL (
              SELECT 1 FROM identity.subscriptions sub WHERE sub.id = seat.subscription_id AND ${isCurrent} LIMIT 1
            ) license) AS count,
          coalesce(bool_or(${isDue}), false) AS due
   FROM identity.applications a LEFT JOIN identity.subscriptions sub ON sub.tenant_id = $1 AND sub.application_id = a.id
   WHERE a.id = $2 GROUP BY a.id`,
);

/** How many users of the tenant have a license for the application. Applies due changes first. */
export async function countLicensedUsers(
  services: Pick<IdentityPluginHost, 'db' | 'pool' | 'events'>,
  { tenantId, applicationId }: { tenantId: string; applicationId: string },
): Promise<{ count: number }> {
  if (!isUuid(applicationId)) throw invalidApplicationId();
  const read = async () => {
    const { rows } = await run<{ count: number; due: boolean }>(services.pool, count, [tenantId, applicationId]);
    if (!rows[0]) throw invalidApplicationId();
    return rows[0];
  };
  const row = await read();
  if (row.due) await settleDue(services, { tenantId, applicationId });
  return { count: row.due ? (await read()).count : row.count };
}
