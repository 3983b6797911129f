import type pg from 'pg';
import type { MigrationRecords } from './migration-records.js';
import type { Migration } from './read-migrations.js';

/** The first line of a migration that is one statement which PostgreSQL refuses inside a transaction. */
export const outsideTransactionMarker = '-- migration: outside of a transaction';

export function isOutsideTransaction({ sql }: Pick<Migration, 'sql'>): boolean {
  return sql.split(/\r?\n/u, 1)[0]?.trim() === outsideTransactionMarker;
}

/**
 * Runs a migration of one statement without a transaction, for example `CREATE INDEX CONCURRENTLY IF NOT EXISTS`. It is
 * recorded when it has finished. After a crash it runs again, so the statement has to be repeatable.
 */
export async function runOutsideTransaction<Kind extends Migration>(
  client: pg.Client,
  migration: Kind,
  records: MigrationRecords<Kind>,
): Promise<void> {
  // These statements wait for other transactions, but block none. So they may wait for long.
  await client.query('SET lock_timeout = 0');
  await dropInvalidIndexes(client, migration);
  await records.runAndAdd(client, migration, async () => {
    try {
      await client.query(migration.sql);
    } catch (error) {
      // An invalid index serves no query, but slows down writes and can refuse them.
      await dropInvalidIndexes(client, migration).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Drops the indexes that an interrupted run left behind: `IF NOT EXISTS` would keep them. Only those that the migration
 * names, because others may belong to a REINDEX CONCURRENTLY that is running. It names the schema as well, unless that is the
 * one of the connection.
 */
async function dropInvalidIndexes(client: pg.Client, { sql }: Migration): Promise<void> {
  const { rows } = await client.query<{ name: string; schema: string; current: boolean; quoted: string }>(
    `SELECT relname AS name, nspname AS schema, nspname IS NOT DISTINCT FROM current_schema() AS current,
       format('%I.%I', nspname, relname) AS quoted
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind = 'i' AND NOT indisvalid`,
  );
  const words = new Set(sql.match(/\w+/gu));
  for (const { name, schema, current, quoted } of rows)
    if (words.has(name) && (current || words.has(schema)))
      await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${quoted}`);
}
