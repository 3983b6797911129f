import test from 'ava';
import type { ClientBase } from 'pg';
import { cutConnection } from '../../src/connection/pg-client.js';
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
