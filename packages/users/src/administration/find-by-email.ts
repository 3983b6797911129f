import type { Transaction } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';

/** The account with that email, for commands of an operator; throws if there is none. */
export async function findByEmail(tx: Transaction, email: string): Promise<{ id: string }> {
  const where = { normalizedEmail: normalizeEmail(email), deletedAt: null };
  const user = await tx.user.findUnique({ where, select: { id: true } });
  if (!user) throw new Error(`There is no account with the email "${email}".`);
  return user;
}
