import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { declaredStatements, migrate } from '@org/identity-prisma';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { z } from 'zod';
// This import declares the statements of every package.
import '../src/index.js';
import { explainPrepared } from './support/explain-prepared.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

const Released = z.object({
  version: z.string(),
  lastMigration: z.string(),
  statements: z.array(z.object({ name: z.string(), text: z.string() })),
});

/** Copies the migrations up to this one into a folder. */
async function migrationsUntil(t: ExecutionContext, last: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'identity-released-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const names = (await readdir(join(root, 'prisma/migrations'))).filter((name) => name <= last);
  t.true(names.includes(last));
  for (const name of names) await cp(join(root, 'prisma/migrations', name), join(folder, name), { recursive: true });
  return pathToFileURL(`${folder}/`);
}

test('no migration changes the result of a statement that the last release has prepared', async (t) => {
  const file = await readFile(join(root, 'test/upgrade/released-statements.json'), 'utf8');
  const { version, lastMigration, statements } = Released.parse(JSON.parse(file));
  t.true(statements.length > 30, version);
  const { url, drop } = await createTestDatabase({ empty: true });
  t.teardown(drop);
  await migrate({ databaseUrl: url, folder: await migrationsUntil(t, lastMigration) });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.teardown(() => client.end());
  for (const { name, text } of statements) await client.query(`PREPARE "${name}" AS ${text}`);

  await migrate({ databaseUrl: url });
  const explained = await explainPrepared(client);
  t.is(explained.length, statements.length);
  for (const explain of explained) await t.notThrowsAsync(client.query(explain), explain);
});

/** The stars in a statement that stand for all columns of a table of ours. A star of a list of columns is none. */
function tableStars(text: string): string[] {
  const tables = [...text.matchAll(/\bidentity\.(\w+)(?:\s+AS)?(?:\s+(\w+))?/giu)];
  const names = new Set(tables.flatMap(([, table, alias]) => [table, alias ?? table]));
  const named = [...text.matchAll(/\b(\w+)\.\*/gu)].filter(([, name]) => names.has(name)).map(([star]) => star);
  const unnamed = text.match(/(?:\bSELECT|,)\s*\*[^()]*?\bFROM\s[^()]*?\bidentity\.\w+|\bRETURNING\s+\*/giu) ?? [];
  return [...named, ...unnamed];
}

test('no statement that the next release prepares reads all columns of a table, whichever those are', (t) => {
  const statements = declaredStatements();
  t.true(statements.length > 30);
  t.deepEqual(
    statements.flatMap(({ name, text }) => tableStars(text).map((star) => `${name}: ${star}`)),
    [],
  );
});

test('a star of a table is found in whichever form it is written', (t) => {
  t.deepEqual(tableStars('SELECT c.* FROM identity.clients c'), ['c.*']);
  t.deepEqual(tableStars('SELECT clients.* FROM identity.clients WHERE id = $1'), ['clients.*']);
  t.is(tableStars('WITH found AS (SELECT * FROM identity.clients) SELECT id FROM found').length, 1);
  t.is(tableStars('SELECT one.id, * FROM one JOIN identity.clients c ON c.id = one.id').length, 1);
  t.is(tableStars('DELETE FROM identity.clients WHERE id = $1 RETURNING *').length, 1);
  t.deepEqual(tableStars('SELECT made.*, count(*) FROM made JOIN identity.clients c USING (id)'), []);
});
