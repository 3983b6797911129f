import { type Actor, reply, validationFailed } from '@org/identity-core';
import { Prisma } from '@org/identity-prisma';
import type { z } from 'zod';
import type { ClientServices } from '../clients/create-client.js';
import { storedAgentSeats, withAgentSeats } from './agent-seats.js';
import { type ApplicationDetails, ApplicationInput } from './create-application.js';
import { applicationNotFound, lockApplicationRow } from './lock-application.js';

/** What can be changed of an application. */
export const ApplicationChanges = ApplicationInput.partial().refine(
  (changes) => Object.keys(changes).length > 0,
  'name or agentSeats is required',
);
export type ApplicationChanges = z.output<typeof ApplicationChanges>;

/** Renames an application, or changes which seat agents need. Its name must be unique. */
export async function updateApplication(
  { db, events }: ClientServices,
  input: { applicationId: string; changes: ApplicationChanges; actor: Actor },
): Promise<ApplicationDetails> {
  const { applicationId, changes, actor } = input;
  try {
    return await db.$transaction(async (tx) => {
      const before = await lockApplicationRow(tx, applicationId);
      if (!before) throw applicationNotFound(applicationId);
      const { name = before.name } = changes;
      const agentSeats = changes.agentSeats ? storedAgentSeats(changes.agentSeats) : before.agentSeats;
      const changed = [
        ...(name === before.name ? [] : ['name']),
        ...(agentSeats === before.agentSeats ? [] : ['agentSeats']),
      ];
      if (changed.length === 0) return reply(withAgentSeats(before));
      const select = { id: true, name: true, agentSeats: true, createdAt: true };
      const after = withAgentSeats(
        await tx.application.update({ where: { id: before.id }, data: { name, agentSeats }, select }),
      );
      const data = { changed, name, ...(changed.includes('agentSeats') ? { agentSeats: after.agentSeats } : {}) };
      await events.publish(tx, { type: 'application.updated', tenantId: null, actor, subjectId: before.id, data });
      return reply(after);
    });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw validationFailed([{ path: 'name', message: `an application "${changes.name}" already exists` }]);
    throw error;
  }
}
