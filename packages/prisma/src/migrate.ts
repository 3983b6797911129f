import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { awakeTimeout } from './connection/awake-timeout.js';
import { cutConnection } from './connection/pg-internals.js';
import { requireWritable } from './connection/standby.js';
import { refuseUnconfirmedCommits, UnconfirmedCommitError } from './connection/unconfirmed-commit.js';
import { databaseSchema, withoutPrismaParameters } from './database.js';
import { advisoryLocks } from './locks/advisory-locks.js';

const migrationsFolder = new URL('../migrations/', import.meta.url);

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** The migrations this package ships, oldest first. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(new URL(`${name}/migration.sql`, folder));
      return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
}

/** Applies pending migrations under a lock, and records them as Prisma does. Returns the names of the applied ones. */
export async function migrate(options: {
  databaseUrl: string;
  folder?: URL;
  /** Called before each migration. A migration of a large table can take long. */
  onApply?: (name: string) => void;
}): Promise<string[]> {
  const migrations = await readMigrations(options.folder);
  return withConnection(options.databaseUrl, async (client) => {
    // Another process may be migrating, and a large table takes long. The timeouts of the role are meant for requests.
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${databaseSchema}`);
    await client.query(`SET search_path TO ${databaseSchema}`);
    await client.query(historyTable);
    const { pending } = compare(migrations, await readHistory(client));
    for (const migration of migrations.filter(({ name }) => pending.includes(name))) {
      options.onApply?.(migration.name);
      await apply(client, migration);
    }
    return [...pending];
  });
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
      if (!rows[0]?.found) return compare(migrations, []);
      await client.query(`SET search_path TO ${databaseSchema}`);
      return compare(migrations, await readHistory(client));
    },
    options.timeoutMilliseconds ?? connectMilliseconds,
  );
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

interface HistoryRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
}

async function readHistory(client: pg.Client): Promise<HistoryRow[]> {
  const { rows } = await client.query<HistoryRow>(
    'SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations ORDER BY started_at',
  );
  return rows.filter((row) => row.rolled_back_at === null);
}

function compare(migrations: Migration[], history: HistoryRow[]): MigrationStatus {
  for (const row of history) {
    if (row.finished_at === null) {
      throw new Error(
        `The migration "${row.migration_name}" failed halfway in an earlier run. Repair the database, then mark it with "prisma migrate resolve".`,
      );
    }
    const ours = migrations.find(({ name }) => name === row.migration_name);
    if (ours && ours.checksum !== row.checksum) {
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

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    // Its connection is closed, and it may have been applied.
    if (error instanceof UnconfirmedCommitError) throw error;
    await client.query('ROLLBACK');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration "${migration.name}" could not be applied and was rolled back: ${reason}`, {
      cause: error,
    });
  }
}

/** How long a connection may take to open. */
const connectMilliseconds = 10_000;

/** Runs `work` with a new connection. With a limit, the connection is closed after that time. */
async function withConnection<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
  limitMilliseconds?: number,
): Promise<Result> {
  const connectionString = withoutPrismaParameters(databaseUrl);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMilliseconds });
  // The statement in flight reports a broken connection. Without a listener the event would end the process.
  client.on('error', () => undefined);
  refuseUnconfirmedCommits(client);
  const cancel =
    limitMilliseconds === undefined ? () => {} : awakeTimeout(limitMilliseconds, () => cutConnection(client));
  try {
    await client.connect();
    return await work(client);
  } finally {
    // Ending the connection also releases the advisory lock.
    await client.end();
    cancel();
  }
}
