import type { Transaction } from '../database-types.js';
import { passedSecondFactor } from '../fast-path/grant-user.js';
import { Prisma } from '../generated/client.js';

/** Revokes the grants of accounts in a tenant, or without `accountId` those of all accounts, in the caller's transaction. */
export async function revokeTenantGrants(
  tx: Transaction,
  key: { tenantId: string; accountId?: string | readonly string[] },
): Promise<void> {
  const { tenantId, accountId } = key;
  await tx.oidcGrant.updateMany({
    where: { tenantId, revokedAt: null, ...(accountId === undefined ? {} : { accountId: ofAccounts(accountId) }) },
    data: { revokedAt: new Date() },
  });
}

const ofAccounts = (id: string | readonly string[]) => (typeof id === 'string' ? id : { in: [...id] });

/** Revokes the grants in a tenant that were made without a second factor, in the caller's transaction. */
export async function revokeOneFactorGrants(tx: Transaction, { tenantId }: { tenantId: string }): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.oidc_grants SET revoked_at = now() WHERE id IN (
      SELECT g.id FROM identity.oidc_grants g LEFT JOIN identity.oidc_sessions s ON s.uid = g.session_uid
      WHERE g.tenant_id = ${tenantId}::uuid AND g.revoked_at IS NULL AND NOT ${Prisma.raw(passedSecondFactor)})`;
}
