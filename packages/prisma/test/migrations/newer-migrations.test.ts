import test from 'ava';
import { migrate, migrationStatus } from '../../src/index.js';
import { emptyDatabase } from '../support/empty-database.js';
import { migrationFolder } from '../support/migration-folder.js';
import { rowsOf } from '../support/rows.js';

const first = { '20200101000000_first': 'CREATE TABLE first (id int)' };
const second = { '20200102000000_second': 'CREATE TABLE second (id int)' };
const newer = { '20200103000000_newer': 'CREATE TABLE newer (id int)' };
const begun = `UPDATE identity._prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%newer'`;

test('a version accepts a database with the migrations of a newer version', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl, folder: await migrationFolder(t, { ...first, ...newer }) });
  const folder = await migrationFolder(t, first);
  t.deepEqual(await migrationStatus({ databaseUrl, folder }), { applied: ['20200101000000_first'], pending: [] });
  t.deepEqual(await migrate({ databaseUrl, folder }), []);
});

test('a version runs and starts while another tool applies a migration of a newer version', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl, folder: await migrationFolder(t, { ...first, ...newer }) });
  await rowsOf(databaseUrl, begun);
  const folder = await migrationFolder(t, first);
  t.deepEqual((await migrationStatus({ databaseUrl, folder })).pending, []);
  t.deepEqual(await migrate({ databaseUrl, folder }), []);
});

test('nothing is applied to a database in which an unknown migration is half-finished', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl, folder: await migrationFolder(t, { ...first, ...newer }) });
  await rowsOf(databaseUrl, begun);
  const folder = await migrationFolder(t, { ...first, ...second });
  await t.throwsAsync(migrate({ databaseUrl, folder }), { message: /"20200103000000_newer" failed halfway/u });
  t.deepEqual(await rowsOf(databaseUrl, "SELECT to_regclass('identity.second') AS found"), [{ found: null }]);
});
