import { createTestDatabase } from '@org/identity-dev-postgres';
import { migrate, migrationStatus } from '@org/identity-server';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { plans } from '../src/plans-plugin.js';
import { type PrismaCommand, prismaCommand } from './support/prisma-command.js';

let prisma: PrismaCommand;
test.before(async () => {
  prisma = await prismaCommand();
});
test.after.always(() => prisma?.remove());

async function emptyDatabase(t: ExecutionContext): Promise<string> {
  const database = await createTestDatabase({ empty: true });
  t.teardown(() => database.drop());
  return database.url;
}

/** Compares the database with the app's schema: exit code 0 if they match, 2 if not. */
const difference = (url: string) =>
  prisma.run(url, 'migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema.prisma', '--exit-code');

test("the app's tables first, then ours: each history is whole and sees nothing of the other", async (t) => {
  const url = await emptyDatabase(t);
  t.is((await prisma.run(url, 'migrate', 'deploy')).code, 0);
  t.true((await migrate({ databaseUrl: url })).length > 0);
  const status = await prisma.run(url, 'migrate', 'status');
  t.is(status.code, 0, status.output);
  t.regex(status.output, /Database schema is up to date!/u);
  t.is((await difference(url)).code, 0);
  t.deepEqual((await migrationStatus({ databaseUrl: url })).pending, []);

  // Proves that the checks above work: a table that is not in the app's schema is found.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE public.stray (id int)');
  await client.end();
  t.is((await difference(url)).code, 2);
});

test('the table of the plugin is in neither history and no drift', async (t) => {
  const url = await emptyDatabase(t);
  const plugins = [plans()];
  t.is((await migrate({ databaseUrl: url, plugins })).at(-1), 'plans/0001_plans');
  t.is((await prisma.run(url, 'migrate', 'deploy')).code, 0);
  t.is((await difference(url)).code, 0);
  t.deepEqual((await migrationStatus({ databaseUrl: url, plugins })).pending, []);
});

test('ours first: the app deploys as to an empty database, and our history stays as it is', async (t) => {
  const url = await emptyDatabase(t);
  await migrate({ databaseUrl: url });
  t.is((await prisma.run(url, 'migrate', 'deploy')).code, 0);
  t.is((await prisma.run(url, 'migrate', 'status')).code, 0);
  t.deepEqual(await migrate({ databaseUrl: url }), []);
});
