import { type FindNames, isUuid } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/** Whom setup links were mailed to, by their ids. */
export function setupLinkNames({ db }: Pick<IdentityPluginHost, 'db'>): FindNames {
  return async (ids, { tenantId }) => {
    const id = { in: ids.filter(isUuid) };
    if (id.in.length === 0) return new Map();
    const where = { id, ...(tenantId === undefined ? {} : { tenantId }) };
    const found = await db.setupLink.findMany({ where, select: { id: true, email: true } });
    return new Map(found.map(({ id, email }) => [id, email]));
  };
}
