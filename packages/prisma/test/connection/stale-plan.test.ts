import test from 'ava';
import type { PoolClient } from 'pg';
import { openDatabase, run, statement } from '../../src/index.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);
const all = statement('test_stale_plan', 'SELECT * FROM public.stale_plan_rows');

/** Prepares the statement on every connection of the pool. */
async function prepareEverywhere(connect: () => Promise<PoolClient>, connections: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, connect));
  for (const client of clients) await run(client, all, []);
  for (const client of clients) client.release();
}

test.serial('a migration that changes the columns of a prepared statement fails no request', async (t) => {
  const { pool, close } = openDatabase({ databaseUrl: database.url, poolSize: 3 });
  t.teardown(close);
  await pool.query('CREATE TABLE public.stale_plan_rows (id int); INSERT INTO public.stale_plan_rows VALUES (1)');
  await prepareEverywhere(() => pool.connect(), 3);

  await pool.query('ALTER TABLE public.stale_plan_rows ADD COLUMN added int');
  const read = await Promise.all(Array.from({ length: 6 }, () => run(pool, all, [])));
  for (const { rows } of read) t.deepEqual(rows, [{ id: 1, added: null }]);

  // From now on it is prepared again.
  await run(pool, all, []);
  const { rows } = await pool.query('SELECT name FROM pg_prepared_statements');
  t.deepEqual(rows, [{ name: all.name }]);
  await pool.query('DROP TABLE public.stale_plan_rows');
});

test.serial('a transaction with such a statement fails, and its connection is not used again', async (t) => {
  const { pool, close } = openDatabase({ databaseUrl: database.url, poolSize: 1 });
  t.teardown(close);
  await pool.query('CREATE TABLE public.stale_plan_rows (id int)');
  await prepareEverywhere(() => pool.connect(), 1);
  await pool.query('ALTER TABLE public.stale_plan_rows ADD COLUMN added int');

  const client = await pool.connect();
  await client.query('BEGIN');
  await t.throwsAsync(run(client, all, []), { code: '0A000' });
  await client.query('ROLLBACK');
  client.release();

  const next = await pool.connect();
  t.not(next, client);
  await t.notThrowsAsync(run(next, all, []));
  next.release();
  await pool.query('DROP TABLE public.stale_plan_rows');
});
