import type pg from 'pg';
import { UnconfirmedCommitError } from '../connection/unconfirmed-commit.js';
import { describeOldestTransaction, isLockFailure, type LockWaits, pauseAfter } from './lock-waits.js';
import type { MigrationRecords } from './migration-records.js';
import { isOutsideTransaction, runOutsideTransaction } from './outside-transaction.js';
import type { Migration } from './read-migrations.js';
import { rehearseMigration } from './rehearse-migrations.js';
import { releaseMigrationLock, takeMigrationLock } from './take-migration-lock.js';

/** How migrations wait for their locks. */
export interface Waiting {
  readonly lockWaits: LockWaits;
  readonly onWait?: ((name: string) => void | Promise<void>) | undefined;
  /** Whether everything happens in one transaction of the caller, which is rolled back. */
  readonly rehearse?: boolean | undefined;
}

/**
 * Applies and records one migration. It tries again if it does not get its locks in time. Returns false if another process
 * has applied it meanwhile: between two attempts the lock of the migrations is free, because Prisma's engine waits for it in
 * one statement, and `CREATE INDEX CONCURRENTLY` would wait for that statement for ever.
 */
export async function applyMigration<Kind extends Migration>(
  client: pg.Client,
  migration: Kind,
  { records, lockWaits, onWait, rehearse }: Waiting & { records: MigrationRecords<Kind> },
): Promise<boolean> {
  if (rehearse) {
    await rehearseMigration(client, migration, { records, lockWaits });
    return true;
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (isOutsideTransaction(migration)) await runOutsideTransaction(client, migration, records);
      else await runInTransaction(client, migration, { records, lockWaits });
      return true;
    } catch (error) {
      // Its connection is closed, and it may have been applied.
      if (error instanceof UnconfirmedCommitError) throw error;
      if (!isLockFailure(error)) throw failure(migration, error);
      if (attempt === lockWaits.attempts) throw await blocked(client, migration, lockWaits, error);
    }
    await onWait?.(migration.name);
    await releaseMigrationLock(client);
    await pauseAfter(attempt, lockWaits);
    await takeMigrationLock(client);
    if (await records.has(client, migration)) return false;
  }
}

async function runInTransaction<Kind extends Migration>(
  client: pg.Client,
  migration: Kind,
  { records, lockWaits }: { records: MigrationRecords<Kind>; lockWaits: LockWaits },
): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockWaits.waitMilliseconds}`);
    await records.runAndAdd(client, migration, () => client.query(migration.sql));
    await client.query('COMMIT');
  } catch (error) {
    // On a broken connection this fails, too; PostgreSQL rolls back by itself, and the first error says more.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function failure(migration: Migration, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const undone = isOutsideTransaction(migration) ? 'could not be applied' : 'could not be applied and was rolled back';
  return new Error(`The migration "${migration.name}" ${undone}: ${reason}`, { cause: error });
}

async function blocked(
  client: pg.Client,
  { name }: Migration,
  { attempts, waitMilliseconds }: LockWaits,
  cause: unknown,
): Promise<Error> {
  const oldest = await describeOldestTransaction(client);
  return new Error(
    `The migration "${name}" did not get its locks in ${attempts} attempts of ${waitMilliseconds} ms and was rolled back, because other transactions use its tables. ${oldest} Migrate again when it has ended.`,
    { cause },
  );
}
