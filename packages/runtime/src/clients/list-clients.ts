import { containing, type Database } from '@org/identity-prisma';
import { clientDetails, clientInclude } from './client-details.js';

export interface ClientsQuery {
  page: number;
  limit: number;
  /** A part of the id or the name. */
  search?: string | undefined;
  /** The slug of the clients' tenant. */
  tenant?: string | undefined;
}

/** Lists the clients by id, with the details that an operator needs. */
export async function listClients(db: Database, { page, limit, search, tenant }: ClientsQuery) {
  const contains = containing(search ?? '');
  const where = {
    ...(search ? { OR: [{ id: contains }, { name: contains }] } : {}),
    ...(tenant ? { tenant: { slug: tenant } } : {}),
  };
  const paging = { skip: (page - 1) * limit, take: limit };
  const [rows, total] = await Promise.all([
    db.client.findMany({ where, orderBy: { id: 'asc' }, include: clientInclude, ...paging }),
    db.client.count({ where }),
  ]);
  return {
    clients: rows.map(clientDetails),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  };
}
