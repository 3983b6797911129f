import { IdentityError } from '@org/identity-core';
import { activeUser, type LockedUser, lockUserRowShared, type Transaction } from '@org/identity-prisma';

/**
 * Throws if the user's account is disabled or deleted, and prevents both until the commit: otherwise a tenant could have an
 * owner who cannot sign in. Call it before the tenant is locked, because deleting or disabling an account locks the user first.
 */
export async function lockActiveAccount(tx: Transaction, userId: string): Promise<LockedUser> {
  const user = await lockUserRowShared(tx, userId, activeUser);
  if (!user) throw accountNotActive();
  return user;
}

/** Throws if the member's account is deleted. Call it under the tenant's lock, which deleting the account needs as well. */
export async function requireUndeletedAccount(tx: Transaction, userId: string): Promise<void> {
  if ((await tx.user.count({ where: { id: userId, deletedAt: null } })) === 0) throw accountNotActive();
}

const accountNotActive = () =>
  new IdentityError('USER_NOT_FOUND', 'This account is disabled, or was deleted and waits to be erased.');
