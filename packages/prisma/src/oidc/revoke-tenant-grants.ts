import type { Transaction } from '../database-types.js';
import { passedSecondFactor } from '../fast-path/grant-user.js';
import { Prisma } from '../generated/client.js';

/**
 * Revokes the grants of accounts in a tenant, or without `accountId` those of all accounts, in the caller's transaction. The
 * same statement forgets which clients they used there.
 */
export async function revokeTenantGrants(
  tx: Transaction,
  key: { tenantId: string; accountId?: string | readonly string[] },
): Promise<void> {
  const { tenantId, accountId } = key;
  const ids = accountId === undefined ? undefined : [accountId].flat();
  const ofAccounts = ids ? Prisma.sql`AND account_id = ANY(${ids}::text[])` : Prisma.empty;
  const ofUsers = ids ? Prisma.sql`AND user_id = ANY(${ids}::uuid[])` : Prisma.empty;
  await tx.$executeRaw`
    WITH forgotten AS (DELETE FROM identity.client_uses WHERE tenant_id = ${tenantId}::uuid ${ofUsers})
    UPDATE identity.oidc_grants SET revoked_at = now() WHERE tenant_id = ${tenantId}::uuid AND revoked_at IS NULL ${ofAccounts}`;
}

/** Revokes the grants in a tenant that were made without a second factor, in the caller's transaction. */
export async function revokeOneFactorGrants(tx: Transaction, { tenantId }: { tenantId: string }): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.oidc_grants SET revoked_at = now() WHERE id IN (
      SELECT g.id FROM identity.oidc_grants g LEFT JOIN identity.oidc_sessions s ON s.uid = g.session_uid
      WHERE g.tenant_id = ${tenantId}::uuid AND g.revoked_at IS NULL AND NOT ${Prisma.raw(passedSecondFactor)})`;
}
