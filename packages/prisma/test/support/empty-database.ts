import { createTestDatabase } from '@org/identity-dev-postgres';
import type { ExecutionContext } from 'ava';

/** Returns the URL of a database without our tables. It is dropped after the test. */
export async function emptyDatabase(t: ExecutionContext): Promise<string> {
  const database = await createTestDatabase({ empty: true });
  t.teardown(() => database.drop());
  return database.url;
}
