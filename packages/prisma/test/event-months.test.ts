import { createHash } from 'node:crypto';
import test from 'ava';
import { addEventMonths, dropEventMonths, monthOf, monthsAfter, openDatabase } from '../src/index.js';
import { during, eventDatabase } from './support/event-months.js';

const thisMonth = monthOf(new Date());
// The partition of the time before the migration ends with the next month, and three months follow it.
const firstOwn = monthsAfter(thisMonth, 2);
const lastMade = monthsAfter(thisMonth, 4);
const old = '2025-03';
const older = '2025-01';

test('an event is stored whatever time its id has', async (t) => {
  const { db, tenantId, counts } = await eventDatabase(t);
  const ids = ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
  for (const id of ids) await db.event.create({ data: { id, type: 'one', tenantId, actorKind: 'user' } });
  t.deepEqual(await counts(), [2, 2]);
});

test('months are added ahead of time, and events that were already there are moved to them', async (t) => {
  const { pool, add, counts, partitions, months } = await eventDatabase(t);
  t.deepEqual(await addEventMonths(pool), { added: [] });
  const next = monthsAfter(lastMade, 1);
  await add(next, 3);
  await add(monthsAfter(lastMade, 9));
  const { added } = await addEventMonths(pool, { now: during(monthsAfter(lastMade, -1)) });
  t.deepEqual(added, [next, monthsAfter(next, 1)]);
  t.true((await partitions()).includes(`events_${next.replace('-', '_')}`));
  const { rows } = await pool.query<{ count: string }>(
    `SELECT count(*) FROM identity.events_${next.replace('-', '_')}`,
  );
  t.is(rows[0]?.count, '3');
  t.deepEqual(await counts(), [4, 4]);
  t.deepEqual(await months(), [
    [next, 3],
    [monthsAfter(lastMade, 9), 1],
  ]);
});

test('a month with more events than may be moved beside requests is left for the command', async (t) => {
  const { pool, add, counts, partitions } = await eventDatabase(t);
  const before = await partitions();
  const next = monthsAfter(lastMade, 1);
  await add(next, 3);
  const now = during(lastMade);
  t.deepEqual(await addEventMonths(pool, { now, maxMoved: 2 }), { added: [], tooMany: 3 });
  t.deepEqual(await partitions(), before);
  t.is((await addEventMonths(pool, { now, maxMoved: 3 })).added[0], next);
  t.deepEqual(await counts(), [3, 3]);
});

test('several processes that add months at once add each of them once', async (t) => {
  const { url, pool, partitions } = await eventDatabase(t);
  const others = [1, 2, 3].map(() => openDatabase({ databaseUrl: url }));
  const now = during(lastMade);
  const results = await Promise.all(
    [pool, ...others.map((other) => other.pool)].map((each) => addEventMonths(each, { now })),
  );
  for (const other of others) await other.close();
  await addEventMonths(pool, { now });
  const added = results.flatMap((result) => result.added);
  t.is(new Set(added).size, added.length);
  t.is((await partitions()).length, 5 + 3);
});

test('adding a month does not wait for a long transaction, and works when that has ended', async (t) => {
  const { pool, add } = await eventDatabase(t);
  const now = during(lastMade);
  const reader = await pool.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM identity.events');
  await t.throwsAsync(addEventMonths(pool, { now }), { code: '55P03' });
  t.is((await add(thisMonth)).length, 1);
  await reader.query('COMMIT');
  reader.release();
  t.is((await addEventMonths(pool, { now })).added.length, 3);
});

test('an export has one line for each event of the month, in order, with the hash of the file', async (t) => {
  const { add, export: exported } = await eventDatabase(t);
  const ids = await add(old, 5, { big: 1 });
  await add(older);
  const { events, sha256, text } = await exported(old, new Date());
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.deepEqual(
    lines.map(({ id }) => id),
    ids,
  );
  t.deepEqual(Object.keys(lines[0]), [
    'id',
    'type',
    'tenantId',
    'actorKind',
    'actorId',
    'subjectId',
    'data',
    'occurredAt',
  ]);
  t.deepEqual(lines[0].data, { big: 1 });
  t.regex(lines[0].occurredAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
  t.is(events, 5);
  t.is(sha256, createHash('sha256').update(text).digest('hex'));
});

test('a month that is not over is not exported', async (t) => {
  const { export: exported } = await eventDatabase(t);
  await t.throwsAsync(exported(thisMonth, new Date()), { message: /is not over/u });
});

test('events are dropped only when every month of their partition is exported', async (t) => {
  const { pool, add, counts, months, partitions, export: exported } = await eventDatabase(t);
  const now = during(firstOwn);
  const drop = () => dropEventMonths(pool, { before: firstOwn, exportFirst: true });
  await add(older, 2);
  await add(old, 3);
  await add(firstOwn, 4);
  t.deepEqual(await drop(), { dropped: [], notExported: [older] });
  await exported(old, now);
  t.deepEqual(await drop(), { dropped: [], notExported: [older] });
  t.deepEqual(await counts(), [9, 9]);
  await exported(older, now);
  const { dropped, notExported } = await drop();
  t.deepEqual(
    [dropped.map(({ month, events }) => [month, events]), notExported],
    [
      [
        [older, 2],
        [old, 3],
      ],
      [],
    ],
  );
  t.deepEqual(await counts(), [4, 4]);
  t.deepEqual(await months(), [[firstOwn, 4]]);
  t.is((await partitions()).filter((name) => name.startsWith('events_until')).length, 0);
  // An old id still has a partition.
  await add(older);
  t.deepEqual(await counts(), [5, 5]);
});

for (const [title, change] of [
  ['added', ({ add }) => add(old)],
  ['changed', ({ db, ids: [id] }) => db.event.update({ where: { id: String(id) }, data: { data: {} } })],
  ['removed', ({ db, ids: [id] }) => db.event.delete({ where: { id: String(id) } })],
] satisfies [string, (events: Awaited<ReturnType<typeof eventDatabase>> & { ids: string[] }) => Promise<unknown>][]) {
  test(`a month is kept if an event was ${title} after the export`, async (t) => {
    const database = await eventDatabase(t);
    const ids = await database.add(old, 3, { name: 'A Name' });
    await database.export(old, new Date());
    await change({ ...database, ids });
    const drop = () => dropEventMonths(database.pool, { before: firstOwn, exportFirst: true });
    t.deepEqual((await drop()).notExported, [old]);
    await database.export(old, new Date());
    t.deepEqual((await drop()).notExported, []);
    t.deepEqual(await database.counts(), [0, 0]);
  });
}

test('months are dropped one after the other, and the current ones stay', async (t) => {
  const { pool, add, counts, months, partitions, export: exported } = await eventDatabase(t);
  const own = [firstOwn, monthsAfter(firstOwn, 1), lastMade];
  for (const month of own) await add(month, 2);
  const before = lastMade;
  for (const month of own.slice(0, 2)) await exported(month, during(lastMade));
  const { dropped } = await dropEventMonths(pool, { before, exportFirst: true });
  t.deepEqual(
    dropped.map(({ month }) => month),
    own.slice(0, 2),
  );
  t.deepEqual(await months(), [[lastMade, 2]]);
  t.deepEqual(await counts(), [2, 2]);
  // The partition of the time before the migration is empty, and now has no lower bound and ends here.
  t.is((await partitions()).length, 3);
  await add(firstOwn);
  t.deepEqual(await counts(), [3, 3]);
});

test('without the export months are dropped at once', async (t) => {
  const { pool, add, counts } = await eventDatabase(t);
  await add(old, 2);
  await dropEventMonths(pool, { before: firstOwn, exportFirst: false });
  t.deepEqual(await counts(), [0, 0]);
});

test('a drop that is aborted beforehand drops nothing', async (t) => {
  const { pool, add, counts } = await eventDatabase(t);
  await add(old, 2);
  await dropEventMonths(pool, { before: firstOwn, exportFirst: false, signal: AbortSignal.abort() });
  t.deepEqual(await counts(), [2, 2]);
});
