import type { Transaction } from '../database.js';

/** Ends what a person was granted in a tenant (or, without a person, what everybody was), in the caller's transaction. */
export async function revokeTenantGrants(
  tx: Transaction,
  key: { tenantId: string; accountId?: string },
): Promise<void> {
  const { tenantId, accountId } = key;
  await tx.oidcGrant.updateMany({
    where: { tenantId, revokedAt: null, ...(accountId ? { accountId } : {}) },
    data: { revokedAt: new Date() },
  });
}
