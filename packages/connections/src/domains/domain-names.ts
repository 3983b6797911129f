import { type FindNames, isUuid } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/** The names of domains by their ids. */
export function domainNames({ db }: Pick<IdentityPluginHost, 'db'>): FindNames {
  return async (ids, { tenantId }) => {
    const id = { in: ids.filter(isUuid) };
    if (id.in.length === 0) return new Map();
    const where = { id, ...(tenantId === undefined ? {} : { tenantId }) };
    const domains = await db.domain.findMany({ where, select: { id: true, domain: true } });
    return new Map(domains.map(({ id, domain }) => [id, domain]));
  };
}
