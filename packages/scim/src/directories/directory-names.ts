import { type FindNames, isUuid } from '@org/identity-core';
import type { ScimServices } from '../services.js';

/** The names of directories by their ids. */
export function directoryNames({ db }: Pick<ScimServices, 'db'>): FindNames {
  return async (ids, { tenantId }) => {
    const id = { in: ids.filter(isUuid) };
    if (id.in.length === 0) return new Map();
    const where = { id, ...(tenantId === undefined ? {} : { tenantId }) };
    const directories = await db.directory.findMany({ where, select: { id: true, name: true } });
    return new Map(directories.map(({ id, name }) => [id, name]));
  };
}
