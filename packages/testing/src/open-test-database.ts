import { createTestDatabase } from '@org/identity-dev-postgres';
import { type OpenDatabase, openDatabase } from '@org/identity-prisma';
import type { ExecutionContext } from 'ava';

export interface OpenTestDatabase extends OpenDatabase {
  readonly url: string;
  /** Opens connections of their own, as another process would have them. */
  openAgain(): OpenDatabase;
}

/**
 * Opens a new, migrated database. It is closed and dropped by `close`, or, if a test is given, when that test is over.
 */
export async function openTestDatabase(t?: ExecutionContext): Promise<OpenTestDatabase> {
  const { url, drop } = await createTestDatabase();
  const opened: OpenDatabase[] = [];
  const openAgain = () => {
    // Where each test has a database of its own, many of them are open at once.
    const database = openDatabase({ databaseUrl: url, ...(t ? { poolSize: 3 } : {}) });
    opened.push(database);
    return database;
  };
  const closeAll = async () => {
    await Promise.all(opened.map((database) => database.close()));
    await drop();
  };
  const first = openAgain();
  if (!t) return { ...first, url, openAgain, close: closeAll };
  t.teardown(closeAll);
  return { ...first, url, openAgain };
}
