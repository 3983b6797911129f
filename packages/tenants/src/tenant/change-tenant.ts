import type { Principal } from '@org/identity-core';
import { type Database, inTenantTransaction, type Transaction } from '@org/identity-prisma';
import { lockTenant } from '../access/lock-tenant.js';
import { type Access, type Right, requireRight } from '../access/rights.js';

interface TenantChange {
  db: Database;
  tenantId: string;
  principal: Principal;
  right: Right;
  /** In milliseconds, for a change that may take long. */
  timeout?: number | undefined;
}

/**
 * Runs a change under the tenant's lock, for a caller with the right. The right is checked before, so that callers from outside
 * neither hold the lock nor wait for it, and again under the lock, because the caller may have been demoted or removed a moment
 * ago.
 */
export async function changeTenant<Result>(
  { db, tenantId, principal, right, timeout }: TenantChange,
  change: (tx: Transaction, access: Access) => Promise<Result>,
): Promise<Result> {
  await requireRight(db, tenantId, principal, right);
  return inTenantTransaction({ db, tenantId, locks: 'tenant', timeout }, async (tx) => {
    await lockTenant(tx, tenantId);
    return change(tx, await requireRight(tx, tenantId, principal, right));
  });
}
