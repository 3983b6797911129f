import { createTestDatabase } from '@org/identity-dev-postgres';
import test, { type ExecutionContext } from 'ava';
import { rowsOf } from './support/rows.js';
import { openSchemaEngine } from './support/schema-engine.js';

async function migratedDatabase(t: ExecutionContext): Promise<string> {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  return database.url;
}

async function differenceToSchema(databaseUrl: string): Promise<string> {
  const engine = await openSchemaEngine(databaseUrl);
  try {
    return await engine.differenceToSchema();
  } finally {
    await engine.close();
  }
}

test('the migrations lead to exactly the schema of the Prisma files', async (t) => {
  t.is(await differenceToSchema(await migratedDatabase(t)), '');
});

const deviations = [
  'DROP INDEX identity.oidc_tokens_expires_at_idx',
  'ALTER TABLE identity.users DROP COLUMN nickname',
  'ALTER TABLE identity.oidc_tokens DROP CONSTRAINT oidc_tokens_grant_id_fkey',
  "ALTER TYPE identity.role ADD VALUE 'guest'",
];
for (const deviation of deviations) {
  test(`a database that deviates from the Prisma files is noticed: ${deviation}`, async (t) => {
    const databaseUrl = await migratedDatabase(t);
    await rowsOf(databaseUrl, deviation);
    t.not(await differenceToSchema(databaseUrl), '');
  });
}

test('every foreign key begins an index, so that deleting what it points to never reads a whole table', async (t) => {
  const withoutIndex = await rowsOf(
    await migratedDatabase(t),
    `SELECT conrelid::regclass::text AS table, conname AS foreign_key FROM pg_constraint f
     WHERE contype = 'f' AND connamespace = 'identity'::regnamespace AND NOT EXISTS (
       SELECT 1 FROM pg_index i WHERE i.indrelid = f.conrelid AND i.indkey[0] = ANY(f.conkey))`,
  );
  t.deepEqual(withoutIndex, []);
});
