import type { Transaction } from '@org/identity-prisma';
import { tenantNotFound } from './errors.js';

/**
 * Takes the tenant's row lock. Everything that changes who belongs to a tenant begins with it, so what is
 * then counted (owners, pending invitations) stays true until the commit.
 */
export async function lockTenant(tx: Transaction, tenantId: string): Promise<void> {
  // NO KEY: rows that merely refer to the tenant can still be written.
  const rows = await tx.$queryRaw<
    unknown[]
  >`SELECT 1 FROM identity.tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
  if (rows.length === 0) throw tenantNotFound();
}

/** Takes the locks of several tenants, always in the same order, so that two who need the same ones never wait for each other. */
export async function lockTenants(tx: Transaction, tenantIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM identity.tenants WHERE id = ANY(${tenantIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}
