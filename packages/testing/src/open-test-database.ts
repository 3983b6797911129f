import { createTestDatabase } from '@org/identity-dev-postgres';
import { type OpenDatabase, openDatabase } from '@org/identity-prisma';
import type { ExecutionContext } from 'ava';

export interface OpenTestDatabase extends OpenDatabase {
  readonly url: string;
  /** Opens a second pool of connections, as another process would. */
  openAgain(): OpenDatabase;
}

/** Opens a new, migrated database. It is closed and dropped by `close` or, if a test is given, at the end of that test. */
export async function openTestDatabase(t?: ExecutionContext): Promise<OpenTestDatabase> {
  const { url, drop } = await createTestDatabase();
  const opened: OpenDatabase[] = [];
  const openAgain = () => {
    // If each test has its own database, many of them are open at the same time.
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
