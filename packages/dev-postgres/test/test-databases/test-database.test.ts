import test from 'ava';
import { createTestDatabase, dropLeftovers, prepareTemplate, startPostgres } from '../../src/index.js';
import { databaseName } from '../../src/test-databases/test-database-names.js';
import { query } from '../fixtures/query.js';
import { temporaryFolder } from '../fixtures/temporary-folder.js';

// Serial because they share the environment.
test.serial('test databases are copies of the template that do not see each other', async (t) => {
  const postgres = await startPostgres({ directory: await temporaryFolder(t), durable: false });
  t.teardown(() => postgres.stop());
  await t.throwsAsync(
    prepareTemplate(postgres.url, (url) => query(url, 'SELECT nonsense')),
    { code: '42703' },
  );
  const template = await prepareTemplate(postgres.url, (url) => query(url, 'CREATE TABLE note AS SELECT 42 AS answer'));
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_TEMPLATE_DATABASE = template.name;

  const [first, second] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    createTestDatabase(),
    createTestDatabase(),
  ]);
  await query(first.url, 'DELETE FROM note');
  t.deepEqual(await query(first.url, 'SELECT answer FROM note'), []);
  t.deepEqual(await query(second.url, 'SELECT answer FROM note'), [{ answer: 42 }]);

  const empty = await createTestDatabase({ empty: true });
  await t.throwsAsync(query(empty.url, 'SELECT answer FROM note'), { code: '42P01' });
  await empty.drop();
  await t.throwsAsync(query(empty.url, 'SELECT 1'), { code: '3D000' });

  const names = async (): Promise<unknown[]> =>
    (await query(postgres.url, "SELECT datname FROM pg_database WHERE datname LIKE 'identity\\_%'")).map(
      (row) => row.datname,
    );
  t.is((await names()).length, 5, 'four copies and the template; the one that could not be migrated is gone');
  const twoDaysAgo = Date.now() - 2 * 24 * 60 * 60 * 1000;
  for (const name of [
    databaseName('test', '0_abc', twoDaysAgo),
    databaseName('test', '0_def'),
    'identity_test_of_somebody_else',
  ]) {
    await query(postgres.url, `CREATE DATABASE ${name}`);
  }
  await dropLeftovers(postgres.url);
  t.is((await names()).length, 7, 'only the one that is ours and old is dropped');
  await template.drop();
  t.is((await names()).length, 2, 'what belongs to other runs stays');
});

test.serial('a missing TEST_DATABASE_URL is named', async (t) => {
  delete process.env.TEST_DATABASE_URL;
  await t.throwsAsync(createTestDatabase(), { message: /^TEST_DATABASE_URL is not set/ });
});
