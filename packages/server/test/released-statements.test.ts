import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { migrate } from '@org/identity-prisma';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { z } from 'zod';
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
