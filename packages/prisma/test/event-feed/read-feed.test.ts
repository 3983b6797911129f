import { createTestDatabase } from '@org/identity-dev-postgres';
import test, { type ExecutionContext } from 'ava';
import type { Pool } from 'pg';
import { openDatabase } from '../../src/database.js';
import { createEventBus } from '../../src/event-bus.js';
import { eventId } from '../../src/event-feed/event-id.js';
import {
  endOfFeed,
  type FeedEvent,
  type FeedQuery,
  feedLag,
  feedStart,
  positionOfEvent,
  readFeed,
} from '../../src/event-feed/read-feed.js';

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
  const [early, late] = [eventId(), eventId()];
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
  const ids = Array.from({ length: 5 }, () => eventId());
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
  t.is(await positionOfEvent(pool, { id: eventId() }), undefined);
  t.deepEqual(await readFeed(pool, { after: end, limit: 10 }), []);
  await pool.query(insert, [eventId(), null]);
  t.is((await read(pool, { after: end, limit: 10 }, 1)).length, 1);
});

test('events from before transactions were recorded come first, by their ids', async (t) => {
  const { pool } = await openTestDatabase(t);
  const ids = Array.from({ length: 4 }, () => eventId());
  for (const id of [ids[1], ids[0]])
    await pool.query(insert.replace('actor_kind)', 'actor_kind, xid)').replace("'system')", "'system', '0')"), [
      id,
      tenantId,
    ]);
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

test('ids of events always rise, also within a millisecond and when the clock goes back', (t) => {
  const ids = Array.from({ length: 10_000 }, (_, index) => eventId(1_700_000_000_000 - (index % 3)));
  t.deepEqual([...ids].sort(), ids);
  t.true(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u.test(id)));
});
