import type { Database } from '@org/identity-prisma';

/** The tenants in which a user is an active member, by name. */
export async function findActiveMemberships(db: Database, userId: string) {
  return db.membership.findMany({
    where: { userId, status: 'ACTIVE' },
    select: { role: true, tenant: { select: { id: true, name: true, slug: true, mfaPolicy: true } } },
    orderBy: { tenant: { name: 'asc' } },
  });
}
