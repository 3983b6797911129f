import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { MigrationRecords } from './migration-records.js';
import type { Migration } from './read-migrations.js';

export interface MigrationStatus {
  /** Those of plugins are named `plugin/migration`, and come after ours. */
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied migrations of a newer version of a plugin; missing if there are none. */
  readonly newer?: readonly string[];
  /** Plugins with applied migrations that are not among the given ones; missing if there are none. Their tables stay. */
  readonly others?: readonly OtherPlugin[];
}

/** A plugin whose tables are in the database, although it is not among the given ones. */
export interface OtherPlugin {
  readonly plugin: string;
  /** Those of its tables that still exist, with their schemas. */
  readonly tables: readonly string[];
}

interface HistoryRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
}

// Identical to the table that Prisma's schema engine creates, so that either of the two can run first.
const historyTable = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

export async function createHistory(client: pg.Client): Promise<void> {
  await client.query(historyTable);
}

export async function readHistory(client: pg.Client): Promise<HistoryRow[]> {
  const { rows } = await client.query<HistoryRow>(
    'SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations ORDER BY started_at',
  );
  return rows.filter((row) => row.rolled_back_at === null);
}

/** The records of our own migrations. There is never a row of a migration that is not finished. */
export const ownRecords: MigrationRecords<Migration> = {
  has: async (client, { name }) => (await readHistory(client)).some((row) => row.migration_name === name),
  async runAndAdd(client, { name, checksum }, run) {
    await run();
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
  },
};

/**
 * Returns which of our migrations are applied and which are pending. Migrations that only a newer version knows do not
 * matter, even while another tool applies them: this version must be able to run, and to start again, beside the newer one.
 */
export function compareHistory(migrations: readonly Migration[], history: readonly HistoryRow[]): MigrationStatus {
  for (const row of history) {
    const ours = migrations.find(({ name }) => name === row.migration_name);
    if (!ours) continue;
    requireFinished(row);
    requireUnchanged(ours, row.checksum);
  }
  const applied = new Set(history.map((row) => row.migration_name));
  return {
    applied: migrations.map(({ name }) => name).filter((name) => applied.has(name)),
    pending: migrations.map(({ name }) => name).filter((name) => !applied.has(name)),
  };
}

/** Throws if the statements of an applied migration are not those of its record. */
export function requireUnchanged({ name, checksum }: Migration, recorded: string): void {
  if (checksum === recorded) return;
  throw new Error(
    `The migration "${name}" was changed after it had been applied. Restore the file; put changes into a new migration.`,
  );
}

/** Throws if another tool has left a migration half-finished. */
export function requireFinished(row: HistoryRow): void {
  if (row.finished_at !== null) return;
  throw new Error(
    `The migration "${row.migration_name}" failed halfway in an earlier run. Repair the database, then mark it with "prisma migrate resolve".`,
  );
}
