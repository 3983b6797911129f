import { type FindNames, isUuid } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/** The names of applications and license types by their ids. Both are the same for all tenants. */
export function licenseNames({ db }: Pick<IdentityPluginHost, 'db'>): FindNames {
  return async (ids) => {
    const id = { in: ids.filter(isUuid) };
    if (id.in.length === 0) return new Map();
    const select = { id: true, name: true };
    const [applications, types] = await Promise.all([
      db.application.findMany({ where: { id }, select }),
      db.licenseType.findMany({ where: { id }, select }),
    ]);
    return new Map([...applications, ...types].map(({ id, name }) => [id, name]));
  };
}
