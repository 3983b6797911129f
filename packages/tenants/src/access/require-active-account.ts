import { IdentityError } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/**
 * Refuses a user whose account is disabled or waits to be erased, and holds off both until the commit: a tenant would have
 * an owner who cannot sign in. To be called before the tenant's lock, as deleting or disabling an account begins with the user.
 */
export async function holdLivingAccount(tx: Transaction, userId: string): Promise<void> {
  const living = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM identity.users
    WHERE id = ${userId}::uuid AND deleted_at IS NULL AND disabled_at IS NULL FOR SHARE`;
  if (living.length === 0) throw accountGone();
}

/** Refuses a member whose account waits to be erased. To be called under the tenant's lock, which deleting the account needs as well. */
export async function requireLivingMember(tx: Transaction, userId: string): Promise<void> {
  if ((await tx.user.count({ where: { id: userId, deletedAt: null } })) === 0) throw accountGone();
}

const accountGone = () =>
  new IdentityError('USER_NOT_FOUND', 'This account is disabled, or was deleted and waits to be erased.');
