import { type FindNames, isUuid } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/**
 * The names of users by their ids, or their emails if they have no name. Within a tenant only its members are named: the name
 * of somebody who was invited would tell the inviter that there is an account.
 */
export function userNames({ db }: Pick<IdentityPluginHost, 'db'>): FindNames {
  return async (ids, { tenantId }) => {
    const id = { in: ids.filter(isUuid) };
    if (id.in.length === 0) return new Map();
    const users = await db.user.findMany({
      where: {
        id,
        ...(tenantId === undefined ? {} : { memberships: { some: { tenantId, status: { not: 'INVITED' as const } } } }),
      },
      select: { id: true, displayName: true, email: true },
    });
    return new Map(users.map(({ id, displayName, email }) => [id, displayName ?? email]));
  };
}
