import test from 'ava';
import { openDatabase, run, statement } from '../../src/index.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);
const all = statement('test_stale_plan', 'SELECT * FROM public.stale_plan_rows');

test('a migration that changes the columns of a prepared statement fails no request', async (t) => {
  const { pool, close } = openDatabase({ databaseUrl: database.url, poolSize: 3 });
  t.teardown(close);
  await pool.query('CREATE TABLE public.stale_plan_rows (id int); INSERT INTO public.stale_plan_rows VALUES (1)');
  const clients = await Promise.all(Array.from({ length: 3 }, () => pool.connect()));
  for (const client of clients) await run(client, all, []);
  for (const client of clients) client.release();

  await pool.query('ALTER TABLE public.stale_plan_rows ADD COLUMN added int');
  const read = await Promise.all(Array.from({ length: 6 }, () => run(pool, all, [])));
  for (const { rows } of read) t.deepEqual(rows, [{ id: 1, added: null }]);
});
