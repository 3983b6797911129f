import { IdentityError } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';

/** A user's profile, with the tenants they belong to. */
export async function getProfile(db: Database, userId: string) {
  const user = await db.user.findUnique({
    where: { id: userId, deletedAt: null, disabledAt: null },
    include: {
      memberships: {
        where: { tenant: { closingAt: null } },
        include: { tenant: { select: { name: true, slug: true } } },
        orderBy: { joinedAt: 'asc' },
      },
    },
  });
  if (!user) throw new IdentityError('USER_NOT_FOUND', 'There is no such user.');
  const memberships = user.memberships.map(({ tenantId, tenant, role, status }) => ({
    tenantId,
    tenantName: tenant.name,
    tenantSlug: tenant.slug,
    role,
    status,
  }));
  return { ...user, memberships };
}
