import type { ScimServices } from '../services.js';

/** A connection that a directory can have. */
export interface ConnectionChoice {
  readonly id: string;
  readonly name: string;
}

/** The connections of a tenant, oldest first, for the forms of its directories. Who may see them was checked before. */
export function listConnections({ db }: Pick<ScimServices, 'db'>, tenantId: string): Promise<ConnectionChoice[]> {
  return db.connection.findMany({
    where: { tenantId },
    orderBy: { id: 'asc' },
    take: 100,
    select: { id: true, name: true },
  });
}
