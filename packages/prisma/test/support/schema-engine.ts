import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readMigrations } from '../../src/index.js';
import { catalogueAdapter } from './catalogue-adapter.js';

// dist/test/support → the workspace's root
const root = new URL('../../../../../', import.meta.url);
const filters = { externalTables: [], externalEnums: [] };

export interface SchemaEngine {
  /** The SQL that would bring the database to the schema files; empty when they agree. */
  differenceToSchema(): Promise<string>;
  /** What `prisma migrate deploy` does. Returns the names applied. */
  applyMigrations(folder?: URL): Promise<string[]>;
  close(): Promise<void>;
}

/** Prisma's own schema engine on a database, in the schema `identity`. */
export async function openSchemaEngine(databaseUrl: string): Promise<SchemaEngine> {
  await loadEngine();
  const files = await readSchema();
  const datamodels = files.map(({ path, content }): [string, string] => [path, content]);
  const adapter = catalogueAdapter(databaseUrl);
  const engine: engineBindings.SchemaEngine = await engineClass().new(
    { datamodels },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter.factory),
  );
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

let loaded: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  loaded ??= (async () => {
    const wasm = createRequire(import.meta.url)
      .resolve('@prisma/schema-engine-wasm')
      .replace(/schema_engine\.js$/u, 'schema_engine_bg.wasm');
    const { instance } = await WebAssembly.instantiate(await readFile(wasm), {
      './schema_engine_bg.js': imports(),
    });
    engineBindings.__wbg_set_wasm(instance.exports);
    (instance.exports['__wbindgen_start'] as () => void)();
  })();
  return loaded;
}

/** What the engine calls: the package's own functions, but its timer for the migration lock does not keep the process. */
function imports(): WebAssembly.ModuleImports {
  const bindings = Object.entries(engineBindings as unknown as WebAssembly.ModuleImports);
  return Object.fromEntries(
    bindings.map(([name, binding]) => {
      if (!name.startsWith('__wbg_setTimeout_')) return [name, binding];
      return [name, (callback: () => void, milliseconds: number) => setTimeout(callback, milliseconds >>> 0).unref()];
    }),
  );
}

// The package's types hide the static constructor that its own wrapper calls.
function engineClass() {
  return engineBindings.SchemaEngine as unknown as {
    new: (
      options: engineBindings.ConstructorOptions,
      log: (line: string) => void,
      adapter: unknown,
    ) => Promise<engineBindings.SchemaEngine>;
  };
}
