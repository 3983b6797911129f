import type { Transaction } from '../database-types.js';
import { queueLogoutNotices } from './logout-notices.js';
import { sessionTenants } from './session-tenants.js';

// Also revokes grants without a session: they do not belong to the session that stays.
const endOthers = `WITH ending AS (
     SELECT uid, account_id, payload, expires_at FROM identity.oidc_sessions
     WHERE account_id = $1::text AND uid IS DISTINCT FROM $2::text AND ended_at IS NULL
     ORDER BY uid FOR UPDATE
   ), told AS (
     ${queueLogoutNotices}
   ), ended AS (
     UPDATE identity.oidc_sessions s SET ended_at = now(), id_hash = NULL, payload = '{}' FROM ending WHERE s.uid = ending.uid
   ), revoked AS (
     UPDATE identity.oidc_grants SET revoked_at = now()
     WHERE account_id = $1::text AND revoked_at IS NULL AND ($2::text IS NULL OR session_uid IS DISTINCT FROM $2::text)
   )
   ${sessionTenants}`;

/**
 * Ends all sessions of an account except one, with all their grants and tokens, in the caller's transaction. If the password
 * or a second factor changes, increase `sign_in_epoch` first: the lock on the user's row also stops sign-ins in progress.
 * Returns the tenants that learn of it (see `AlsoEnds`), one entry for each session and tenant.
 */
export async function endOtherSessions(
  tx: Transaction,
  { accountId, except }: { accountId: string; except: string | null },
): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ tenantId: string }[]>(endOthers, accountId, except);
  return rows.map(({ tenantId }) => tenantId);
}
