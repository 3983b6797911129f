import type { Principal } from '@org/identity-core';
import { type Database, requireManager } from '@org/identity-prisma';
import {
  entryColumns,
  findTenantApplication,
  isThirdParty,
  type TenantApplicationEntry,
} from './tenant-application.js';

interface Call {
  readonly tenantId: string;
  readonly principal: Principal;
}

/** One third-party client, for a manager of the tenant. It may be one that nobody has used yet. */
export async function getTenantApplication(
  db: Database,
  { clientId, ...call }: Call & { clientId: string },
): Promise<TenantApplicationEntry> {
  await requireManager(db, call);
  return findTenantApplication(db, { tenantId: call.tenantId, clientId });
}

/**
 * The third-party clients that members use for this tenant, or about which something was asked or decided. Open requests
 * first, then by name. The clients in use are found by skipping from one to the next in an index, so a client with many
 * users costs no more than one with a single user; only those on the page are counted.
 */
export async function listTenantApplications(
  db: Database,
  { page, limit, ...call }: Call & { page: number; limit: number },
) {
  await requireManager(db, call);
  const { tenantId } = call;
  const rows = await db.$queryRaw<(TenantApplicationEntry & { total: number })[]>`
    WITH RECURSIVE in_use AS (
      (SELECT client_id FROM identity.client_uses WHERE tenant_id = ${tenantId}::uuid ORDER BY client_id LIMIT 1)
      UNION ALL
      SELECT (SELECT client_id FROM identity.client_uses
              WHERE tenant_id = ${tenantId}::uuid AND client_id > in_use.client_id ORDER BY client_id LIMIT 1)
      FROM in_use WHERE in_use.client_id IS NOT NULL
    ), known AS (
      SELECT client_id FROM in_use
      UNION SELECT client_id FROM identity.tenant_applications WHERE tenant_id = ${tenantId}::uuid
    ), listed AS (
      SELECT c.id, a.status IS NOT DISTINCT FROM 'REQUESTED' AS waits, lower(c.name) AS place,
             count(*) OVER ()::int AS total
      FROM known JOIN identity.clients c ON c.id = known.client_id AND ${isThirdParty(tenantId)}
      LEFT JOIN identity.tenant_applications a ON a.tenant_id = ${tenantId}::uuid AND a.client_id = c.id
      ORDER BY waits DESC, place, c.id LIMIT ${limit} OFFSET ${(page - 1) * limit}
    )
    SELECT listed.total, ${entryColumns} FROM listed JOIN identity.clients c ON c.id = listed.id
    JOIN identity.tenants t ON t.id = ${tenantId}::uuid AND t.closing_at IS NULL
    LEFT JOIN identity.tenant_applications a ON a.tenant_id = t.id AND a.client_id = c.id
    ORDER BY listed.waits DESC, listed.place, c.id`;
  const total = rows[0]?.total ?? 0;
  const applications = rows.map(({ total: _total, ...entry }) => entry);
  return { applications, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** How many applications wait for a decision of the tenant. Stops at 100. */
export async function countRequestedApplications(db: Database, { tenantId }: { tenantId: string }): Promise<number> {
  return db.tenantApplication.count({ where: { tenantId, status: 'REQUESTED' }, take: 100 });
}
