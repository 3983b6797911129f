import type { EventBody, Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { requireReader } from './list-events.js';
import { readEvents } from './read-events.js';

export interface ExportInput {
  tenantId: string;
  principal: Principal;
  /** The first moment that is included. */
  from?: Date | undefined;
  /** The first moment that is not included any more. */
  until?: Date | undefined;
}

const pageSize = 500;

/** The tenant's events in a range of time, newest first, page by page. The right to them is checked for each page. */
export async function exportEvents(db: Database, input: ExportInput): Promise<AsyncGenerator<EventBody[]>> {
  await requireReader(db, input.tenantId, input.principal);
  return pages(db, input);
}

async function* pages(db: Database, { tenantId, principal, from, until }: ExportInput): AsyncGenerator<EventBody[]> {
  let after: string | undefined;
  do {
    await requireReader(db, tenantId, principal);
    const page = await readEvents(db, { tenantId, filter: { from, until }, after, limit: pageSize });
    yield page.events.map(bodyOf);
    after = page.next;
  } while (after !== undefined);
}

type StoredEvent = Awaited<ReturnType<typeof readEvents>>['events'][number];

function bodyOf({ id, type, tenantId, actor, subjectId, data, occurredAt }: StoredEvent): EventBody {
  // The column has no other kinds.
  const kind = actor.kind as EventBody['actor']['kind'];
  return { id, type, tenantId, actor: { kind, id: actor.id }, subjectId, data, occurredAt: occurredAt.toISOString() };
}

/** The columns of the CSV file. */
export const csvColumns = {
  names: ['id', 'occurredAt', 'type', 'tenantId', 'actorKind', 'actorId', 'subjectId', 'data'],
  values: ({ id, occurredAt, type, tenantId, actor, subjectId, data }: EventBody) => [
    id,
    occurredAt,
    type,
    tenantId,
    actor.kind,
    actor.id,
    subjectId,
    JSON.stringify(data),
  ],
};
