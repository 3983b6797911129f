import { containing, type Database } from '@org/identity-prisma';

export interface ApisQuery {
  page: number;
  limit: number;
  /** A part of the name or the identifier. */
  search?: string | undefined;
}

/** Lists the APIs by name, each with its scopes and clients. */
export async function listApis(db: Database, { page, limit, search }: ApisQuery) {
  const contains = containing(search ?? '');
  const where = search ? { OR: [{ name: contains }, { identifier: contains }] } : {};
  const [apis, total] = await Promise.all([
    db.api.findMany({
      where,
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      skip: (page - 1) * limit,
      take: limit,
      include: {
        scopes: { select: { name: true, description: true }, orderBy: { name: 'asc' } },
        clients: { select: { clientId: true, scopes: true }, orderBy: { clientId: 'asc' } },
      },
    }),
    db.api.count({ where }),
  ]);
  return { apis, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
