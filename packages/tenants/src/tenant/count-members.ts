import type { Database } from '@org/identity-prisma';

/** The number of active members of each of these tenants: a sum of counters, so no member is read. */
export async function countMembers(db: Database, tenantIds: readonly string[]): Promise<(tenantId: string) => number> {
  const counts = await db.memberCount.groupBy({
    by: ['tenantId'],
    where: { tenantId: { in: [...tenantIds] }, status: 'ACTIVE' },
    _sum: { count: true },
  });
  const byTenant = new Map(counts.map(({ tenantId, _sum }) => [tenantId, _sum.count ?? 0]));
  return (tenantId) => byTenant.get(tenantId) ?? 0;
}
