// Writes prisma/migrations/<time>_<name>/migration.sql: the difference between the migrations and prisma/schema.
// Usage: node scripts/new-migration.mjs add_invitations
import { mkdir, writeFile } from 'node:fs/promises';
import { prepare } from './prepare.mjs';

const name = process.argv[2];
if (!/^[a-z][a-z0-9_]*$/u.test(name ?? '')) {
  console.error('Give the migration a name of lower-case letters, digits and underscores.');
  process.exit(1);
}
await prepare({ quiet: true });
const { startTemporaryPostgres } = await import('../packages/dev-postgres/dist/src/index.js');
const { migrate } = await import('../packages/prisma/dist/src/index.js');
const { openSchemaEngine } = await import('../packages/prisma/dist/test/support/schema-engine.js');

const postgres = await startTemporaryPostgres();
try {
  await migrate({ databaseUrl: postgres.url });
  const engine = await openSchemaEngine(postgres.url);
  const sql = await engine.differenceToSchema();
  if (sql === '') {
    console.log('The migrations already match prisma/schema; nothing was written.');
  } else {
    const time = new Date().toISOString().replace(/\D/gu, '').slice(0, 14);
    const folder = new URL(`../prisma/migrations/${time}_${name}/`, import.meta.url);
    await mkdir(folder, { recursive: true });
    await writeFile(new URL('migration.sql', folder), `${sql}\n`);
    console.log(`Wrote prisma/migrations/${time}_${name}/migration.sql. Review it before you commit it.`);
    console.log(
      'Check it: npm test -- dist/test/migrations/migrations.test.js (the rules: docs/operations/migrations.md)',
    );
  }
} finally {
  await postgres.stop();
}
