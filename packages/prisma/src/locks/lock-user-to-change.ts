import { type Actor, forbidden } from '@org/identity-core';
import type { Transaction } from '../database-types.js';
import type { Prisma } from '../generated/client.js';
import { type LockedUser, lockUserRow } from './lock-user.js';

type Target = Pick<LockedUser, 'superAdmin'>;

/**
 * Whether the actor may change the account of a user. No machine may change that of a super admin: with a stolen secret of a
 * machine, somebody could remove the factors of a super admin, reset the password, and take over the platform.
 */
export function mayChangeUser(actor: Pick<Actor, 'kind'>, { superAdmin }: Target): boolean {
  return actor.kind !== 'machine' || !superAdmin;
}

/** Throws if the actor may not change the account of the user. */
export function requireMayChangeUser(actor: Pick<Actor, 'kind'>, user: Target): void {
  if (!mayChangeUser(actor, user)) throw forbidden('Only a super admin changes a super admin.');
}

/**
 * Locks a user until the commit, for a change by somebody else: an operator, or a machine of the platform. Returns undefined if
 * no user matches the condition. Decided under the lock: the user may have become a super admin a moment ago.
 */
export async function lockUserToChange(
  tx: Transaction,
  { userId, actor, condition }: { userId: string; actor: Pick<Actor, 'kind'>; condition?: Prisma.Sql },
): Promise<LockedUser | undefined> {
  const user = await lockUserRow(tx, userId, condition);
  if (user) requireMayChangeUser(actor, user);
  return user;
}
