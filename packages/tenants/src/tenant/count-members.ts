import type { Database } from '@org/identity-prisma';

/**
 * The number of active members of each of these tenants. Prisma's `_count` on the tenant would count the members of all tenants
 * first, and only then select those that are needed.
 */
export async function countMembers(db: Database, tenantIds: readonly string[]): Promise<(tenantId: string) => number> {
  const counts = await db.membership.groupBy({
    by: ['tenantId'],
    where: { tenantId: { in: [...tenantIds] }, status: 'ACTIVE' },
    _count: true,
  });
  const byTenant = new Map(counts.map(({ tenantId, _count }) => [tenantId, _count]));
  return (tenantId) => byTenant.get(tenantId) ?? 0;
}
