import type { ExecutionContext } from 'ava';
import pg from 'pg';
import { rowsOf } from './rows.js';

/** Opens a connection that is closed after the test. */
export async function openConnection(t: ExecutionContext, databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  t.teardown(() => client.end());
  return client;
}

/** Waits until a connection of the database fulfills the condition on `pg_stat_activity`. Returns its process id. */
export async function untilActivity(databaseUrl: string, condition: string): Promise<number> {
  for (;;) {
    // On its own connection each time: inside of a transaction the view never changes.
    const [row] = await rowsOf<{ pid: number }>(
      databaseUrl,
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND (${condition})`,
    );
    if (row) return row.pid;
  }
}
