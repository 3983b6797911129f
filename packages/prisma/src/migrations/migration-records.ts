import type pg from 'pg';
import type { Migration } from './read-migrations.js';

/** How one kind of migrations, ours or those of plugins, is recorded. */
export interface MigrationRecords<Kind extends Migration> {
  /** Whether it is applied. */
  has(client: pg.Client, migration: Kind): Promise<boolean>;
  /** Calls `run`, which runs the statements of the migration, and then records it. */
  runAndAdd(client: pg.Client, migration: Kind, run: () => Promise<unknown>): Promise<void>;
}
