import type { Principal } from '@org/identity-core';
import { type IdentityPluginHost, requireManagerOrMachine, run, statement } from '@org/identity-prisma';
import { countLicensedUsers, isCurrent } from './count-licensed-users.js';

type Services = Pick<IdentityPluginHost, 'db' | 'pool' | 'events'>;

interface Listed {
  tenantId: string;
  applicationId: string;
  principal: Principal;
}

export interface LicensedUserRow {
  userId: string;
  email: string;
  givenName: string | null;
  familyName: string | null;
  licenseType: string;
  licenseTypeName: string;
  assignedAt: Date;
  /** Null before the first use. */
  lastUsedAt: Date | null;
}

/** How many rows of the list are in memory at once. */
const pageSize = 1_000;

// Continues after the last seat of the previous page, and limits the page before it joins anything. So PostgreSQL reads along
// one index, and the last page is as fast as the first, even if the planner knows nothing about the tenant.
const page = statement(
  'licensed_users',
  `SELECT s.user_id AS "userId", u.email, u.given_name AS "givenName", u.family_name AS "familyName",
          lt.slug AS "licenseType", lt.name AS "licenseTypeName", s.assigned_at AS "assignedAt", s.last_used_at AS "lastUsedAt",
          ${isCurrent} AND u.disabled_at IS NULL AS licensed
   FROM (
     SELECT user_id, assigned_at, last_used_at, subscription_id FROM identity.seats
     WHERE tenant_id = $1 AND application_id = $2 AND user_id > $3 ORDER BY user_id LIMIT ${pageSize}
   ) s
   JOIN identity.subscriptions sub ON sub.id = s.subscription_id AND sub.tenant_id = $1 AND sub.application_id = $2
   JOIN identity.license_types lt ON lt.id = sub.license_type_id
   JOIN identity.users u ON u.id = s.user_id
   ORDER BY s.user_id`,
);

/**
 * All users of the tenant with a license for the application, page by page, ordered by id. The guard of the route has checked
 * the right to the first page; it is checked again for each further one.
 */
export async function listLicensedUsers(
  services: Services,
  listed: Listed,
): Promise<AsyncGenerator<LicensedUserRow[]>> {
  // Throws for an unknown application, before the response begins.
  await countLicensedUsers(services, listed);
  return pages(services, listed);
}

async function* pages({ db, pool }: Services, listed: Listed): AsyncGenerator<LicensedUserRow[]> {
  const { tenantId, applicationId } = listed;
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after) {
    const { rows }: { rows: (LicensedUserRow & { licensed: boolean })[] } = await run(pool, page, [
      tenantId,
      applicationId,
      after,
    ]);
    yield rows.filter(({ licensed }) => licensed);
    after = rows.length < pageSize ? undefined : rows.at(-1)?.userId;
    if (after) await requireManagerOrMachine(db, listed);
  }
}
