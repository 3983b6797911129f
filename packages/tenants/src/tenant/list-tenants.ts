import { providerOf, type UserPrincipal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { countMembers } from './count-members.js';

/**
 * The tenants of a user, with the user's role and the number of active members; with a search, those whose name or short name
 * contains it. After a sign-in by the connection of a tenant, only that one.
 */
export async function listTenants(
  db: Database,
  { userId, origin }: Pick<UserPrincipal, 'userId' | 'origin'>,
  search?: string,
) {
  const via = providerOf(origin);
  const contains = { contains: search ?? '', mode: 'insensitive' as const };
  const named = search === undefined ? {} : { OR: [{ name: contains }, { slug: contains }] };
  const memberships = await db.membership.findMany({
    where: {
      userId,
      status: 'ACTIVE',
      tenant: { closingAt: null, ...(via === undefined ? {} : { id: via }), ...named },
    },
    select: { role: true, tenant: true },
    orderBy: { tenant: { name: 'asc' } },
  });
  const countOf = await countMembers(
    db,
    memberships.map(({ tenant }) => tenant.id),
  );
  const tenants = memberships.map(({ role, tenant }) => ({ ...tenant, role, memberCount: countOf(tenant.id) }));
  return { tenants };
}
