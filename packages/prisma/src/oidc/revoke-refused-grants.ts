import type { Transaction } from '../database-types.js';
import { mayUseClient } from '../fast-path/allowed-clients.js';
import { Prisma } from '../generated/client.js';

/** Revokes the grants in a tenant of clients that it does not allow, or of one of them, in the caller's transaction. */
export async function revokeRefusedGrants(
  tx: Transaction,
  { tenantId, clientId }: { tenantId: string; clientId?: string },
): Promise<void> {
  const ofClient = clientId === undefined ? Prisma.empty : Prisma.sql`AND g.client_id = ${clientId}`;
  await tx.$executeRaw`
    UPDATE identity.oidc_grants g SET revoked_at = now() FROM identity.tenants tenant
    WHERE tenant.id = ${tenantId}::uuid AND tenant.closing_at IS NULL AND g.tenant_id = tenant.id ${ofClient}
      AND g.revoked_at IS NULL AND NOT (${Prisma.raw(mayUseClient('tenant', 'g.client_id'))})`;
}

/** Revokes the grants of a user for a client, in all sessions and tenants, in the caller's transaction. */
export async function revokeUserClientGrants(
  tx: Transaction,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<void> {
  await tx.oidcGrant.updateMany({
    where: { accountId: userId, clientId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
}
