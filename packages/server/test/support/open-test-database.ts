import { createTestDatabase } from '@org/identity-dev-postgres';
import { type OpenDatabase, openDatabase } from '@org/identity-prisma';
import type { ExecutionContext } from 'ava';

export interface OpenTestDatabase extends OpenDatabase {
  readonly url: string;
  /** Another process would have connections of its own: so has this. */
  openAgain(): OpenDatabase;
}

/** A migrated database of the test's own, open until the test is over. */
export async function openTestDatabase(t: ExecutionContext): Promise<OpenTestDatabase> {
  const { url, drop } = await createTestDatabase();
  const opened: OpenDatabase[] = [];
  const openAgain = () => {
    const database = openDatabase({ databaseUrl: url, poolSize: 3 });
    opened.push(database);
    return database;
  };
  t.teardown(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await drop();
  });
  return { ...openAgain(), url, openAgain };
}
