import type { Actor } from '@org/identity-core';
import {
  endOtherSessions,
  type IdentityPluginHost,
  lockTenantsOfUser,
  type Prisma,
  type Transaction,
} from '@org/identity-prisma';
import { deletePendingRequests } from '../accounts/delete-pending-requests.js';

/** A user may belong to many tenants, each with a lock to wait for. */
export const closeTimeout = 30_000;

export interface AccountClosing {
  userId: string;
  /** What must still be true of the account. */
  where: Prisma.UserWhereInput;
  deletedAt: Date;
  eraseAt: Date;
  actor: Actor;
}

/** Closes an account: from the commit on, no sign-in, session, grant or token works. Returns false if the condition is not met. */
export async function closeAccount(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { userId, where, deletedAt, eraseAt, actor }: AccountClosing,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { ...where, id: userId },
    data: { deletedAt, eraseAt, signInEpoch: { increment: 1 } },
  });
  if (count === 0) return false;
  // Before sessions and grants, because a suspension locks the tenant and then ends grants. See `lock-order.ts`.
  await lockTenantsOfUser(tx, userId);
  await deletePendingRequests(tx, userId);
  const endedIn = await endOtherSessions(tx, { accountId: userId, except: null });
  const event = { type: 'account.deleted', tenantId: null, actor, subjectId: userId, data: {} } as const;
  await events.publish(tx, event, { endedIn });
  return true;
}
