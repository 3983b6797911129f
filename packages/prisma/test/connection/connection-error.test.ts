import test from 'ava';
import { openDatabase } from '../../src/index.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);

test('the error of an idle connection that breaks says nothing about the connection', async (t) => {
  let report = (_error: Error) => {};
  const reported = new Promise<Error>((resolve) => {
    report = resolve;
  });
  const { pool, close } = openDatabase({
    databaseUrl: database.url,
    poolSize: 1,
    onConnectionError: (error) => report(error),
  });
  t.teardown(close);
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  const error = await reported;
  t.regex(error.message, /terminat/u);
  t.false('client' in error);
});
