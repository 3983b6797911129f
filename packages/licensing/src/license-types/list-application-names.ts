import type { Database } from '@org/identity-prisma';

/** Longer lists are no use in a select. */
const maxApplications = 500;

/** All applications by name, for the selects of an operator. */
export function listApplicationNames(db: Database): Promise<{ id: string; name: string }[]> {
  return db.application.findMany({ orderBy: { name: 'asc' }, take: maxApplications, select: { id: true, name: true } });
}
