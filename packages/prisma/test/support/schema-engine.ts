import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMigrations } from '../../src/index.js';
import { catalogueAdapter } from './catalogue-adapter.js';
import { createEngine } from './load-engine.js';

// dist/test/support → the root of the workspace
const root = new URL('../../../../../', import.meta.url);
const filters = { externalTables: [], externalEnums: [] };

export interface SchemaEngine {
  /** Returns the SQL that would change the database to match the schema files; empty if it already does. */
  differenceToSchema(): Promise<string>;
  /** Does the same as `prisma migrate deploy`. Returns the names of the applied migrations. */
  applyMigrations(folder?: URL): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens Prisma's schema engine on a database, in the schema `identity`. */
export async function openSchemaEngine(databaseUrl: string): Promise<SchemaEngine> {
  const files = await readSchema();
  const datamodels = files.map(({ path, content }): [string, string] => [path, content]);
  const adapter = catalogueAdapter(databaseUrl);
  const engine = await createEngine(datamodels, adapter);
  return {
    async differenceToSchema() {
      const { stdout } = await engine.diff({
        from: { tag: 'schemaDatasource', files, configDir: fileURLToPath(root) },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: null,
        filters,
      });
      return (stdout ?? '').replace(/^-- This is an empty migration\.$/mu, '').trim();
    },
    async applyMigrations(folder) {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: await migrationList(folder),
        filters,
      });
      return appliedMigrationNames;
    },
    close: () => adapter.close(),
  };
}

async function migrationList(folder: URL | undefined) {
  const migrations = await readMigrations(folder);
  return {
    baseDir: fileURLToPath(new URL('prisma/migrations/', root)),
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  };
}

async function readSchema() {
  const folder = new URL('prisma/schema/', root);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: fileURLToPath(new URL(name, folder)),
      content: await readFile(new URL(name, folder), 'utf8'),
    })),
  );
}
