import type { Database } from '@org/identity-prisma';

/** The tenants a person belongs to, with their role and how many active members each has. */
export async function listTenants(db: Database, userId: string) {
  const memberships = await db.membership.findMany({
    where: { userId, status: 'ACTIVE' },
    select: {
      role: true,
      tenant: { include: { _count: { select: { memberships: { where: { status: 'ACTIVE' } } } } } },
    },
    orderBy: { tenant: { name: 'asc' } },
  });
  const tenants = memberships.map(({ role, tenant }) => ({ ...tenant, role, memberCount: tenant._count.memberships }));
  return { tenants };
}
