import type { IdentityPluginHost } from '@org/identity-prisma';
import { soonDays } from '../subscriptions/needs-attention.js';

/** What waits for those who manage the licenses of a tenant. */
export interface LicenseWork {
  /** The applications that people have asked for, with the number of requests to decide. */
  readonly requests: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  /** How many subscriptions end soon. */
  readonly ending: number;
}

/** Counts what waits, in one statement: the navigation of every page shows the number. */
export async function countLicenseWork(pool: IdentityPluginHost['pool'], tenantId: string): Promise<LicenseWork> {
  const { rows } = await pool.query<LicenseWork>(
    `SELECT (SELECT count(*)::int FROM identity.subscriptions WHERE tenant_id = $1 AND status = 'ACTIVE'
               AND expires_at BETWEEN now() AND now() + make_interval(days => $2)) AS ending,
            coalesce((SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'count', asked.count) ORDER BY a.name)
              FROM (SELECT application_id, count(*)::int AS count FROM identity.license_requests
                    WHERE tenant_id = $1 AND status = 'PENDING' GROUP BY 1) asked
              JOIN identity.applications a ON a.id = asked.application_id), '[]') AS requests`,
    [tenantId, soonDays],
  );
  return rows[0] ?? { requests: [], ending: 0 };
}
