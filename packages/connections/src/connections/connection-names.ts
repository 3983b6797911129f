import { type FindNames, isUuid } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/** The names of connections by their ids. */
export function connectionNames({ db }: Pick<IdentityPluginHost, 'db'>): FindNames {
  return async (ids, { tenantId }) => {
    const id = { in: ids.filter(isUuid) };
    if (id.in.length === 0) return new Map();
    const where = { id, ...(tenantId === undefined ? {} : { tenantId }) };
    const found = await db.connection.findMany({ where, select: { id: true, name: true } });
    return new Map(found.map((connection) => [connection.id, connection.name]));
  };
}
