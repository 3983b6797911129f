import pg from 'pg';

/**
 * Whether PostgreSQL refused a prepared statement because a migration has changed the columns of its result since. The
 * SQLSTATE 0A000 has other causes as well, and the message is translated. The name of the routine is the same everywhere.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}
