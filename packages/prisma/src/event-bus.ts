import type { DomainEvent, Events, Subscriber } from '@org/identity-core';
import type { Pool } from 'pg';
import type { Transaction } from './database-types.js';
import { run, statement } from './fast-path/statement.js';
import { uuidV7 } from './ids.js';
import { afterCommit, noteEvent } from './one-transaction.js';

export interface EventBus extends Events<Transaction> {
  subscribe(subscribers: readonly Subscriber<Transaction>[]): void;
}

/**
 * Publishes events in the transaction that causes them: the audit event and the changes of all subscribers are committed
 * or rolled back with it. `onPublished` is called after the subscribers, before the commit; inside `inOneTransaction`, after
 * the commit. `recordsSignIns` is whether tenants learn that sessions end.
 */
export function createEventBus(
  onPublished: (event: DomainEvent) => void = () => {},
  { recordsSignIns = false }: { recordsSignIns?: boolean } = {},
): EventBus {
  const subscribers: Subscriber<Transaction>[] = [];
  // One after the other: a transaction has only one connection.
  const notify = async (tx: Transaction, event: DomainEvent, those: readonly Subscriber<Transaction>[]) => {
    for (const subscriber of those) if (subscriber.on === event.type) await subscriber.handle(tx, event);
    afterCommit(() => onPublished(event));
  };
  const notifyAll = async (tx: Transaction, events: readonly DomainEvent[]) => {
    const one = subscribers.filter(({ handleAll }) => !handleAll);
    for (const event of events) await notify(tx, event, one);
    for (const subscriber of subscribers) {
      const theirs = events.filter(({ type }) => type === subscriber.on);
      if (theirs.length > 0) await subscriber.handleAll?.(tx, theirs);
    }
  };
  const record = async (tx: Transaction, events: readonly DomainEvent[]) => {
    await insert(tx, events.map(newRow));
    for (const event of events) noteEvent(event);
  };
  return {
    subscribe: (more) => void subscribers.push(...more),
    async publish(tx, event, { endedIn = [], inBatches = false } = {}) {
      const id = uuidV7();
      const ends = recordsSignIns ? endedIn.map((tenantId) => endIn(tenantId, event)) : [];
      if (ends.length > 0) await insert(tx, [{ id, ...rowOf(event) }, ...ends.map(newRow)]);
      else await tx.event.create({ data: { id, ...rowOf(event) } });
      for (const each of [event, ...ends]) noteEvent(each);
      await notify(tx, event, inBatches ? subscribers.filter(({ handleUsers }) => !handleUsers) : subscribers);
      for (const end of ends) afterCommit(() => onPublished(end));
      return id;
    },
    async handleLater(tx, event, userIds) {
      for (const subscriber of subscribers) {
        if (subscriber.on !== event.type || !subscriber.handleUsers) continue;
        await (userIds ? subscriber.handleUsers(tx, event, userIds) : subscriber.handle(tx, event));
      }
    },
    async publishAll(tx, events) {
      await record(tx, events);
      await notifyAll(tx, events);
    },
    async recordAll(tx, events) {
      if (events.length === 0) return;
      await record(tx, events);
      for (const event of events) afterCommit(() => onPublished(event));
    },
    isOnlyRecorded: (type) => subscribers.every(({ on, inStatement }) => on !== type || inStatement === true),
    recorded: onPublished,
  };
}

/** The end of a session as a tenant sees it. */
const endIn = (tenantId: string, { actor, subjectId }: DomainEvent): DomainEvent => ({
  type: 'session.ended',
  tenantId,
  actor,
  subjectId,
  data: {},
});

const newRow = (event: DomainEvent) => ({ id: uuidV7(), ...rowOf(event) });

/**
 * Records one event in the statement that makes the change, as SQL. Only for types of which `isOnlyRecorded` is true: report
 * the event with `recorded`.
 */
export function recordEventSql(event: Record<keyof EventRow, string>, from: string): string {
  const { id, type, tenantId, actorKind, actorId, subjectId, data } = event;
  return `INSERT INTO identity.events (${columns})
    SELECT ${id}, ${type}, ${tenantId}, ${actorKind}, ${actorId}, ${subjectId}, ${data} FROM ${from}`;
}

const columns = 'id, type, tenant_id, actor_kind, actor_id, subject_id, data';
const insertOne = statement(
  'event_record',
  `INSERT INTO identity.events (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Records one event by itself, in a prepared statement. Only for types of which `isOnlyRecorded` is true. */
export async function recordEvent(pool: Pool, events: Events<Transaction>, event: DomainEvent): Promise<void> {
  const { id, type, tenantId, actorKind, actorId, subjectId, data } = newRow(event);
  await run(pool, insertOne, [id, type, tenantId, actorKind, actorId, subjectId, data]);
  events.recorded(event);
}

type EventRow = ReturnType<typeof newRow>;

/** All rows are one JSON value: Prisma needs half a second to build a statement with a thousand rows. */
async function insert(tx: Transaction, rows: readonly ReturnType<typeof newRow>[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO identity.events (id, type, tenant_id, actor_kind, actor_id, subject_id, data)
    SELECT id, type, "tenantId", "actorKind", "actorId", "subjectId", data
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS event(
      id uuid, type text, "tenantId" uuid, "actorKind" text, "actorId" text, "subjectId" text, data jsonb)`;
}

function rowOf({ type, tenantId, actor, subjectId, data }: DomainEvent) {
  return { type, tenantId, actorKind: actor.kind, actorId: actor.id, subjectId, data: { ...data } };
}
