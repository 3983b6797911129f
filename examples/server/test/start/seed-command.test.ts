import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { openDatabase } from '@org/identity-prisma';
import test from 'ava';

// dist/test → the root of the workspace
const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const prisma = fileURLToPath(new URL('../../../../../node_modules/prisma/build/index.js', import.meta.url));

function seedCommand(variables: Record<string, string>) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...variables };
  return promisify(execFile)(process.execPath, [prisma, 'db', 'seed'], { cwd: root, env });
}

test('`prisma db seed` brings an empty database to the demo data, any number of times', async (t) => {
  const database = await createTestDatabase({ empty: true });
  const variables = { DATABASE_URL: database.url };
  const { db, close } = openDatabase({ databaseUrl: database.url });
  const counts = () =>
    Promise.all([
      db.client.count(),
      db.clientSecret.count(),
      db.user.count(),
      db.tenant.count(),
      db.membership.count(),
      db.application.count(),
      db.licenseType.count(),
      db.subscription.count(),
      db.seat.count(),
    ]);
  try {
    t.regex((await seedCommand(variables)).stdout, /Seeded, demo data included/u);
    const first = await counts();
    t.deepEqual(first, [5, 4, 5, 2, 5, 2, 3, 4, 1]);
    await seedCommand(variables);
    t.deepEqual(await counts(), first);
  } finally {
    await close();
    await database.drop();
  }
});

test('without the demo data only the deployment’s own entries are seeded', async (t) => {
  const database = await createTestDatabase();
  const { db, close } = openDatabase({ databaseUrl: database.url });
  try {
    const { stdout } = await seedCommand({ DATABASE_URL: database.url, SEED_DEMO: 'false' });
    t.regex(stdout, /Seeded\./u);
    t.is(await db.user.count(), 0);
  } finally {
    await close();
    await database.drop();
  }
});
