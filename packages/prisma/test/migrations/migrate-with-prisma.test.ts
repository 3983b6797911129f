import test, { type ExecutionContext } from 'ava';
import { migrate, migrationStatus, outsideTransactionMarker, readMigrations } from '../../src/index.js';
import { emptyDatabase } from '../support/empty-database.js';
import { migrationFolder } from '../support/migration-folder.js';
import { rowsOf } from '../support/rows.js';
import { openSchemaEngine } from '../support/schema-engine.js';

const second = { '99990101000000_second': 'CREATE TABLE second (id int)' };
const third = { '99990102000000_third': 'CREATE TABLE third (id int)' };

async function ours(): Promise<Record<string, string>> {
  return Object.fromEntries((await readMigrations()).map(({ name, sql }) => [name, sql]));
}

/** Does the same as `prisma migrate deploy`. */
async function deploy(databaseUrl: string, folder?: URL): Promise<string[]> {
  const engine = await openSchemaEngine(databaseUrl);
  try {
    return await engine.applyMigrations(folder);
  } finally {
    await engine.close();
  }
}

/** A database with an empty schema: Prisma's engine creates its history table, but not the schema of the connection. */
async function databaseWithSchema(t: ExecutionContext): Promise<string> {
  const databaseUrl = await emptyDatabase(t);
  await rowsOf(databaseUrl, 'CREATE SCHEMA identity');
  return databaseUrl;
}

test("Prisma's engine finds nothing to apply after our runner", async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl });
  t.deepEqual(await deploy(databaseUrl), []);
});

test("our runner finds nothing to apply after Prisma's engine", async (t) => {
  const databaseUrl = await databaseWithSchema(t);
  const names = Object.keys(await ours());
  t.deepEqual(await deploy(databaseUrl), names);
  t.deepEqual(await migrationStatus({ databaseUrl }), { applied: names, pending: [] });
  t.deepEqual(await migrate({ databaseUrl }), []);
  t.deepEqual(
    await rowsOf(databaseUrl, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
    [],
  );
});

test("Prisma's engine and our runner can take turns", async (t) => {
  const databaseUrl = await databaseWithSchema(t);
  const two = await migrationFolder(t, { ...(await ours()), ...second });
  const three = await migrationFolder(t, { ...(await ours()), ...second, ...third });
  t.deepEqual(await deploy(databaseUrl), Object.keys(await ours()));
  t.deepEqual(await migrate({ databaseUrl, folder: two }), ['99990101000000_second']);
  t.deepEqual(await deploy(databaseUrl, three), ['99990102000000_third']);
  t.deepEqual(await migrate({ databaseUrl, folder: three }), []);
});

test("Prisma's engine and our runner create the same history table", async (t) => {
  const [byRunner, byEngine] = [await emptyDatabase(t), await databaseWithSchema(t)];
  await migrate({ databaseUrl: byRunner });
  await deploy(byEngine);
  const columns = `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'identity' AND table_name = '_prisma_migrations' ORDER BY 1`;
  const expected = await rowsOf(byEngine, columns);
  t.is(expected.length, 8);
  t.deepEqual(await rowsOf(byRunner, columns), expected);
  const entries = 'SELECT migration_name, checksum, applied_steps_count FROM identity._prisma_migrations ORDER BY 1';
  t.deepEqual(await rowsOf(byRunner, entries), await rowsOf(byEngine, entries));
});

/**
 * Prisma gives up after ten seconds if another process applies migrations, which takes longer on a slow machine. It also gives
 * up if PostgreSQL ends its wait, because the other process builds an index and waits for it.
 */
async function deployPatiently(databaseUrl: string): Promise<string[]> {
  for (;;) {
    try {
      return await deploy(databaseUrl);
    } catch (error) {
      if (!(error instanceof Error && /advisory lock|deadlock detected/u.test(error.message))) throw error;
    }
  }
}

test("Prisma's engine and our runner at once apply each migration once", async (t) => {
  const databaseUrl = await databaseWithSchema(t);
  const results = await Promise.all([migrate({ databaseUrl }), deployPatiently(databaseUrl), migrate({ databaseUrl })]);
  const names = Object.keys(await ours());
  t.deepEqual(results.flat().sort(), names);
  const entries = await rowsOf(databaseUrl, 'SELECT migration_name FROM identity._prisma_migrations ORDER BY 1');
  t.deepEqual(
    entries,
    names.map((name) => ({ migration_name: name })),
  );
});

test("Prisma's engine applies a migration that runs outside of a transaction", async (t) => {
  const databaseUrl = await databaseWithSchema(t);
  const index = `${outsideTransactionMarker}\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "second_id_idx" ON "second" ("id");\n`;
  const folder = await migrationFolder(t, { ...second, '99990102000000_index': index });
  t.deepEqual(await deploy(databaseUrl, folder), ['99990101000000_second', '99990102000000_index']);
  t.deepEqual(await migrate({ databaseUrl, folder }), []);
});
