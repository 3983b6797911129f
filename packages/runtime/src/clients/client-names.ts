import type { FindNames } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';

/** The names of clients by their ids. Within a tenant, only its own clients are named. */
export function clientNames({ db }: { db: Database }): FindNames {
  return async (ids, { tenantId }) => {
    const where = { id: { in: [...ids] }, ...(tenantId === undefined ? {} : { tenantId }) };
    const clients = await db.client.findMany({ where, select: { id: true, name: true } });
    return new Map(clients.map(({ id, name }) => [id, name]));
  };
}
