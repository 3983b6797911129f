import { forbidden, type UserPrincipal } from '@org/identity-core';
import {
  type Database,
  inTenantTransaction,
  lockTenantRow,
  requireFreshSignIn,
  requireManager,
  type Transaction,
  tenantNotFound,
} from '@org/identity-prisma';

/** Who does something with the connections of a tenant. */
export interface OwnerCall {
  readonly tenantId: string;
  readonly principal: UserPrincipal;
}

/**
 * Throws if the caller is neither an active owner of the tenant nor a super admin. For callers outside of the tenant it does
 * not exist.
 */
export async function requireOwner(db: Transaction, call: OwnerCall): Promise<void> {
  await requireManager(db, call);
  const { tenantId, principal } = call;
  if (principal.superAdmin) return;
  const where = { tenantId, userId: principal.userId, status: 'ACTIVE' as const, role: 'owner' as const };
  if ((await db.membership.count({ where })) === 0) throw forbidden('Only owners of the tenant may do this.');
}

/** Runs a change under the tenant's lock, for an owner who has signed in a moment ago. */
export async function changeAsOwner<Result>(
  db: Database,
  call: OwnerCall,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { tenantId, principal } = call;
  await requireOwner(db, call);
  await requireFreshSignIn(db, principal, { tenantId });
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    if (!(await lockTenantRow(tx, tenantId))) throw tenantNotFound();
    // Again, because of the wait for the lock.
    await requireOwner(tx, call);
    return change(tx);
  });
}
