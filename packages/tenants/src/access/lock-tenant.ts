import { lockTenantRow, type Transaction } from '@org/identity-prisma';
import { tenantNotFound } from './errors.js';

/**
 * Takes the tenant's row lock. Every change of a tenant, its members and invitations begins with it, so what is then
 * counted (owners, pending invitations) stays true until the commit. The order of all locks is in `lock-order.ts`.
 */
export async function lockTenant(tx: Transaction, tenantId: string): Promise<void> {
  if (!(await lockTenantRow(tx, tenantId))) throw tenantNotFound();
}
