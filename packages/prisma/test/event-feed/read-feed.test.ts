import { createTestDatabase } from '@org/identity-dev-postgres';
import test, { type ExecutionContext } from 'ava';
import type { Pool } from 'pg';
import { openDatabase } from '../../src/database.js';
import { createEventBus } from '../../src/event-bus.js';
import {
  endOfFeed,
  type FeedEvent,
  type FeedQuery,
  feedLag,
  feedStart,
  lastOfFeed,
  positionOfEvent,
  readFeed,
} from '../../src/event-feed/read-feed.js';
import { uuidV7 } from '../../src/ids.js';
import { restoreSteps } from '../../src/restore/restore-steps.js';

const actor = { kind: 'system', id: null } as const;
const insert = `INSERT INTO identity.events (id, type, tenant_id, actor_kind) VALUES ($1, 'tenant.updated', $2, 'system')`;
/** Each test reads all events of its own database. */
async function openTestDatabase(t: ExecutionContext) {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ databaseUrl: url, poolSize: 3 });
  t.teardown(async () => {
    await database.close();
    await drop();
  });
  return database;
}

/** Reads so many events. Transactions of other databases of the same PostgreSQL hold readers back for a moment. */
async function read(pool: Pool, query: FeedQuery, count: number): Promise<FeedEvent[]> {
  for (;;) {
    const events = await readFeed(pool, query);
    if (events.length >= count) return events;
  }
}

const tenantId = '019a0000-0000-7000-8000-0000000000f1';
const otherId = '019a0000-0000-7000-8000-0000000000f2';

test('an event that is committed late is not skipped, although its id is lower', async (t) => {
  const { pool } = await openTestDatabase(t);
  const [early, late] = [uuidV7(), uuidV7()];
  const open = await pool.connect();
  await open.query('BEGIN');
  await open.query(insert, [early, tenantId]);
  await pool.query(insert, [late, tenantId]);
  // By its id, a reader would now get the second event, continue after it, and never see the first one.
  const { rows } = await pool.query('SELECT id FROM identity.events WHERE id > $1 ORDER BY id', [feedStart.id]);
  t.deepEqual(rows, [{ id: late }]);
  t.deepEqual(await readFeed(pool, { after: feedStart, limit: 10 }), []);
  t.true((await feedLag(pool)) > 0);
  await open.query('COMMIT');
  open.release();
  const events = await read(pool, { after: feedStart, limit: 10 }, 2);
  t.deepEqual(
    events.map(({ id }) => id),
    [early, late],
  );
});

test('a page continues after any event, and a tenant reads only its own', async (t) => {
  const { pool } = await openTestDatabase(t);
  const ids = Array.from({ length: 5 }, () => uuidV7());
  for (const [index, id] of ids.entries()) await pool.query(insert, [id, index === 2 ? otherId : tenantId]);
  const own = ids.filter((_, index) => index !== 2);
  t.is((await read(pool, { after: feedStart, limit: 10 }, 5)).length, 5);
  const end = await endOfFeed(pool);
  const [first] = await readFeed(pool, { tenantId, after: feedStart, limit: 1 });
  t.is(first?.id, own[0]);
  const after = await positionOfEvent(pool, { id: own[0] ?? '', tenantId });
  t.truthy(after);
  const rest = await readFeed(pool, { tenantId, after: after ?? feedStart, limit: 10 });
  t.deepEqual(
    rest.map(({ id }) => id),
    own.slice(1),
  );
  t.is(await positionOfEvent(pool, { id: ids[2] ?? '', tenantId }), undefined);
  t.is(await positionOfEvent(pool, { id: uuidV7() }), undefined);
  t.deepEqual(await readFeed(pool, { after: end, limit: 10 }), []);
  await pool.query(insert, [uuidV7(), null]);
  t.is((await read(pool, { after: end, limit: 10 }, 1)).length, 1);
});

test('events from before transactions were recorded come first, by their ids', async (t) => {
  const { pool } = await openTestDatabase(t);
  const ids = Array.from({ length: 4 }, () => uuidV7());
  for (const id of [ids[1], ids[0]])
    await pool.query(
      insert.replace('actor_kind)', 'actor_kind, horizon, seq)').replace("'system')", "'system', 0, 0)"),
      [id, tenantId],
    );
  for (const id of [ids[3], ids[2]]) await pool.query(insert, [id, tenantId]);
  await read(pool, { after: feedStart, limit: 10 }, 4);
  const found: string[] = [];
  for (let after = feedStart; ; ) {
    const [event] = await readFeed(pool, { tenantId, after, limit: 1 });
    if (!event) break;
    found.push(event.id);
    after = event;
  }
  t.deepEqual(found, [ids[0], ids[1], ids[3], ids[2]]);
});

test('the events of one transaction are in the order in which they were published', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const events = createEventBus();
  const of = (index: number) => ({
    type: 'tenant.updated' as const,
    tenantId: null,
    actor,
    subjectId: String(index),
    data: {},
  });
  await db.$transaction(async (tx) => {
    for (let index = 0; index < 50; index += 1) await events.publish(tx, of(index));
    await events.publishAll(
      tx,
      Array.from({ length: 50 }, (_, index) => of(50 + index)),
    );
  });
  const found = await read(pool, { after: feedStart, limit: 200 }, 100);
  t.deepEqual(
    found.map(({ subjectId }) => Number(subjectId)),
    Array.from({ length: 100 }, (_, index) => index),
  );
});

test('an event that was written after another one was committed comes after it, although its transaction is older', async (t) => {
  const { pool } = await openTestDatabase(t);
  const open = await pool.connect();
  await open.query('BEGIN');
  // Its transaction has a number from here on, as if it had locked a row and then waited for another one.
  await open.query('SELECT pg_current_xact_id()');
  const [first, second] = [uuidV7(), uuidV7()];
  await pool.query(insert, [second, tenantId]);
  await open.query(insert, [first, tenantId]);
  await open.query('COMMIT');
  open.release();
  const events = await read(pool, { after: feedStart, limit: 10 }, 2);
  t.deepEqual(
    events.map(({ id }) => id),
    [second, first],
  );
});

test('new events come after restored ones, although the numbers of transactions begin again', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const step = restoreSteps.find(({ name }) => name === 'eventOrders');
  const end = () => db.$transaction((tx) => step?.end(tx, { from: null, to: new Date() }) ?? Promise.resolve(-1));
  t.is(await end(), 0);
  const [restored, later] = [uuidV7(), uuidV7()];
  await pool.query(insert.replace('actor_kind)', 'actor_kind, horizon)').replace("'system')", "'system', 1e15)"), [
    restored,
    tenantId,
  ]);
  t.is(await end(), 1);
  t.is(await end(), 0);
  await pool.query(insert, [later, tenantId]);
  const events = await read(pool, { after: feedStart, limit: 10 }, 2);
  t.deepEqual(
    events.map(({ id }) => id),
    [restored, later],
  );
  t.is((await lastOfFeed(pool))?.id, later);
});

test('a long transaction does not make events look like restored ones', async (t) => {
  const { db, pool } = await openTestDatabase(t);
  const step = restoreSteps.find(({ name }) => name === 'eventOrders');
  const open = await pool.connect();
  await open.query('BEGIN');
  await open.query('SELECT pg_current_xact_id()');
  await pool.query(insert, [uuidV7(), tenantId]);
  t.is(await db.$transaction((tx) => step?.end(tx, { from: null, to: new Date() }) ?? Promise.resolve(-1)), 0);
  await open.query('ROLLBACK');
  open.release();
});
