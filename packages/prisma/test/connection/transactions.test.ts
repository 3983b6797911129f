import test from 'ava';
import type { ClientBase } from 'pg';
import { cutConnection } from '../../src/connection/pg-client.js';
import { inTransaction } from '../../src/connection/transactions.js';
import { openDatabase, unavailableReason } from '../../src/index.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);

test('a transaction begins again if its connection broke before the work started, and never after that', async (t) => {
  const clients: ClientBase[] = [];
  const { db, pool, close } = openDatabase({ databaseUrl: database.url, poolSize: 1 });
  t.teardown(close);
  pool.on('connect', (client) => clients.push(client));
  await pool.query('SELECT 1');
  let started = 0;
  const create = (slug: string, meanwhile = () => {}) =>
    db.$transaction(async (tx) => {
      started += 1;
      await tx.tenant.create({ data: { slug, name: slug } });
      meanwhile();
      return tx.tenant.count({ where: { slug } });
    });

  // The pool does not know yet that its idle connection is closed.
  for (const client of clients.splice(0)) cutConnection(client);
  t.is(await create('begun-again'), 1);
  t.is(started, 1);

  const failure: unknown = await t.throwsAsync(
    create('broken', () => {
      for (const client of clients.splice(0)) cutConnection(client);
    }),
  );
  t.is(unavailableReason(failure), 'away');
  t.is(started, 2);
  t.is(await db.tenant.count({ where: { slug: 'broken' } }), 0);
});

test('two transactions that wait for each other both happen: the one that PostgreSQL ends is run again', async (t) => {
  const data = ['one', 'two'].map((slug) => ({ slug, name: slug }));
  const ids = (await database.db.tenant.createManyAndReturn({ data })).map(({ id }) => id);
  let waiting = 0;
  let open: (() => void) | undefined;
  const bothHoldOne = new Promise<void>((resolve) => {
    open = resolve;
  });
  let finish: (() => void) | undefined;
  const oneHasHappened = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let attempts = 0;
  const lockBoth = async (order: string[]) => {
    await inTransaction(database.db, async (tx) => {
      attempts += 1;
      // Otherwise it could get its first lock again before the other one wakes up, and both would wait once more.
      if (attempts > 2) await oneHasHappened;
      for (const id of order) {
        await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
        waiting += 1;
        if (waiting === 2) open?.();
        await bothHoldOne;
      }
    });
    finish?.();
  };
  await t.notThrowsAsync(Promise.all([lockBoth(ids), lockBoth([...ids].reverse())]));
  t.is(attempts, 3);
});

test('what fails for another reason is not tried again', async (t) => {
  let attempts = 0;
  const failing = inTransaction(database.db, async () => {
    attempts += 1;
    throw new Error('40001 people came');
  });
  await t.throwsAsync(failing, { message: '40001 people came' });
  t.is(attempts, 1);
});
