import type pg from 'pg';
import { requireWritable } from '../connection/standby.js';
import { databaseSchema } from '../database.js';
import { applyMigration } from './apply-migration.js';
import { defaultLockWaits, type LockWaits } from './lock-waits.js';
import { connectMilliseconds, withConnection } from './migration-connection.js';
import {
  compareHistory,
  createHistory,
  type MigrationStatus,
  readHistory,
  requireFinished,
} from './migration-history.js';
import { type Migration, readMigrations } from './read-migrations.js';
import { takeMigrationLock } from './take-migration-lock.js';

/** Applies pending migrations under a lock, and records them as Prisma does. Returns the names of the applied ones. */
export async function migrate(options: {
  databaseUrl: string;
  folder?: URL;
  /** Called before each migration. A migration of a large table can take long. */
  onApply?: (name: string) => void;
  /** Called when a migration did not get its locks in time, before the pause and the next attempt. */
  onWait?: (name: string) => void | Promise<void>;
  lockWaits?: LockWaits;
}): Promise<string[]> {
  const { lockWaits = defaultLockWaits, onWait } = options;
  const migrations = await readMigrations(options.folder);
  return withConnection(options.databaseUrl, async (client) => {
    // The timeouts of the role are meant for requests: filling a large table takes longer.
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await takeMigrationLock(client);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${databaseSchema}`);
    await client.query(`SET search_path TO ${databaseSchema}`);
    await createHistory(client);
    const applied: string[] = [];
    for (;;) {
      const migration = await nextMigration(client, migrations);
      if (!migration) return applied;
      options.onApply?.(migration.name);
      if (await applyMigration(client, migration, { lockWaits, onWait })) applied.push(migration.name);
    }
  });
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
  /** Covers the connection and all queries (default 10 seconds). */
  timeoutMilliseconds?: number;
  /** Throws if the database is a standby or refuses to write. */
  requireWritable?: boolean;
}): Promise<MigrationStatus> {
  const migrations = await readMigrations(options.folder);
  return withConnection(
    options.databaseUrl,
    async (client) => {
      if (options.requireWritable) await requireWritable(client);
      const { rows } = await client.query<{ found: string | null }>(
        `SELECT to_regclass('${databaseSchema}._prisma_migrations')::text AS found`,
      );
      if (!rows[0]?.found) return compareHistory(migrations, []);
      await client.query(`SET search_path TO ${databaseSchema}`);
      return compareHistory(migrations, await readHistory(client));
    },
    options.timeoutMilliseconds ?? connectMilliseconds,
  );
}
