import { openDatabase } from '@org/identity-prisma';
import test from 'ava';
import { openTestDatabase, recordStatements, touchesRows } from '../src/index.js';

test('a test database is migrated and empty, and another process sees what is written to it', async (t) => {
  const database = await openTestDatabase(t);
  t.is(await database.db.tenant.count(), 0);
  await database.db.tenant.create({ data: { slug: 'acme', name: 'Acme' } });
  t.is(await database.openAgain().db.tenant.count(), 1);
});

test('a test database that is closed has been dropped', async (t) => {
  const database = await openTestDatabase();
  const again = database.openAgain();
  t.is(await again.db.tenant.count(), 0);
  await database.close();
  const gone = openDatabase({ databaseUrl: database.url });
  t.teardown(() => gone.close());
  await t.throwsAsync(gone.pool.query('SELECT 1'), { code: '3D000' });
});

test('every statement is recorded with its values, oldest first', async (t) => {
  const database = await openTestDatabase(t);
  const statements = recordStatements(database);
  await database.pool.query('SET work_mem = 1024');
  await database.pool.query('SELECT $1::int', [7]);
  await database.pool.query({ text: 'SELECT $1::text', values: ['a'] });
  t.deepEqual(statements.filter(touchesRows), [
    { text: 'SELECT $1::int', values: [7] },
    { text: 'SELECT $1::text', values: ['a'] },
  ]);
});
