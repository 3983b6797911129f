import { IdentityError, isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/normalize-email.js';

export interface NamedUser {
  id: string;
  email: string;
}

/** Finds a user by email or id for an operator, disabled users and deleted ones that wait to be erased included. */
export async function findUser(db: Transaction, emailOrId: string): Promise<NamedUser> {
  const where = isUuid(emailOrId) ? { id: emailOrId } : { normalizedEmail: normalizeEmail(emailOrId) };
  const user = await db.user.findUnique({ where, select: { id: true, email: true } });
  if (!user) throw userNotFound(emailOrId);
  return user;
}

/** Tells an operator that an email or id has no account. */
export const userNotFound = (emailOrId: string) =>
  new IdentityError('USER_NOT_FOUND', `There is no user "${emailOrId}".`);
