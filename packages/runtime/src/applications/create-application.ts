import { type Actor, PlainName, reply, validationFailed } from '@org/identity-core';
import type { Database, EventBus } from '@org/identity-prisma';
import { z } from 'zod';
import { AgentSeats, storedAgentSeats, withAgentSeats } from './agent-seats.js';

/** The input for a new application. */
export const ApplicationInput = z.strictObject({ name: PlainName, agentSeats: AgentSeats.optional() });
export type ApplicationInput = z.output<typeof ApplicationInput>;

/** An application as an operator sees it. */
export interface ApplicationDetails {
  id: string;
  name: string;
  agentSeats: AgentSeats;
  createdAt: Date;
}

/** Creates an application: a product that clients belong to and licenses are for. Its name must be unique. */
export async function createApplication(
  { db, events }: { db: Database; events: Pick<EventBus, 'publish'> },
  { application, actor }: { application: ApplicationInput; actor: Actor },
): Promise<ApplicationDetails> {
  return db.$transaction(async (tx) => {
    const { name, agentSeats = 'of-the-person' } = application;
    // Inserts nothing if the name is in use. An error would abort the transaction.
    const select = { id: true, name: true, agentSeats: true, createdAt: true };
    const data = [{ name, agentSeats: storedAgentSeats(agentSeats) }];
    const [created] = await tx.application.createManyAndReturn({ data, skipDuplicates: true, select });
    if (!created) throw validationFailed([{ path: 'name', message: `an application "${name}" already exists` }]);
    const event = { tenantId: null, actor, subjectId: created.id, data: { name } };
    await events.publish(tx, { type: 'application.created', ...event });
    return reply(withAgentSeats(created));
  });
}
