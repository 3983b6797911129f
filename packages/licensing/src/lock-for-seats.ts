import type { Transaction } from '@org/identity-prisma';

/**
 * Takes the locks of everything that changes seats, always in this order: the tenant (shared; whoever changes its members
 * holds it alone), the member, and last the subscriptions. So no two changes ever wait for each other in a circle.
 */
export async function lockMember(tx: Transaction, tenantId: string, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenantId}::uuid FOR SHARE`;
  await tx.$queryRaw`
    SELECT 1 FROM identity.memberships
    WHERE tenant_id = ${tenantId}::uuid AND user_id = ${userId}::uuid FOR NO KEY UPDATE`;
}

/** The last of these locks: what is free in the tenant's subscriptions of a license stays so until the commit. */
export async function lockSubscriptions(tx: Transaction, tenantId: string, licenseTypeId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM identity.subscriptions
    WHERE tenant_id = ${tenantId}::uuid AND license_type_id = ${licenseTypeId}::uuid
    ORDER BY id FOR NO KEY UPDATE`;
}
