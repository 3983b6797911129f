import type { DomainEvent, Events, Subscriber } from '@org/identity-core';
import type { Transaction } from './database.js';

export interface EventBus extends Events<Transaction> {
  subscribe(subscribers: readonly Subscriber<Transaction>[]): void;
}

/** Events within the transaction that causes them: the audit trail and the plugins' reactions commit with it or not at all. */
export function createEventBus(): EventBus {
  const subscribers: Subscriber<Transaction>[] = [];
  const tell = async (tx: Transaction, event: DomainEvent) => {
    // One after the other: a transaction is one connection.
    for (const subscriber of subscribers) if (subscriber.on === event.type) await subscriber.handle(tx, event);
  };
  return {
    subscribe: (more) => void subscribers.push(...more),
    async publish(tx, event) {
      await tx.event.create({ data: rowOf(event) });
      await tell(tx, event);
    },
    async publishAll(tx, events) {
      await tx.event.createMany({ data: events.map(rowOf) });
      for (const event of events) await tell(tx, event);
    },
  };
}

function rowOf({ type, tenantId, actor, subjectId, data }: DomainEvent) {
  return { type, tenantId, actorKind: actor.kind, actorId: actor.id, subjectId, data: { ...data } };
}
