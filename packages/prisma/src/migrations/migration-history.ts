import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Migration } from './read-migrations.js';

export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
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

/** Records a migration as applied. There is never a row of a migration that is not finished. */
export async function recordMigration(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/**
 * Returns which of our migrations are applied and which are pending. Migrations that only a newer version knows do not
 * matter, even while another tool applies them: this version must be able to run, and to start again, beside the newer one.
 */
export function compareHistory(migrations: readonly Migration[], history: readonly HistoryRow[]): MigrationStatus {
  for (const row of history) {
    const ours = migrations.find(({ name }) => name === row.migration_name);
    if (!ours) continue;
    requireFinished(row);
    if (ours.checksum !== row.checksum) {
      throw new Error(
        `The migration "${row.migration_name}" was changed after it had been applied. Restore the file; put changes into a new migration.`,
      );
    }
  }
  const applied = new Set(history.map((row) => row.migration_name));
  return {
    applied: migrations.map(({ name }) => name).filter((name) => applied.has(name)),
    pending: migrations.map(({ name }) => name).filter((name) => !applied.has(name)),
  };
}

/** Throws if another tool has left a migration half-finished. */
export function requireFinished(row: HistoryRow): void {
  if (row.finished_at !== null) return;
  throw new Error(
    `The migration "${row.migration_name}" failed halfway in an earlier run. Repair the database, then mark it with "prisma migrate resolve".`,
  );
}
