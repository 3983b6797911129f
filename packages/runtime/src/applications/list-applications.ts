import { containing, type Database } from '@org/identity-prisma';
import { withAgentSeats } from './agent-seats.js';

export interface ApplicationsQuery {
  page: number;
  limit: number;
  /** A part of the name. */
  search?: string | undefined;
}

/** Lists the applications by name, with the license types and clients of each. */
export async function listApplications(db: Database, { page, limit, search }: ApplicationsQuery) {
  const where = search ? { name: containing(search) } : {};
  const [rows, total] = await Promise.all([
    db.application.findMany({
      where,
      orderBy: { name: 'asc' },
      skip: (page - 1) * limit,
      take: limit,
      select: {
        id: true,
        name: true,
        agentSeats: true,
        createdAt: true,
        licenseTypes: { select: { id: true, slug: true, name: true }, orderBy: { id: 'asc' } },
        clients: { select: { id: true }, orderBy: { id: 'asc' } },
      },
    }),
    db.application.count({ where }),
  ]);
  const applications = rows.map(({ clients, ...application }) => ({
    ...withAgentSeats(application),
    clients: clients.map(({ id }) => id),
  }));
  return { applications, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
