import type { Transaction } from '../database-types.js';

/**
 * Revokes all grants and machine tokens of a client, in the caller's transaction. The tables have no index for this: only
 * operators use it, and rarely.
 */
export async function revokeClientGrants(tx: Transaction, clientId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.oidc_grants SET revoked_at = now() WHERE client_id = ${clientId} AND revoked_at IS NULL`;
  // Machine tokens have no grant.
  await tx.$executeRaw`DELETE FROM identity.oidc_tokens WHERE client_id = ${clientId} AND grant_id IS NULL`;
}

/**
 * Revokes all grants of a third-party client, in the caller's transaction. It finds them by the users who have consented, so
 * it can run as often as somebody else's client changes: a third party has no other grants.
 */
export async function revokeConsentedGrants(tx: Transaction, clientId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.oidc_grants SET revoked_at = now()
    WHERE client_id = ${clientId} AND revoked_at IS NULL
      AND account_id IN (SELECT user_id::text FROM identity.consents WHERE client_id = ${clientId})`;
}
