import { isUuid } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { withAgentSeats } from './agent-seats.js';
import { applicationNotFound } from './lock-application.js';

/** One application with its clients, for an operator. */
export async function getApplication(db: Database, id: string) {
  const application = isUuid(id)
    ? await db.application.findUnique({
        where: { id },
        select: {
          id: true,
          name: true,
          agentSeats: true,
          createdAt: true,
          clients: { select: { id: true, name: true }, orderBy: { id: 'asc' } },
        },
      })
    : null;
  if (!application) throw applicationNotFound(id);
  return withAgentSeats(application);
}
