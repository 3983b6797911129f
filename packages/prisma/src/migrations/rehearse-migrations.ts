import type pg from 'pg';
import type { LockWaits } from './lock-waits.js';
import type { MigrationRecords } from './migration-records.js';
import { isOutsideTransaction } from './outside-transaction.js';
import type { Migration } from './read-migrations.js';

/** While this table has its row, every commit fails, also one that a migration makes itself. */
const refuseCommits = `
  CREATE TEMPORARY TABLE rehearsed_migrations (id integer);
  CREATE FUNCTION pg_temp.refuse_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM pg_temp.rehearsed_migrations) THEN
      RAISE EXCEPTION 'It ends its transaction itself. Remove BEGIN, COMMIT and ROLLBACK.';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER refuse_commit AFTER INSERT ON rehearsed_migrations
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pg_temp.refuse_commit();
  INSERT INTO rehearsed_migrations VALUES (1)`;

/** What waits for the commit of a migration happens at its end: the next one could not change a table before. */
const endMigration = `
  DELETE FROM pg_temp.rehearsed_migrations;
  SET CONSTRAINTS ALL IMMEDIATE;
  SET CONSTRAINTS pg_temp.refuse_commit DEFERRED;
  INSERT INTO pg_temp.rehearsed_migrations VALUES (1)`;

/** Runs `work` in a transaction that is rolled back, whatever happens in it. The connection is of no use afterwards. */
export async function inRolledBack<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  // What comes after a ROLLBACK of a migration itself would be in a transaction of its own: that cannot write.
  await client.query('SET default_transaction_read_only = on');
  await client.query('BEGIN READ WRITE');
  try {
    await client.query(refuseCommits);
    return await work();
  } finally {
    // On a broken connection this fails, too; PostgreSQL rolls back by itself, and the first error says more.
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

/** Runs and records one migration in the transaction of the caller. It waits for each of its locks only once. */
export async function rehearseMigration<Kind extends Migration>(
  client: pg.Client,
  migration: Kind,
  { records, lockWaits }: { records: MigrationRecords<Kind>; lockWaits: LockWaits },
): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${lockWaits.waitMilliseconds}`);
  const sql = isOutsideTransaction(migration) ? insideTransaction(migration.sql) : migration.sql;
  try {
    await records.runAndAdd(client, migration, () => client.query(sql));
    await client.query(endMigration);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration "${migration.name}" could not be rehearsed: ${reason}`, { cause: error });
  }
}

/** The same statement in a form that PostgreSQL takes in a transaction: without `CONCURRENTLY`, and without its commits. */
const insideTransaction = (sql: string): string =>
  sql.replaceAll(/\bCONCURRENTLY\b/giu, '').replaceAll(/\bCOMMIT\s*;/giu, 'NULL;');
