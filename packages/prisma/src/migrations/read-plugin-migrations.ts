import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PluginMigration, PluginMigrations } from '@org/identity-core';
import { checksumOf, type Migration } from './read-migrations.js';

/** What is needed of a plugin to migrate its tables. */
export interface MigratedPlugin {
  readonly name: string;
  readonly declares?: { readonly migrations?: PluginMigrations };
}

/** A migration of a plugin. Its `name` is that of the plugin and its own, such as `plans/0001_plans`. */
export interface TableMigration extends Migration {
  readonly plugin: string;
  readonly ownName: string;
}

/** The migrations of a plugin, in their order. */
export interface PluginTables {
  readonly plugin: string;
  readonly migrations: readonly TableMigration[];
}

const extension = '.sql';
const form = /^[A-Za-z0-9_-]{1,200}$/u;

/** Reads the migrations that plugins declare, in the order of the plugins. */
export async function readPluginMigrations(plugins: readonly MigratedPlugin[]): Promise<PluginTables[]> {
  const names = plugins.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two plugins are called "${twice}". Every plugin needs a unique name.`);
  return Promise.all(
    plugins.map(async ({ name: plugin, declares }) => {
      const found = declares?.migrations === undefined ? [] : await listOf(plugin, declares.migrations);
      requireNames(plugin, found);
      const migrations = found.map(({ name, sql }) => ({
        plugin,
        ownName: name,
        name: `${plugin}/${name}`,
        sql,
        checksum: checksumOf(sql),
      }));
      return { plugin, migrations };
    }),
  );
}

async function listOf(plugin: string, declared: PluginMigrations): Promise<PluginMigration[]> {
  if (!(declared instanceof URL)) return declared.toSorted(byName);
  const folder = fileURLToPath(declared);
  const files = (await readdir(folder)).filter((file) => file.endsWith(extension));
  // A bundle or a package without its SQL files must not pass for a plugin without tables.
  if (files.length === 0) throw new Error(`The plugin "${plugin}" has no migrations in ${folder}.`);
  const found = files.map(async (file) => ({
    name: file.slice(0, -extension.length),
    sql: await readFile(join(folder, file), 'utf8'),
  }));
  return (await Promise.all(found)).sort(byName);
}

/** By the units of their characters, so that the order is the same on every machine. */
const byName = (one: PluginMigration, other: PluginMigration) => (one.name < other.name ? -1 : 1);

function requireNames(plugin: string, sorted: readonly PluginMigration[]): void {
  for (const [index, { name }] of sorted.entries()) {
    if (!form.test(name))
      throw new Error(
        `The name of the migration "${name}" of the plugin "${plugin}" may only have letters, digits, "_" and "-".`,
      );
    if (sorted[index - 1]?.name === name) throw new Error(`The plugin "${plugin}" has two migrations "${name}".`);
  }
}
