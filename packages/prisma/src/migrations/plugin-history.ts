import type pg from 'pg';
import { type MigrationStatus, type OtherPlugin, requireUnchanged } from './migration-history.js';
import type { PluginTables, TableMigration } from './read-plugin-migrations.js';

interface PluginRow {
  plugin: string;
  name: string;
  checksum: string;
  /** The tables that the migration has created and that still exist. */
  tables: string[];
}

/** Reads which migrations of plugins are applied, in the order of their names. A database of an earlier version has no table of them. */
export async function readPluginHistory(client: pg.Client): Promise<PluginRow[]> {
  const { rows } = await client.query<{ found: string | null }>(
    "SELECT to_regclass('identity.plugin_migrations')::text AS found",
  );
  if (!rows[0]?.found) return [];
  const history = await client.query<PluginRow>(
    `SELECT plugin, name, checksum,
       ARRAY(SELECT created FROM unnest(tables) AS created WHERE created IN (
         SELECT format('%I.%I', nspname, relname) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace)) AS tables
     FROM identity.plugin_migrations ORDER BY plugin, name COLLATE "C"`,
  );
  return history.rows;
}

/**
 * Returns which migrations of plugins are applied and which are pending. Throws if the two do not fit together. Those that only
 * a newer version of a plugin knows do not matter: the older version must be able to run, and to start again, beside it.
 */
export function comparePluginHistory(
  plugins: readonly PluginTables[],
  history: readonly PluginRow[],
): Required<MigrationStatus> {
  const all = plugins.map((tables) =>
    compare(
      tables,
      history.filter(({ plugin }) => plugin === tables.plugin),
    ),
  );
  const namesOf = (kind: 'applied' | 'pending' | 'newer') => all.flatMap((compared) => compared[kind]);
  return {
    applied: namesOf('applied'),
    pending: namesOf('pending'),
    newer: namesOf('newer'),
    others: othersIn(
      history,
      plugins.map(({ plugin }) => plugin),
    ),
  };
}

function compare({ plugin, migrations }: PluginTables, history: readonly PluginRow[]) {
  const rowOf = ({ ownName }: TableMigration) => history.find(({ name }) => name === ownName);
  const isKnown = ({ name }: PluginRow) => migrations.some(({ ownName }) => ownName === name);
  const lastKnown = migrations.at(-1)?.ownName ?? '';
  const missing = history.find((row) => !isKnown(row) && row.name < lastKnown);
  if (missing)
    throw new Error(
      `The migration "${plugin}/${missing.name}" was applied, but the plugin does not have it any more. Restore the file.`,
    );
  const lastApplied = history.at(-1)?.name ?? '';
  for (const migration of migrations) {
    const row = rowOf(migration);
    if (row) requireUnchanged(migration, row.checksum);
    else if (migration.ownName < lastApplied)
      throw new Error(
        `The migration "${migration.name}" is new, but its name comes before "${plugin}/${lastApplied}", which is applied. Give it a name that comes after it.`,
      );
  }
  return {
    applied: migrations.filter(rowOf).map(({ name }) => name),
    pending: migrations.filter((migration) => !rowOf(migration)).map(({ name }) => name),
    newer: history.filter((row) => !isKnown(row)).map(({ name }) => `${plugin}/${name}`),
  };
}

function othersIn(history: readonly PluginRow[], known: readonly string[]): OtherPlugin[] {
  const names = new Set(history.map(({ plugin }) => plugin).filter((plugin) => !known.includes(plugin)));
  return [...names].map((plugin) => ({
    plugin,
    tables: history.filter((row) => row.plugin === plugin).flatMap(({ tables }) => tables),
  }));
}
