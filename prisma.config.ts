import { defineConfig } from 'prisma/config';

// `generate`, `validate`, `format` and `db seed` ask for Prisma's schema engine without using it, and
// fetch it from the network when it is missing. Any existing file satisfies them.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;

const url = process.env['DATABASE_URL'];

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations', seed: 'node --import tsx prisma/seed.ts' },
  ...(url ? { datasource: { url: inIdentitySchema(url) } } : {}),
});

/** Prisma's own `migrate` must look where our migrations live: in the schema `identity`. */
function inIdentitySchema(databaseUrl: string): string {
  const parsed = new URL(databaseUrl);
  if (!parsed.searchParams.has('schema')) parsed.searchParams.set('schema', 'identity');
  return parsed.href;
}
