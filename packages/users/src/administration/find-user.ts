import { IdentityError, isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';

export interface NamedUser {
  id: string;
  email: string;
}

/** Finds a user by email or id for an operator, including disabled users and deleted ones that are not erased yet. */
export async function findUser(db: Transaction, emailOrId: string): Promise<NamedUser> {
  const where = isUuid(emailOrId) ? { id: emailOrId } : { normalizedEmail: normalizeEmail(emailOrId) };
  const user = await db.user.findUnique({ where, select: { id: true, email: true } });
  if (!user) throw userNotFound(emailOrId);
  return user;
}

/** The error for an email or id without an account. */
export const userNotFound = (emailOrId: string) =>
  new IdentityError('USER_NOT_FOUND', `There is no user "${emailOrId}".`);
