import { createTestDatabase } from '@org/identity-dev-postgres';
import { type Database, type OpenDatabase, openDatabase, type Prisma } from '@org/identity-prisma';
import { normalizeEmail } from '../../src/accounts/normalize-email.js';
import { hashPassword } from '../../src/credentials/password-hash.js';

export interface OpenTestDatabase extends OpenDatabase {
  url: string;
  /** Another process would have connections of its own: so has this. */
  openAgain(): OpenDatabase;
}

/** A migrated database of its own, open; `close` drops it. */
export async function openTestDatabase(): Promise<OpenTestDatabase> {
  const { url, drop } = await createTestDatabase();
  const databases = [openDatabase({ databaseUrl: url })];
  const [first] = databases;
  if (!first) throw new Error('There is no database.');
  return {
    ...first,
    url,
    openAgain() {
      const again = openDatabase({ databaseUrl: url });
      databases.push(again);
      return again;
    },
    async close() {
      await Promise.all(databases.map((database) => database.close()));
      await drop();
    },
  };
}

export const password = 'correct horse battery';
let hash: Promise<string> | undefined;

/** Adds an account; unless told otherwise with the password above. */
export async function addUser(
  db: Database,
  email: string,
  data: Omit<Prisma.UserUncheckedCreateInput, 'email' | 'normalizedEmail'> = {},
): Promise<string> {
  hash ??= hashPassword(password);
  const passwordHash = await hash;
  const user = await db.user.create({
    data: { passwordHash, ...data, email, normalizedEmail: normalizeEmail(email) },
    select: { id: true },
  });
  return user.id;
}
