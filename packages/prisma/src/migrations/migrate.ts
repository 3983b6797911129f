import type pg from 'pg';
import { requireWritable } from '../connection/standby.js';
import { databaseSchema } from '../database.js';
import { applyMigration, type Waiting } from './apply-migration.js';
import { defaultLockWaits, type LockWaits } from './lock-waits.js';
import { migratePlugins, requireMigratable } from './migrate-plugins.js';
import { connectMilliseconds, withConnection } from './migration-connection.js';
import {
  compareHistory,
  createHistory,
  type MigrationStatus,
  ownRecords,
  readHistory,
  requireFinished,
} from './migration-history.js';
import { comparePluginHistory, readPluginHistory } from './plugin-history.js';
import { type Migration, readMigrations } from './read-migrations.js';
import { type MigratedPlugin, type PluginTables, readPluginMigrations } from './read-plugin-migrations.js';
import { inRolledBack } from './rehearse-migrations.js';
import { takeMigrationLock } from './take-migration-lock.js';

/**
 * Applies pending migrations under a lock, ours first, and records ours as Prisma does. Returns the names of the applied
 * ones. A rehearsal applies them in one transaction that is rolled back, and so holds all of their locks until its end.
 */
export async function migrate(options: {
  databaseUrl: string;
  folder?: URL;
  /** The plugins of the server. Those that declare `migrations` have tables of their own. */
  plugins?: readonly MigratedPlugin[];
  /** Called before each migration. A migration of a large table can take long. */
  onApply?: (name: string) => void;
  /** Called when a migration did not get its locks in time, before the pause and the next attempt. */
  onWait?: (name: string) => void | Promise<void>;
  lockWaits?: LockWaits;
  /** Changes nothing. Throws if a migration could not be applied. */
  rehearse?: boolean;
}): Promise<string[]> {
  const { lockWaits = defaultLockWaits, onWait, onApply = () => {}, rehearse = false } = options;
  const migrations = await readMigrations(options.folder);
  const plugins = await readPluginMigrations(options.plugins ?? []);
  return withConnection(options.databaseUrl, async (client) => {
    // The timeouts of the role are meant for requests: filling a large table takes longer.
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await takeMigrationLock(client);
    const all = () => migrateAll(client, { migrations, plugins }, { lockWaits, onWait, onApply, rehearse });
    return rehearse ? inRolledBack(client, all) : all();
  });
}

async function migrateAll(
  client: pg.Client,
  { migrations, plugins }: { migrations: readonly Migration[]; plugins: readonly PluginTables[] },
  waiting: Waiting & { onApply: (name: string) => void },
): Promise<string[]> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${databaseSchema}`);
  await client.query(`SET search_path TO ${databaseSchema}`);
  await createHistory(client);
  // Before ours are applied: an operator who has installed the wrong version of a plugin can still go back.
  await requireMigratable(client, plugins);
  return [...(await migrateOwn(client, migrations, waiting)), ...(await migratePlugins(client, plugins, waiting))];
}

async function migrateOwn(
  client: pg.Client,
  migrations: readonly Migration[],
  { onApply, ...waiting }: Waiting & { onApply: (name: string) => void },
): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const migration = await nextMigration(client, migrations);
    if (!migration) return applied;
    onApply(migration.name);
    if (await applyMigration(client, migration, { ...waiting, records: ownRecords })) applied.push(migration.name);
  }
}

async function nextMigration(client: pg.Client, migrations: readonly Migration[]): Promise<Migration | undefined> {
  const history = await readHistory(client);
  const [next] = compareHistory(migrations, history).pending;
  if (next) history.forEach(requireFinished);
  return migrations.find(({ name }) => name === next);
}

/** Returns which migrations are applied and which are pending. Changes nothing. */
export async function migrationStatus(options: {
  databaseUrl: string;
  folder?: URL;
  /** The plugins of the server. Without them, only our own migrations are compared. */
  plugins?: readonly MigratedPlugin[] | undefined;
  /** Covers the connection and all queries (default 10 seconds). */
  timeoutMilliseconds?: number;
  /** Throws if the database is a standby or refuses to write. */
  requireWritable?: boolean;
}): Promise<MigrationStatus> {
  const migrations = await readMigrations(options.folder);
  const plugins = options.plugins && (await readPluginMigrations(options.plugins));
  return withConnection(
    options.databaseUrl,
    async (client) => {
      if (options.requireWritable) await requireWritable(client);
      const own = compareHistory(migrations, await historyOf(client));
      if (!plugins) return own;
      const { applied, pending, newer, others } = comparePluginHistory(plugins, await readPluginHistory(client));
      return {
        applied: [...own.applied, ...applied],
        pending: [...own.pending, ...pending],
        ...(newer.length > 0 && { newer }),
        ...(others.length > 0 && { others }),
      };
    },
    options.timeoutMilliseconds ?? connectMilliseconds,
  );
}

/** The history of our migrations, also of a database that has none. */
async function historyOf(client: pg.Client): ReturnType<typeof readHistory> {
  const { rows } = await client.query<{ found: string | null }>(
    `SELECT to_regclass('${databaseSchema}._prisma_migrations')::text AS found`,
  );
  if (!rows[0]?.found) return [];
  await client.query(`SET search_path TO ${databaseSchema}`);
  return readHistory(client);
}
