import { createTestDatabase } from '@org/identity-dev-postgres';
import type { ExecutionContext } from 'ava';

/** The address of a database without our tables, dropped after the test. */
export async function emptyDatabase(t: ExecutionContext): Promise<string> {
  const database = await createTestDatabase({ empty: true });
  t.teardown(() => database.drop());
  return database.url;
}
