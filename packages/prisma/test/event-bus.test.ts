import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@org/identity-core';
import { createTestDatabase, type TestDatabase } from '@org/identity-dev-postgres';
import test from 'ava';
import { createEventBus, type OpenDatabase, openDatabase } from '../src/index.js';

let server: TestDatabase;
let database: OpenDatabase;
test.before(async () => {
  server = await createTestDatabase();
  database = openDatabase({ databaseUrl: server.url });
});
test.after.always(async () => {
  await database?.close();
  await server?.drop();
});

const eventOf = (changes: Partial<DomainEvent> = {}): DomainEvent => ({
  type: 'member.added',
  tenantId: randomUUID(),
  actor: { kind: 'user', id: randomUUID() },
  subjectId: randomUUID(),
  data: {},
  ...changes,
});
const trailOf = ({ tenantId }: DomainEvent) =>
  database.db.event.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });

test('an event is in the table with its actor, subject and data', async (t) => {
  const event = eventOf({ data: { role: 'admin', seats: 3, left: false, previous: null, changed: ['name', 'ü'] } });
  const before = Date.now();
  const id = await database.db.$transaction((tx) => createEventBus().publish(tx, event));
  const [row, ...others] = await trailOf(event);
  t.deepEqual(others, []);
  t.like(row, { type: event.type, tenantId: event.tenantId, actorKind: 'user', actorId: event.actor.id });
  t.is(row?.id, id);
  t.is(row?.subjectId, event.subjectId);
  t.deepEqual(row?.data, { ...event.data, changed: ['name', 'ü'] });
  // The time comes from the database, which runs on the same machine.
  t.true(Math.abs(Number(row?.occurredAt.getTime()) - before) < 60_000);
});

test('an event of the service itself has no actor id, and one of no tenant no tenant', async (t) => {
  const subjectId = randomUUID();
  const event = eventOf({ actor: { kind: 'system', id: null }, tenantId: null, subjectId });
  await database.db.$transaction((tx) => createEventBus().publish(tx, event));
  const row = await database.db.event.findFirstOrThrow({ where: { subjectId } });
  t.like(row, { actorKind: 'system', actorId: null, tenantId: null });
});

test('events that are only recorded are in the table, and no subscriber is called', async (t) => {
  const event = eventOf();
  const published: DomainEvent[] = [];
  const bus = createEventBus((one) => void published.push(one));
  bus.subscribe([{ on: 'member.added', handle: () => Promise.reject(new Error('called')) }]);
  const other = eventOf({ ...event, subjectId: null });
  await database.db.$transaction((tx) => bus.recordAll(tx, [event, other]));
  t.deepEqual(
    (await trailOf(event)).map(({ subjectId }) => subjectId),
    [event.subjectId, null],
  );
  t.deepEqual(published, [event, other]);
  await database.db.$transaction((tx) => bus.recordAll(tx, []));
});

test('many events at once are in the table like single ones, and each is told to its subscribers', async (t) => {
  const event = eventOf({ data: { role: 'admin', seats: 3, left: false, previous: null, changed: ['name', 'ü'] } });
  const ofService = eventOf({ ...event, actor: { kind: 'system', id: null }, subjectId: null });
  const bus = createEventBus();
  const told: DomainEvent[] = [];
  bus.subscribe([{ on: 'member.added', handle: (_tx, one) => Promise.resolve(void told.push(one)) }]);
  await database.db.$transaction((tx) => bus.publish(tx, event));
  await database.db.$transaction((tx) => bus.publishAll(tx, [event, ofService]));
  t.deepEqual(told, [event, event, ofService]);
  const rows = (await trailOf(event)).map(({ id: _id, occurredAt: _time, ...row }) => row);
  const [single] = rows;
  t.is(rows.filter((row) => JSON.stringify(row) === JSON.stringify(single)).length, 2);
  t.is(rows.filter((row) => row.actorKind === 'system' && row.actorId === null && row.subjectId === null).length, 1);
  t.is(rows.length, 3);
});

test('a subscriber that handles many gets all of its events of one call at once, after the others', async (t) => {
  const bus = createEventBus();
  const told: [string, (string | null)[]][] = [];
  const tell = (name: string, events: readonly DomainEvent[]) =>
    Promise.resolve(void told.push([name, events.map(({ subjectId }) => subjectId)]));
  bus.subscribe([
    {
      on: 'member.added',
      handle: (_tx, event) => tell('single', [event]),
      handleAll: (_tx, events) => tell('many', events),
    },
    { on: 'member.added', handle: (_tx, event) => tell('each', [event]) },
  ]);
  const [one, two] = [eventOf(), eventOf()];
  const other = eventOf({ type: 'member.removed' });
  await database.db.$transaction((tx) => bus.publishAll(tx, [one, other, two]));
  t.deepEqual(told, [
    ['each', [one.subjectId]],
    ['each', [two.subjectId]],
    ['many', [one.subjectId, two.subjectId]],
  ]);
  told.length = 0;
  await database.db.$transaction((tx) => bus.publish(tx, one));
  t.deepEqual(told, [
    ['single', [one.subjectId]],
    ['each', [one.subjectId]],
  ]);
  told.length = 0;
  await database.db.$transaction((tx) => bus.publishAll(tx, [other]));
  t.deepEqual(told, []);
});

test('no events at once are none', async (t) => {
  await t.notThrowsAsync(database.db.$transaction((tx) => createEventBus().publishAll(tx, [])));
});

test('subscribers run in the order of their subscription, one after the other, and only for their type', async (t) => {
  const bus = createEventBus();
  const ran: string[] = [];
  const subscriber = (name: string, on: DomainEvent['type']) => ({
    on,
    async handle(tx: Parameters<typeof bus.publish>[0]) {
      ran.push(`${name} begins`);
      await tx.$queryRaw`SELECT 1`;
      ran.push(`${name} ends`);
    },
  });
  bus.subscribe([subscriber('first', 'member.added'), subscriber('other', 'member.removed')]);
  bus.subscribe([subscriber('second', 'member.added')]);
  await database.db.$transaction((tx) => bus.publish(tx, eventOf()));
  t.deepEqual(ran, ['first begins', 'first ends', 'second begins', 'second ends']);
});

test('a subscriber is given the very event and sees what the transaction has written so far', async (t) => {
  const bus = createEventBus();
  const event = eventOf({ data: { role: 'owner' } });
  const seen: unknown[] = [];
  bus.subscribe([
    {
      on: 'member.added',
      async handle(tx, given) {
        seen.push(given, await tx.event.count({ where: { tenantId: event.tenantId } }));
        seen.push(await database.db.event.count({ where: { tenantId: event.tenantId } }));
      },
    },
  ]);
  await database.db.$transaction((tx) => bus.publish(tx, event));
  t.deepEqual(seen, [event, 1, 0], 'within the transaction it is there, outside not yet');
});

test('a failing subscriber undoes the change, the event and what subscribers before it did', async (t) => {
  const bus = createEventBus();
  const slug = `undone-${randomUUID().slice(0, 8)}`;
  const event = eventOf();
  const ran: string[] = [];
  bus.subscribe([
    {
      on: 'member.added',
      async handle(tx) {
        await tx.tenant.update({ where: { slug }, data: { name: 'changed by a subscriber' } });
        ran.push('first');
      },
    },
    { on: 'member.added', handle: () => Promise.reject(new Error('no')) },
    { on: 'member.added', handle: () => Promise.resolve(void ran.push('never')) },
  ]);
  const change = database.db.$transaction(async (tx) => {
    await tx.tenant.create({ data: { name: 'Undone', slug } });
    await bus.publish(tx, event);
  });
  await t.throwsAsync(change, { message: 'no' });
  t.deepEqual(ran, ['first']);
  t.is(await database.db.tenant.count({ where: { slug } }), 0);
  t.deepEqual(await trailOf(event), []);
});

test('a change that fails after its event leaves no event', async (t) => {
  const event = eventOf();
  const change = database.db.$transaction(async (tx) => {
    await createEventBus().publish(tx, event);
    throw new Error('changed my mind');
  });
  await t.throwsAsync(change, { message: 'changed my mind' });
  t.deepEqual(await trailOf(event), []);
});

test('events of one transaction keep their order in the trail', async (t) => {
  const bus = createEventBus();
  const tenantId = randomUUID();
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  await database.db.$transaction(
    async (tx) => {
      for (const number of numbers) await bus.publish(tx, eventOf({ tenantId, data: { number } }));
    },
    { timeout: 20_000 },
  );
  const trail = await trailOf(eventOf({ tenantId }));
  t.deepEqual(
    trail.map(({ data }) => data),
    numbers.map((number) => ({ number })),
  );
});

test('two buses do not share subscribers', async (t) => {
  const ran: string[] = [];
  createEventBus().subscribe([{ on: 'member.added', handle: () => Promise.resolve(void ran.push('other')) }]);
  await database.db.$transaction((tx) => createEventBus().publish(tx, eventOf()));
  t.deepEqual(ran, []);
});

test('sessions that end with an event end in their tenants, and subscribers are called for the event only', async (t) => {
  const tenantIds = [randomUUID(), randomUUID()];
  const event = eventOf({ type: 'session.ended', tenantId: null });
  const counted: DomainEvent[] = [];
  const bus = createEventBus((one) => counted.push(one), { recordsSignIns: true });
  const told: DomainEvent[] = [];
  bus.subscribe([{ on: 'session.ended', handle: (_tx, one) => Promise.resolve(void told.push(one)) }]);
  const id = await bus.publish(database.db, event, { endedIn: tenantIds });
  const rows = await database.db.event.findMany({ where: { subjectId: event.subjectId }, orderBy: { id: 'asc' } });
  t.is(rows[0]?.id, id);
  t.deepEqual(
    rows.map(({ type, tenantId, actorId, data }) => ({ type, tenantId, actorId, data })),
    [null, ...tenantIds].map((tenantId) => ({ type: 'session.ended', tenantId, actorId: event.actor.id, data: {} })),
  );
  t.deepEqual(told, [event]);
  t.deepEqual(
    counted.map(({ tenantId }) => tenantId),
    [null, ...tenantIds],
  );
});

test('without the recording of sign-ins, no tenant learns that a session ends', async (t) => {
  const event = eventOf({ type: 'password.changed', tenantId: null });
  await createEventBus().publish(database.db, event, { endedIn: [randomUUID()] });
  t.is(await database.db.event.count({ where: { subjectId: event.subjectId } }), 1);
});
