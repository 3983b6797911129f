import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@org/identity-core';
import type { TestServer } from './test-server.js';

export type AddedEvent = Partial<Omit<DomainEvent, 'tenantId'>> & { occurredAt?: Date };

/** Adds events in this order. */
export async function addEventsTo(server: TestServer, tenantId: string, events: readonly AddedEvent[]): Promise<void> {
  for (const { type = 'member.added', actor = { kind: 'system', id: null }, subjectId, data, occurredAt } of events)
    await server.identity.db.event.create({
      data: {
        ...(occurredAt ? { id: idAt(occurredAt), occurredAt } : {}),
        type,
        tenantId,
        actorKind: actor.kind,
        actorId: actor.id,
        subjectId: subjectId ?? null,
        data: { ...data },
      },
    });
}

/** A UUID of version 7 of that time. */
function idAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${randomUUID().slice(15)}`;
}
