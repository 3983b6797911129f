import test from 'ava';
import { migrate, migrationStatus, outsideTransactionMarker, readMigrations } from '../../src/index.js';
import { emptyDatabase } from '../support/empty-database.js';
import { migrationFolder } from '../support/migration-folder.js';
import { rowsOf } from '../support/rows.js';

const first = { '20200101000000_first': 'CREATE TABLE first (id int); INSERT INTO first VALUES (1), (2)' };
const schemas = (databaseUrl: string) =>
  rowsOf(databaseUrl, "SELECT nspname FROM pg_namespace WHERE nspname IN ('identity', 'notes')");
const notes = (sql: string) => ({ name: 'notes', declares: { migrations: [{ name: '0001_notes', sql }] } });

test('a rehearsal of all migrations applies them, names them and leaves nothing', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const plugins = [notes('CREATE SCHEMA notes; CREATE TABLE notes.notes (id int)')];
  const rehearsed = await migrate({ databaseUrl, plugins, rehearse: true });
  t.deepEqual(await schemas(databaseUrl), []);
  t.deepEqual(rehearsed, await migrate({ databaseUrl, plugins }));
  t.deepEqual(await migrate({ databaseUrl, plugins, rehearse: true }), []);
});

test('the migrations since the last release can be rehearsed on its database', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  // Version 0.2.1 has these.
  const released = (await readMigrations()).slice(0, 33);
  const folder = await migrationFolder(t, Object.fromEntries(released.map(({ name, sql }) => [name, sql])));
  await migrate({ databaseUrl, folder });
  await rowsOf(
    databaseUrl,
    "INSERT INTO identity.users (id, email, normalized_email, updated_at) VALUES (gen_random_uuid(), 'a@b.test', 'a@b.test', now())",
  );
  const { pending } = await migrationStatus({ databaseUrl });
  t.deepEqual(await migrate({ databaseUrl, rehearse: true }), [...pending]);
  t.deepEqual((await migrationStatus({ databaseUrl })).pending, pending);
  t.deepEqual(await migrate({ databaseUrl }), [...pending]);
});

test('statements that need no transaction are rehearsed in one', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const index = 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "first_id_idx" ON "first" ("id");';
  const batches = 'DO $$ BEGIN FOR i IN 1..2 LOOP UPDATE "first" SET id = id + 10; COMMIT; END LOOP; END $$;';
  const folder = await migrationFolder(t, {
    ...first,
    '20200102000000_index': `${outsideTransactionMarker}\n${index}\n`,
    '20200103000000_batches': `${outsideTransactionMarker}\n${batches}\n`,
    '20200104000000_check': 'ALTER TABLE first ADD CHECK (id > 20)',
  });
  t.is((await migrate({ databaseUrl, folder, rehearse: true })).length, 4);
  t.deepEqual(await schemas(databaseUrl), []);
});

test('a rehearsal names the migration that could not be applied, and why', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const folder = await migrationFolder(t, { ...first, '20200102000000_key': 'ALTER TABLE first ADD CHECK (id > 1)' });
  await t.throwsAsync(migrate({ databaseUrl, folder, rehearse: true }), {
    message: /^The migration "20200102000000_key" could not be rehearsed: check constraint/u,
  });
  t.deepEqual(await schemas(databaseUrl), []);
});

for (const end of ['COMMIT', 'END', 'COMMIT AND CHAIN', 'SET CONSTRAINTS ALL IMMEDIATE', 'ROLLBACK'])
  test(`a migration of a plugin that ends the rehearsal by ${end} leaves nothing`, async (t) => {
    const databaseUrl = await emptyDatabase(t);
    const plugins = [notes(`CREATE SCHEMA notes; ${end}; CREATE TABLE public.left_behind (id int)`)];
    await t.throwsAsync(migrate({ databaseUrl, plugins, rehearse: true }), {
      message: /^The migration "notes\/0001_notes" could not be rehearsed: /u,
    });
    t.deepEqual(await schemas(databaseUrl), []);
    t.deepEqual(await rowsOf(databaseUrl, "SELECT to_regclass('public.left_behind')::text AS found"), [
      { found: null },
    ]);
  });

test('a change that is checked at its commit does not stand in the way of the next migration', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const folder = await migrationFolder(t, {
    ...first,
    '20200102000000_key': `ALTER TABLE first ADD PRIMARY KEY (id);
      CREATE TABLE second (id int REFERENCES first DEFERRABLE INITIALLY DEFERRED)`,
    '20200103000000_row': 'INSERT INTO second VALUES (1)',
    '20200104000000_column': 'ALTER TABLE second ADD COLUMN name text',
  });
  t.is((await migrate({ databaseUrl, folder, rehearse: true })).length, 4);
  t.is((await migrate({ databaseUrl, folder })).length, 4);
});
