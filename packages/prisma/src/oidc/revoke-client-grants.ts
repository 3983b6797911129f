import type { Transaction } from '../database-types.js';

/**
 * Revokes all grants and machine tokens of a client, in the caller's transaction. The tables have no index for this: only
 * operators use it, and rarely.
 */
export async function revokeClientGrants(tx: Transaction, clientId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.oidc_grants SET revoked_at = now() WHERE client_id = ${clientId} AND revoked_at IS NULL`;
  // Machine tokens have no grant, and those that the client got in an exchange belong to the grants of others.
  await tx.$executeRaw`
    DELETE FROM identity.oidc_tokens
    WHERE client_id = ${clientId} AND (grant_id IS NULL OR cardinality(subject_hashes) > 0)`;
}
