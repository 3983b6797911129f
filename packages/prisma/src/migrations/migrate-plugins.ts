import type pg from 'pg';
import { applyMigration, type Waiting } from './apply-migration.js';
import { comparePluginHistory, readPluginHistory } from './plugin-history.js';
import { pluginRecords } from './plugin-records.js';
import type { PluginTables } from './read-plugin-migrations.js';

/** Throws if the migrations of a plugin do not fit to those that are applied, also if the plugin is older than them. */
export async function requireMigratable(
  client: pg.Client,
  plugins: readonly PluginTables[],
): Promise<readonly string[]> {
  const { pending, newer } = comparePluginHistory(plugins, await readPluginHistory(client));
  if (newer[0] !== undefined)
    throw new Error(
      `The migration "${newer[0]}" is applied, but the plugin does not know it: it is older than its tables. Migrate with the newer version; servers of the older one still start.`,
    );
  return pending;
}

/** Applies the pending migrations of plugins, which come after all of ours. Returns the names of the applied ones. */
export async function migratePlugins(
  client: pg.Client,
  plugins: readonly PluginTables[],
  { onApply, ...waiting }: Waiting & { onApply: (name: string) => void },
): Promise<string[]> {
  const all = plugins.flatMap(({ migrations }) => migrations);
  const applied: string[] = [];
  for (;;) {
    const [next] = await requireMigratable(client, plugins);
    const migration = all.find(({ name }) => name === next);
    if (!migration) return applied;
    onApply(migration.name);
    // A migration may leave settings behind. Names need a schema, so that none depends on the settings of the role.
    await client.query("RESET ALL; RESET ROLE; SET lock_timeout = 0; SET statement_timeout = 0; SET search_path TO ''");
    if (await applyMigration(client, migration, { ...waiting, records: pluginRecords })) applied.push(migration.name);
  }
}
