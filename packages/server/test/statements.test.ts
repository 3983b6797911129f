import { createTestDatabase } from '@org/identity-dev-postgres';
import { declaredStatements, openDatabase, run, statement } from '@org/identity-prisma';
import test from 'ava';
import pg from 'pg';
// This import declares the statements of every package.
import '../src/index.js';
import { explainPrepared } from './support/explain-prepared.js';

test('every prepared statement fits the schema that the migrations make', async (t) => {
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.teardown(() => client.end());
  const statements = declaredStatements();
  t.true(statements.length > 30);
  for (const { name, text } of statements) {
    await t.notThrowsAsync(client.query(`PREPARE "${name}" AS ${text}`), name);
  }
});

test('a column more in any table changes the result of no prepared statement', async (t) => {
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.teardown(() => client.end());
  const statements = declaredStatements();
  for (const { name, text } of statements) await client.query(`PREPARE "${name}" AS ${text}`);
  await client.query(`DO $$ DECLARE one regclass; BEGIN
    FOR one IN SELECT oid FROM pg_class
      WHERE relnamespace = 'identity'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    LOOP EXECUTE format('ALTER TABLE %s ADD COLUMN of_next_release int', one); END LOOP; END $$`);
  // An explained statement is planned, and not run.
  for (const explain of await explainPrepared(client)) await t.notThrowsAsync(client.query(explain), explain);
});

const named = statement('test_named', 'SELECT $1::int AS number');

/** Returns the prepared statements of a connection after our statements and Prisma's have run on it. */
async function remembered(url: string, preparedStatements: boolean): Promise<string[]> {
  const { db, pool, close } = openDatabase({ databaseUrl: url, poolSize: 1, preparedStatements });
  try {
    const { rows } = await run<{ number: number }>(pool, named, [7]);
    await db.client.count();
    await db.$transaction((tx) => tx.client.findFirst({ where: { id: 'nobody' } }));
    const found = await pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements');
    return [String(rows[0]?.number), ...found.rows.map(({ name }) => name)];
  } finally {
    await close();
  }
}

test('without prepared statements no connection remembers any', async (t) => {
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  t.deepEqual(await remembered(url, false), ['7']);
  t.deepEqual(await remembered(url, true), ['7', named.name]);
});
