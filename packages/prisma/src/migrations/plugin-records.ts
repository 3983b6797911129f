import type pg from 'pg';
import type { MigrationRecords } from './migration-records.js';
import { isOutsideTransaction } from './outside-transaction.js';
import { readPluginHistory } from './plugin-history.js';
import { type Catalog, readCatalog } from './read-catalog.js';
import type { TableMigration } from './read-plugin-migrations.js';

/** The columns of ours that a foreign key of a plugin may point to. They stay in every version of this major version. */
export const referableColumns: readonly string[] = [
  'applications (id)',
  'clients (id)',
  'groups (id)',
  'license_types (id)',
  'memberships (id)',
  'memberships (tenant_id, user_id)',
  'subscriptions (id)',
  'tenants (id)',
  'users (id)',
];

/** The records of plugins' migrations. One that does more than to change the plugin's own tables is refused. */
export const pluginRecords: MigrationRecords<TableMigration> = {
  has: async (client, { plugin, ownName }) =>
    (await readPluginHistory(client)).some((row) => row.plugin === plugin && row.name === ownName),
  async runAndAdd(client, migration, run) {
    const before = await readCatalog(client);
    await run();
    const after = await readCatalog(client);
    if (!isOutsideTransaction(migration)) requireSameTransaction(before, after);
    requireOursUnchanged(before, after);
    requireSoundForeignKeys(before, after);
    const created = [...after.tables].filter((table) => !before.tables.has(table));
    await add(client, migration, created);
  },
};

async function add(client: pg.Client, { plugin, ownName, checksum }: TableMigration, created: string[]): Promise<void> {
  await client.query(
    'INSERT INTO identity.plugin_migrations (plugin, name, checksum, tables) VALUES ($1, $2, $3, $4)',
    [plugin, ownName, checksum, created],
  );
}

/** After a COMMIT of its own, nothing of it could be rolled back. */
function requireSameTransaction(before: Catalog, after: Catalog): void {
  if (before.transaction !== after.transaction)
    throw new Error('It ends its transaction itself. Remove BEGIN, COMMIT and ROLLBACK; what it has committed stays.');
}

/** The next version of the server could not migrate a schema that it does not know. */
function requireOursUnchanged({ objects: before }: Catalog, { objects: after }: Catalog): void {
  const changed = [...before.keys(), ...after.keys()].find((name) => before.get(name) !== after.get(name));
  if (changed === undefined) return;
  const how = !before.has(changed) ? 'adds' : after.has(changed) ? 'changes' : 'drops';
  throw new Error(
    `It ${how} ${changed}. The schema "identity" belongs to the server: keep your tables in a schema of your own.`,
  );
}

/** Users and tenants are erased: a foreign key that holds on to them would stop that, long after this migration. */
function requireSoundForeignKeys({ foreignKeys: before }: Catalog, { foreignKeys: after }: Catalog): void {
  const isNew = ({ id, follows }: Catalog['foreignKeys'][number]) =>
    !before.some((key) => key.id === id && key.follows === follows);
  for (const { from, to, follows } of after.filter(isNew)) {
    if (!referableColumns.includes(to))
      throw new Error(
        `The foreign key of ${from} points to identity.${to}. Only these are for plugins: ${allColumns}.`,
      );
    if (!follows)
      throw new Error(
        `The foreign key of ${from} would prevent the deletion of rows of identity.${to}. Add ON DELETE CASCADE, or ON DELETE SET NULL if the column may be NULL.`,
      );
  }
}

const allColumns = referableColumns.join(', ');
