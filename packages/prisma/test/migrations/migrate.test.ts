import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';
import { migrate, migrationStatus, readMigrations } from '../../src/index.js';
import { emptyDatabase } from '../support/empty-database.js';
import { migrationFolder } from '../support/migration-folder.js';
import { rowsOf } from '../support/rows.js';

// dist/test/migrations → the root of the workspace
const sources = new URL('../../../../../prisma/migrations/', import.meta.url);

const first = { '20200101000000_first': 'CREATE TABLE first (id int)' };
const second = { '20200102000000_second': 'CREATE TABLE second (id int)' };

interface HistoryRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
  applied_steps_count: number;
}

const history = (url: string) =>
  rowsOf<HistoryRow>(url, 'SELECT * FROM identity._prisma_migrations ORDER BY started_at, migration_name');

const tables = async (url: string, schema: string) => {
  const found = await rowsOf<{ name: string }>(
    url,
    'SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) ORDER BY relname',
    [schema],
  );
  return found.map(({ name }) => name);
};

test('every migration is applied and recorded with the checksum of its file', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const applied = await migrate({ databaseUrl });
  const folders = (await readdir(sources, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  t.deepEqual(applied, names);
  const rows = await history(databaseUrl);
  t.is(rows.length, names.length);
  for (const [index, row] of rows.entries()) {
    const bytes = await readFile(new URL(`${names[index]}/migration.sql`, sources));
    t.is(row.migration_name, String(names[index]));
    t.is(row.checksum, createHash('sha256').update(bytes).digest('hex'));
    t.true(row.finished_at instanceof Date);
    t.is(row.rolled_back_at, null);
    t.is(row.applied_steps_count, 1);
  }
});

test('running again applies nothing and leaves the history as it is', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl });
  const before = await history(databaseUrl);
  t.deepEqual(await migrate({ databaseUrl }), []);
  t.deepEqual(await history(databaseUrl), before);
});

test('five runners at once on an empty database apply each migration once', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate({ databaseUrl })));
  const names = (await readMigrations()).map(({ name }) => name);
  t.deepEqual(results.flat().sort(), names);
  t.deepEqual(
    (await history(databaseUrl)).map((row) => row.migration_name),
    names,
  );
});

test('a failing migration leaves neither table nor history and is named by its error', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const broken = { '20200102000000_broken': 'CREATE TABLE half (id int); SELECT 1 / 0;' };
  const folder = await migrationFolder(t, { ...first, ...broken });
  const error = await t.throwsAsync(migrate({ databaseUrl, folder }), { message: /"20200102000000_broken"/u });
  t.like(error?.cause, { code: '22012' });
  t.deepEqual(await tables(databaseUrl, 'identity'), ['_prisma_migrations', '_prisma_migrations_pkey', 'first']);
  t.deepEqual(
    (await history(databaseUrl)).map((row) => row.migration_name),
    ['20200101000000_first'],
  );
});

test('a migration that cannot be recorded is undone', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const unrecordable = `CREATE TABLE half (id int);
    ALTER TABLE _prisma_migrations ADD CHECK (migration_name <> '20200102000000_unrecordable')`;
  const folder = await migrationFolder(t, { ...first, '20200102000000_unrecordable': unrecordable });
  const error = await t.throwsAsync(migrate({ databaseUrl, folder }), { message: /"20200102000000_unrecordable"/u });
  t.like(error?.cause, { code: '23514' });
  t.false((await tables(databaseUrl, 'identity')).includes('half'));
});

test('a migration that failed is applied once its file is repaired', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const broken = await migrationFolder(t, { ...first, '20200102000000_second': 'SELECT nonsense' });
  await t.throwsAsync(migrate({ databaseUrl, folder: broken }));
  const repaired = await migrationFolder(t, { ...first, ...second });
  t.deepEqual(await migrate({ databaseUrl, folder: repaired }), ['20200102000000_second']);
});

test('a migration that was changed after it had been applied is refused by name', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl, folder: await migrationFolder(t, first) });
  const changed = { '20200101000000_first': 'CREATE TABLE first (id bigint)' };
  const folder = await migrationFolder(t, { ...changed, ...second });
  const refusal = { message: /"20200101000000_first" was changed after it had been applied/u };
  await t.throwsAsync(migrate({ databaseUrl, folder }), refusal);
  await t.throwsAsync(migrationStatus({ databaseUrl, folder }), refusal);
  t.false((await tables(databaseUrl, 'identity')).includes('second'));
});

test('a migration that another tool left half-finished is refused by name', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl, folder: await migrationFolder(t, first) });
  await rowsOf(databaseUrl, 'UPDATE identity._prisma_migrations SET finished_at = NULL');
  const folder = await migrationFolder(t, { ...first, ...second });
  const refusal = { message: /"20200101000000_first" failed halfway/u };
  await t.throwsAsync(migrate({ databaseUrl, folder }), refusal);
  await t.throwsAsync(migrationStatus({ databaseUrl, folder }), refusal);
  t.false((await tables(databaseUrl, 'identity')).includes('second'));
});

test('a half-finished migration that was marked as rolled back is applied anew', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const folder = await migrationFolder(t, first);
  await migrate({ databaseUrl, folder });
  await rowsOf(databaseUrl, 'DROP TABLE identity.first');
  await rowsOf(databaseUrl, 'UPDATE identity._prisma_migrations SET finished_at = NULL, rolled_back_at = now()');
  t.deepEqual(await migrate({ databaseUrl, folder }), ['20200101000000_first']);
  t.true((await tables(databaseUrl, 'identity')).includes('first'));
});

test('the status of an empty database names everything as pending and changes nothing', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const names = (await readMigrations()).map(({ name }) => name);
  t.deepEqual(await migrationStatus({ databaseUrl }), { applied: [], pending: names });
  const schemas = await rowsOf(databaseUrl, "SELECT 1 FROM pg_namespace WHERE nspname = 'identity'");
  t.deepEqual(schemas, []);
});

test('the status tells what is applied from what is pending', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl, folder: await migrationFolder(t, first) });
  const folder = await migrationFolder(t, { ...first, ...second });
  t.deepEqual(await migrationStatus({ databaseUrl, folder }), {
    applied: ['20200101000000_first'],
    pending: ['20200102000000_second'],
  });
});

test('every table, index and type is in the schema identity and none in public', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl });
  const found = await tables(databaseUrl, 'identity');
  for (const table of ['users', 'tenants', 'clients', 'oidc_sessions', 'oidc_grants', 'oidc_tokens', 'oidc_records']) {
    t.true(found.includes(table), table);
  }
  t.deepEqual(await tables(databaseUrl, 'public'), []);
  const types = await rowsOf(databaseUrl, "SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace");
  t.deepEqual(types, []);
});

test("a host's own tables and migration history in public are neither read nor written", async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await rowsOf(databaseUrl, 'CREATE TABLE public.users (id int)');
  await rowsOf(databaseUrl, 'CREATE TABLE public._prisma_migrations (migration_name text, finished_at timestamptz)');
  await rowsOf(databaseUrl, "INSERT INTO public._prisma_migrations VALUES ('of the host', NULL)");
  await migrate({ databaseUrl });
  t.deepEqual((await migrationStatus({ databaseUrl })).pending, []);
  t.deepEqual(await rowsOf(databaseUrl, 'SELECT * FROM public._prisma_migrations'), [
    { migration_name: 'of the host', finished_at: null },
  ]);
});

test("an address with Prisma's schema parameter is understood", async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const url = new URL(databaseUrl);
  url.searchParams.set('schema', 'identity');
  const folder = await migrationFolder(t, first);
  t.deepEqual(await migrate({ databaseUrl: url.href, folder }), ['20200101000000_first']);
  t.deepEqual((await migrationStatus({ databaseUrl: url.href, folder })).pending, []);
});
