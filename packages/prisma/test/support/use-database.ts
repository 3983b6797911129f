import { createTestDatabase } from '@org/identity-dev-postgres';
import type { TestFn } from 'ava';
import { type OpenDatabase, openDatabase } from '../../src/index.js';

export interface FileDatabase extends Pick<OpenDatabase, 'db' | 'pool'> {
  readonly url: string;
}

/** Gives the tests of a file one migrated database. Its properties can be read only inside tests. */
export function useDatabase(test: TestFn): FileDatabase {
  let opened: (OpenDatabase & { url: string; drop(): Promise<void> }) | undefined;
  const database = () => {
    if (!opened) throw new Error('the database is only available inside tests');
    return opened;
  };
  // Serial, so that it runs before the hooks of the file itself.
  test.serial.before(async () => {
    const { url, drop } = await createTestDatabase();
    opened = { ...openDatabase({ databaseUrl: url }), url, drop };
  });
  test.after.always(async () => {
    await opened?.close();
    await opened?.drop();
  });
  return {
    get db() {
      return database().db;
    },
    get pool() {
      return database().pool;
    },
    get url() {
      return database().url;
    },
  };
}
