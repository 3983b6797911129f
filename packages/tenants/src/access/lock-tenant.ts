import { lockTenantRow, type Transaction } from '@org/identity-prisma';
import { tenantNotFound } from './errors.js';

/**
 * Locks the tenant's row. Every change of a tenant, its members and invitations starts with this lock, so that counts
 * (owners, pending invitations) stay true until the commit. The order of all locks is in `lock-order.ts`.
 */
export async function lockTenant(tx: Transaction, tenantId: string): Promise<void> {
  if (!(await lockTenantRow(tx, tenantId))) throw tenantNotFound();
}
