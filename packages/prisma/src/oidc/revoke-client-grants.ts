import type { Transaction } from '../database.js';

/**
 * Ends everything that was issued to a client, in the caller's transaction. The tables have no index for it: this is done
 * by operators, rarely, and reads them once.
 */
export async function revokeClientGrants(tx: Transaction, clientId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.oidc_grants SET revoked_at = now() WHERE client_id = ${clientId} AND revoked_at IS NULL`;
  // Tokens of machines have no grant.
  await tx.$executeRaw`DELETE FROM identity.oidc_tokens WHERE client_id = ${clientId} AND grant_id IS NULL`;
}
