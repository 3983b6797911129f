import type { DomainEvent, Events, Subscriber } from '@org/identity-core';
import type { Transaction } from './database.js';

export interface EventBus extends Events<Transaction> {
  subscribe(subscribers: readonly Subscriber<Transaction>[]): void;
}

/** Events within the transaction that causes them: the audit trail and the plugins' reactions commit with it or not at all. */
export function createEventBus(): EventBus {
  const subscribers: Subscriber<Transaction>[] = [];
  return {
    subscribe: (more) => void subscribers.push(...more),
    async publish(tx, event) {
      await append(tx, event);
      // One after the other: a transaction is one connection.
      for (const subscriber of subscribers) if (subscriber.on === event.type) await subscriber.handle(tx, event);
    },
  };
}

async function append(tx: Transaction, { type, tenantId, actor, subjectId, data }: DomainEvent): Promise<void> {
  await tx.event.create({
    data: { type, tenantId, actorKind: actor.kind, actorId: actor.id, subjectId, data: { ...data } },
  });
}
