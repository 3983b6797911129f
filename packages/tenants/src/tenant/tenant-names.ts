import { type FindNames, isUuid } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/** The names of tenants, and the emails of invitations, by their ids. */
export function tenantNames({ db }: Pick<IdentityPluginHost, 'db'>): FindNames {
  return async (ids, { tenantId }) => {
    const id = { in: ids.filter(isUuid) };
    if (id.in.length === 0) return new Map();
    const within = tenantId === undefined ? {} : { tenantId };
    const [tenants, invitations] = await Promise.all([
      db.tenant.findMany({
        where: { AND: [{ id, closingAt: null }, tenantId === undefined ? {} : { id: tenantId }] },
        select: { id: true, name: true },
      }),
      db.invitation.findMany({
        where: { id, ...within, tenant: { closingAt: null } },
        select: { id: true, email: true },
      }),
    ]);
    return new Map([
      ...tenants.map(({ id, name }) => [id, name] as const),
      ...invitations.map(({ id, email }) => [id, email] as const),
    ]);
  };
}
