import type { Transaction } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/normalize-email.js';

/** The account with an address, for commands: whoever types one that nobody has is told so. */
export async function findByAddress(tx: Transaction, email: string): Promise<{ id: string }> {
  const where = { normalizedEmail: normalizeEmail(email), deletedAt: null };
  const user = await tx.user.findUnique({ where, select: { id: true } });
  if (!user) throw noSuchAccount(email);
  return user;
}

/** What somebody is told who names an address without an account. */
export const noSuchAccount = (email: string) => new Error(`There is no account with the address "${email}".`);
