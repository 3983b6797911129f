import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginMigration } from '@org/identity-core';
import { createTestDatabase } from '@org/identity-dev-postgres';
import test, { type ExecutionContext } from 'ava';
import { migrate, migrationStatus, outsideTransactionMarker, referableColumns } from '../../src/index.js';
import { openConnection } from '../support/connection.js';
import { emptyDatabase } from '../support/empty-database.js';
import { rowsOf } from '../support/rows.js';

async function migratedDatabase(t: ExecutionContext): Promise<string> {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  return database.url;
}

const notes = (...migrations: PluginMigration[]) => ({ name: 'notes', declares: { migrations } });
const first = {
  name: '0001_notes',
  sql: `CREATE SCHEMA notes;
    CREATE TABLE notes.notes (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES identity.users (id) ON DELETE CASCADE
    );`,
};
const second = { name: '0002_title', sql: 'ALTER TABLE notes.notes ADD COLUMN title text' };

const history = (url: string) =>
  rowsOf(url, 'SELECT plugin, name, tables FROM identity.plugin_migrations ORDER BY name');
const tablesOf = async (url: string, schema: string) =>
  (await rowsOf(url, 'SELECT tablename FROM pg_tables WHERE schemaname = $1', [schema])).map(
    ({ tablename }) => tablename,
  );

test('the tables of a plugin come after ours, in the order of the names, and each migration is recorded', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const plugins = [{ name: 'without' }, notes(second, first)];
  const announced: string[] = [];
  const applied = await migrate({ databaseUrl, plugins, onApply: (name) => announced.push(name) });
  t.deepEqual(applied, announced);
  t.deepEqual(applied.slice(-2), ['notes/0001_notes', 'notes/0002_title']);
  t.true(applied.length > 50);
  t.deepEqual(await history(databaseUrl), [
    { plugin: 'notes', name: '0001_notes', tables: ['notes.notes'] },
    { plugin: 'notes', name: '0002_title', tables: [] },
  ]);
  t.deepEqual(await migrate({ databaseUrl, plugins }), []);
  t.deepEqual((await migrationStatus({ databaseUrl, plugins })).pending, []);
});

test('five runners at once apply each migration of a plugin once', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const plugins = [notes(first, second)];
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate({ databaseUrl, plugins })));
  t.deepEqual(results.flat().sort(), ['notes/0001_notes', 'notes/0002_title']);
});

test('the migrations of a folder are its SQL files, and are the same as a list of them', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const folder = await mkdtemp(join(tmpdir(), 'identity-plugin-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const plugins = [{ name: 'notes', declares: { migrations: pathToFileURL(folder) } }];
  await t.throwsAsync(migrate({ databaseUrl, plugins }), { message: /"notes" has no migrations in/u });
  for (const { name, sql } of [second, first]) await writeFile(join(folder, `${name}.sql`), sql);
  await writeFile(join(folder, 'README.md'), 'not one of them');
  t.deepEqual(await migrate({ databaseUrl, plugins }), ['notes/0001_notes', 'notes/0002_title']);
  t.deepEqual(await migrate({ databaseUrl, plugins: [notes(first, second)] }), []);
});

test('names of migrations that nobody could sort or show are refused, and two of one name', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const refused = (plugins: ReturnType<typeof notes>[], message: RegExp) =>
    t.throwsAsync(migrate({ databaseUrl, plugins }), { message });
  await refused([notes({ name: 'a/b', sql: 'SELECT 1' })], /"a\/b" of the plugin "notes" may only have letters/u);
  await refused([notes(first, first)], /"notes" has two migrations "0001_notes"/u);
  await refused([notes(first), notes(second)], /Two plugins are called "notes"/u);
});

test('a migration that was changed, is gone or comes too late is refused by name, by the status as well', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const third = { name: '0003_more', sql: 'ALTER TABLE notes.notes ADD COLUMN more text' };
  await migrate({ databaseUrl, plugins: [notes(first, third)] });
  const cases: [PluginMigration[], RegExp][] = [
    [[{ ...first, sql: `${first.sql} ` }, third], /"notes\/0001_notes" was changed after it had been applied/u],
    [[third], /"notes\/0001_notes" was applied, but the plugin does not have it any more/u],
    [[first, second, third], /"notes\/0002_title" is new, but its name comes before "notes\/0003_more"/u],
  ];
  for (const [migrations, message] of cases) {
    const plugins = [notes(...migrations)];
    await t.throwsAsync(migrate({ databaseUrl, plugins }), { message });
    await t.throwsAsync(migrationStatus({ databaseUrl, plugins }), { message });
  }
});

test('a plugin that is older than its tables cannot migrate, but its status is sound', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  await migrate({ databaseUrl, plugins: [notes(first, second)] });
  const plugins = [notes(first)];
  await t.throwsAsync(migrate({ databaseUrl, plugins }), {
    message: /"notes\/0002_title" is applied, but the plugin does not know it/u,
  });
  const { pending, newer } = await migrationStatus({ databaseUrl, plugins });
  t.deepEqual({ pending, newer }, { pending: [], newer: ['notes/0002_title'] });
});

test('a plugin that was removed is no error, and the status names those of its tables that are left', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const more = { name: '0002_more', sql: 'CREATE TABLE notes.more (id int); CREATE TABLE notes.less (id int)' };
  await migrate({ databaseUrl, plugins: [notes(first, more)] });
  await rowsOf(databaseUrl, 'DROP TABLE notes.less');
  t.deepEqual(await migrate({ databaseUrl }), []);
  const { pending, others } = await migrationStatus({ databaseUrl, plugins: [] });
  t.deepEqual(
    { pending, others },
    { pending: [], others: [{ plugin: 'notes', tables: ['notes.notes', 'notes.more'] }] },
  );
});

test('a migration that fails leaves neither table nor record', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const broken = { name: '0001_broken', sql: 'CREATE SCHEMA notes; CREATE TABLE notes.half (id int); SELECT 1 / 0' };
  const error = await t.throwsAsync(migrate({ databaseUrl, plugins: [notes(broken)] }), {
    message: /"notes\/0001_broken" could not be applied and was rolled back/u,
  });
  t.like(error.cause, { code: '22012' });
  t.deepEqual(await tablesOf(databaseUrl, 'notes'), []);
  t.deepEqual(await history(databaseUrl), []);
});

for (const [what, sql, message] of [
  ['a column of ours', 'ALTER TABLE identity.users ADD COLUMN mine int', /adds the column identity\.users\.mine/u],
  [
    'the type of one',
    'ALTER TABLE identity.tenants ALTER COLUMN name TYPE varchar',
    /the column identity\.tenants\.name/u,
  ],
  [
    'a column that it drops',
    'ALTER TABLE identity.users DROP COLUMN nickname',
    /drops the column identity\.users\.nickn/u,
  ],
  ['an index', 'CREATE INDEX mine ON identity.users (created_at)', /adds the index identity\.mine/u],
  ['a table', 'CREATE TABLE identity.mine (id int)', /adds the table identity\.mine/u],
  [
    'a check',
    'ALTER TABLE identity.users ADD CONSTRAINT mine CHECK (true)',
    /adds the constraint mine of identity\.users/u,
  ],
  [
    'a trigger',
    'CREATE TRIGGER mine AFTER INSERT ON identity.users EXECUTE FUNCTION identity.close_tenant()',
    /adds the trigger mine of identity\.users/u,
  ],
  ['a trigger that it disables', 'ALTER TABLE identity.tenants DISABLE TRIGGER tenants_close', /changes the trigger/u],
  [
    'a function',
    "CREATE OR REPLACE FUNCTION identity.close_tenant() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    /changes the function identity\.close_tenant\(\)/u,
  ],
  ['a value of an enum', "ALTER TYPE identity.role ADD VALUE 'guest'", /changes the type identity\.role/u],
  ['a permission', 'GRANT SELECT ON identity.users TO PUBLIC', /changes the table identity\.users/u],
] as const) {
  test(`a migration that changes the schema identity is rolled back: ${what}`, async (t) => {
    const databaseUrl = await migratedDatabase(t);
    const error = await t.throwsAsync(migrate({ databaseUrl, plugins: [notes(first, { name: '0002_theirs', sql })] }), {
      message,
    });
    t.regex(error.message, /"notes\/0002_theirs" could not be applied and was rolled back/u);
    t.deepEqual((await history(databaseUrl)).length, 1);
    t.deepEqual(await migrate({ databaseUrl, plugins: [notes(first)] }), []);
  });
}

test('a foreign key that would keep users and tenants from being deleted is refused, and so are other columns', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const table = (columns: string) => ({ name: '0001_x', sql: `CREATE SCHEMA x; CREATE TABLE x.x (${columns})` });
  const users = 'REFERENCES identity.users (id)';
  const cases: [string, RegExp | undefined][] = [
    [`user_id uuid ${users}`, /x\.x \(user_id\) would prevent the deletion of rows of identity\.users \(id\)/u],
    [`user_id uuid ${users} ON DELETE RESTRICT`, /would prevent the deletion/u],
    [`user_id uuid NOT NULL ${users} ON DELETE SET NULL`, /would prevent the deletion/u],
    [
      'session text REFERENCES identity.oidc_sessions (uid) ON DELETE CASCADE',
      /points to identity\.oidc_sessions \(uid\)/u,
    ],
    [
      `user_id uuid ${users} ON DELETE SET NULL, tenant_id uuid, member_id uuid,
       FOREIGN KEY (tenant_id, member_id) REFERENCES identity.memberships (tenant_id, user_id) ON DELETE CASCADE`,
      undefined,
    ],
  ];
  for (const [columns, message] of cases) {
    const migration = migrate({ databaseUrl, plugins: [notes(table(columns))] });
    if (message) await t.throwsAsync(migration, { message });
    else t.deepEqual(await migration, ['notes/0001_x']);
  }
});

test('a foreign key can point to each of the columns that are for plugins', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const tables = referableColumns.map((target, index) => {
    const [, table, columns] = /^(\w+) \((.+)\)$/u.exec(target) ?? [];
    return `CREATE TABLE x.of_${index} AS SELECT ${columns} FROM identity.${table};
      ALTER TABLE x.of_${index} ADD FOREIGN KEY (${columns}) REFERENCES identity.${target} ON DELETE CASCADE;`;
  });
  const plugins = [notes({ name: '0001_x', sql: `CREATE SCHEMA x; ${tables.join('\n')}` })];
  t.deepEqual(await migrate({ databaseUrl, plugins }), ['notes/0001_x']);
});

test('a column that a foreign key sets to NULL cannot become NOT NULL later', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const sql = `CREATE SCHEMA x; CREATE TABLE x.x (id uuid REFERENCES identity.users (id) ON DELETE SET NULL)`;
  const later = { name: '0002_later', sql: 'ALTER TABLE x.x ALTER COLUMN id SET NOT NULL' };
  await t.throwsAsync(migrate({ databaseUrl, plugins: [notes({ name: '0001_x', sql }, later)] }), {
    message: /0002_later.*would prevent the deletion/u,
  });
});

test("a host's own foreign key to our tables is not the plugin's business", async (t) => {
  const databaseUrl = await migratedDatabase(t);
  await rowsOf(databaseUrl, 'CREATE TABLE public.own (user_id uuid REFERENCES identity.users (id))');
  t.deepEqual(await migrate({ databaseUrl, plugins: [notes(first)] }), ['notes/0001_notes']);
});

test('a migration that ends its transaction itself is refused', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const plugins = [notes({ name: '0001_commit', sql: 'CREATE SCHEMA notes; COMMIT; CREATE TABLE notes.x (id int)' })];
  await t.throwsAsync(migrate({ databaseUrl, plugins }), { message: /It ends its transaction itself/u });
  t.deepEqual(await history(databaseUrl), []);
});

test('every name needs its schema, and settings of one migration do not reach the next', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const without = { name: '0001_x', sql: 'CREATE TABLE x (id int)' };
  await t.throwsAsync(migrate({ databaseUrl, plugins: [notes(without)] }), { message: /no schema has been selected/u });
  const settings = { ...first, sql: `${first.sql} SET search_path TO notes` };
  await t.throwsAsync(migrate({ databaseUrl, plugins: [notes(settings, { ...without, name: '0002_x' })] }), {
    message: /0002_x.*no schema has been selected/u,
  });
});

test('a migration of a plugin waits for its locks like ours, and is tried again', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  await migrate({ databaseUrl, plugins: [notes(first)] });
  const reader = await openConnection(t, databaseUrl);
  await reader.query('BEGIN; SELECT FROM notes.notes');
  const waits: string[] = [];
  const applied = await migrate({
    databaseUrl,
    plugins: [notes(first, second)],
    lockWaits: { waitMilliseconds: 50, attempts: 3, pauseMilliseconds: 1 },
    onWait: async (name) => {
      waits.push(name);
      await reader.query('COMMIT');
    },
  });
  t.deepEqual({ waits, applied }, { waits: ['notes/0002_title'], applied: ['notes/0002_title'] });
});

test('a plugin builds an index without a lock outside of a transaction, and PostgreSQL refuses it inside', async (t) => {
  const databaseUrl = await migratedDatabase(t);
  const index = `CREATE INDEX CONCURRENTLY IF NOT EXISTS notes_user_idx ON notes.notes (user_id)`;
  const plugins = [notes(first, { name: '0002_index', sql: `${outsideTransactionMarker}\n${index}` })];
  t.deepEqual(await migrate({ databaseUrl, plugins }), ['notes/0001_notes', 'notes/0002_index']);
  const inside = [
    notes(first, { name: '0002_index', sql: `${outsideTransactionMarker}\n${index}` }, { name: '3', sql: index }),
  ];
  const error = await t.throwsAsync(migrate({ databaseUrl, plugins: inside }), { message: /"notes\/3"/u });
  t.like(error.cause, { code: '25001' });
});
