import type { Principal } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { lockTenant } from './lock-tenant.js';
import { type Access, type Right, requireRight } from './rights.js';

/**
 * Takes the tenant's lock for a caller who has the right. Looked at before, so that nobody outside can hold the lock, and
 * again under it: the caller may have been demoted or removed a moment ago.
 */
export async function lockWithRight(
  tx: Transaction,
  tenantId: string,
  principal: Principal,
  right: Right,
): Promise<Access> {
  await requireRight(tx, tenantId, principal, right);
  await lockTenant(tx, tenantId);
  return requireRight(tx, tenantId, principal, right);
}
