import type { Database, Prisma } from '@org/identity-prisma';
import { useQuickHashes } from '@org/identity-testing';
import { normalizeEmail } from '../../src/accounts/find-account.js';
import { hashPassword } from '../../src/credentials/password-hash.js';

useQuickHashes();

export const password = 'correct horse battery';
let hash: Promise<string> | undefined;

/** Adds an account, by default with the password above. */
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
