import test from 'ava';
import { createClientChanges, openDatabase } from '../../src/index.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);

function open() {
  const changes = createClientChanges();
  const opened = openDatabase({ databaseUrl: database.url, poolSize: 3, onConnection: changes.listenOn });
  let reported = 0;
  changes.onChange(() => {
    reported += 1;
  });
  /** Whether a change has been reported by the time it is finished. */
  const isReported = async (change: () => Promise<unknown>) => {
    const before = reported;
    await change();
    return reported > before;
  };
  return { changes, isReported, ...opened };
}

test.serial('a change of a client is reported before the caller who made it goes on, on each connection', async (t) => {
  const { db, pool, isReported, close } = open();
  t.teardown(close);
  const others: { release(): void }[] = [];
  for (const id of ['first', 'second', 'third']) {
    t.true(await isReported(() => db.client.create({ data: { id, name: 'A client', type: 'SPA' } })));
    t.true(await isReported(() => db.$executeRaw`UPDATE identity.clients SET name = 'Another' WHERE id = ${id}`));
    t.true(await isReported(() => db.$transaction((tx) => tx.client.delete({ where: { id } }))));
    // Keeps these connections, so that the next round gets another one.
    if (others.length < 2) others.push(await pool.connect());
  }
  for (const other of others) other.release();
});

test.serial('a tenant takes its clients along, and that is reported', async (t) => {
  const { db, isReported, close } = open();
  t.teardown(close);
  const { id: tenantId } = await db.tenant.create({ data: { slug: 'with-a-machine', name: 'A tenant' } });
  await db.client.create({ data: { id: 'machine', name: 'A machine', type: 'MACHINE', tenantId } });
  t.true(await isReported(() => db.tenant.delete({ where: { id: tenantId } })));
});

test.serial('a change that is rolled back is not reported', async (t) => {
  const { db, isReported, close } = open();
  t.teardown(close);
  const fails = async () => {
    const change = db.$transaction(async (tx) => {
      await tx.client.create({ data: { id: 'never', name: 'A client', type: 'SPA' } });
      throw new Error('rolled back');
    });
    await t.throwsAsync(change, { message: 'rolled back' });
  };
  t.false(await isReported(fails));
});

test.serial('changes are heard once there is a connection, and never again after one behind a pooler', async (t) => {
  const { changes, pool, close } = open();
  t.teardown(close);
  t.false(changes.isListening());
  await pool.query('SELECT 1');
  t.true(changes.isListening());
  const client = await pool.connect();
  await changes.listenOn(client, false);
  client.release();
  t.false(changes.isListening());
});
