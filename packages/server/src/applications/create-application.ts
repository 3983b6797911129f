import { type Actor, PlainName, validationFailed } from '@org/identity-core';
import type { Database, EventBus } from '@org/identity-prisma';
import { z } from 'zod';

/** An application as an operator adds it. */
export const ApplicationInput = z.strictObject({ name: PlainName });
export type ApplicationInput = z.output<typeof ApplicationInput>;

/** Adds an application: a product that clients belong to and licenses are for. A name is given once. */
export async function createApplication(
  { db, events }: { db: Database; events: Pick<EventBus, 'publish'> },
  { application, actor }: { application: ApplicationInput; actor: Actor },
): Promise<{ id: string; name: string; createdAt: Date }> {
  return db.$transaction(async (tx) => {
    const { name } = application;
    // Does nothing when the name is taken, instead of failing and ending the transaction.
    const select = { id: true, name: true, createdAt: true };
    const [created] = await tx.application.createManyAndReturn({ data: [{ name }], skipDuplicates: true, select });
    if (!created) throw validationFailed([{ path: 'name', message: `there is an application "${name}" already` }]);
    const event = { tenantId: null, actor, subjectId: created.id, data: { name } };
    await events.publish(tx, { type: 'application.created', ...event });
    return created;
  });
}
