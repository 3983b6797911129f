import { randomUUID } from 'node:crypto';
import test from 'ava';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);

const insert =
  "INSERT INTO identity.events (id, type, tenant_id, actor_kind) VALUES (gen_random_uuid(), $2, $1, 'user')";

/** The sums of a tenant's counters and the numbers of its rows, by type. */
async function countsOf(tenantId: string) {
  const where = { tenantId };
  const [sums, rows] = await Promise.all([
    database.db.eventCount.groupBy({ by: ['type'], where, _sum: { count: true }, orderBy: { type: 'asc' } }),
    database.db.event.groupBy({ by: ['type'], where, _count: true, orderBy: { type: 'asc' } }),
  ]);
  return {
    counters: sums.map(({ type, _sum }) => [type, Number(_sum.count)]).filter(([, count]) => count !== 0),
    rows: rows.map(({ type, _count }) => [type, _count]),
  };
}

test('transactions that add events of one tenant do not wait for each other, and all are counted', async (t) => {
  const tenantId = randomUUID();
  const clients = await Promise.all(Array.from({ length: 6 }, () => database.pool.connect()));
  try {
    for (const client of clients) {
      await client.query('BEGIN');
      // The other transactions commit later, so an insert that has to wait for them fails.
      await client.query("SET LOCAL lock_timeout = '1ms'");
    }
    // In opposite orders: with one counter row for each type, the second halves would deadlock.
    for (const types of [
      ['one', 'two'],
      ['two', 'one'],
    ]) {
      for (const [index, client] of clients.entries()) await client.query(insert, [tenantId, types[index % 2]]);
    }
    for (const client of clients) await client.query('COMMIT');
  } finally {
    for (const client of clients) client.release();
  }
  const { counters, rows } = await countsOf(tenantId);
  t.deepEqual(rows, [
    ['one', 6],
    ['two', 6],
  ]);
  t.deepEqual(counters, rows);
  t.true((await database.db.eventCount.count({ where: { tenantId } })) <= 12);
});

test('events one after the other are counted in one row', async (t) => {
  const tenantId = randomUUID();
  for (let index = 0; index < 20; index += 1) await database.pool.query(insert, [tenantId, 'one']);
  t.is(await database.db.eventCount.count({ where: { tenantId } }), 1);
  t.deepEqual((await countsOf(tenantId)).counters, [['one', 20]]);
});

test('the counters follow parallel inserts, deletions and transactions that roll back', async (t) => {
  const tenantId = randomUUID();
  const add = async (index: number) => {
    await database.db.$transaction(async (tx) => {
      const type = index % 2 ? 'one' : 'two';
      const { id } = await tx.event.create({ data: { type, tenantId, actorKind: 'user' } });
      await tx.event.createMany({ data: [1, 2].map(() => ({ type: 'three', tenantId, actorKind: 'user' })) });
      if (index % 3 === 0) await tx.event.delete({ where: { id } });
      if (index % 5 === 0) throw new Error('rolled back');
    });
  };
  await Promise.allSettled(Array.from({ length: 60 }, (_, index) => add(index)));
  const { counters, rows } = await countsOf(tenantId);
  t.is(rows.length, 3);
  t.deepEqual(counters, rows);
});

test('an event keeps its tenant and its type', async (t) => {
  const { id } = await database.db.event.create({ data: { type: 'one', tenantId: randomUUID(), actorKind: 'user' } });
  for (const data of [{ type: 'two' }, { tenantId: randomUUID() }, { tenantId: null }])
    await t.throwsAsync(database.db.event.update({ where: { id }, data }), { message: /keeps its tenant/u });
  await t.notThrowsAsync(database.db.event.update({ where: { id }, data: { data: { left: true } } }));
});

test('an event without a tenant has no counter', async (t) => {
  const type = `only-${randomUUID()}`;
  await database.db.event.create({ data: { type, actorKind: 'system' } });
  t.is(await database.db.eventCount.count({ where: { type } }), 0);
});
