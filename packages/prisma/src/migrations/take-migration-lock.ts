import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { advisoryLocks } from '../locks/advisory-locks.js';

const pollMilliseconds = 200;

/**
 * Takes the lock of the migrations until the connection ends. Another process may hold it for long. We ask again and again
 * instead of waiting in one statement: a waiting statement has a snapshot, and `CREATE INDEX CONCURRENTLY` of the process that
 * holds the lock waits for all older snapshots, so that both would wait for each other.
 */
export async function takeMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      advisoryLocks.migrations,
    ]);
    if (rows[0]?.taken) return;
    await setTimeout(pollMilliseconds);
  }
}

export async function releaseMigrationLock(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migrations]);
}
