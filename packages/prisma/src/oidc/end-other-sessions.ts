import type { Transaction } from '../database.js';
import { queueLogoutNotices } from './logout-notices.js';

// A grant without a session is no part of the one that goes on.
const endOthers = `WITH ending AS (
     SELECT uid, account_id, payload, expires_at FROM identity.oidc_sessions
     WHERE account_id = $1::text AND uid IS DISTINCT FROM $2::text AND ended_at IS NULL
     ORDER BY uid FOR UPDATE
   ), told AS (
     ${queueLogoutNotices}
   ), ended AS (
     UPDATE identity.oidc_sessions s SET ended_at = now(), id_hash = NULL, payload = '{}' FROM ending WHERE s.uid = ending.uid
   )
   UPDATE identity.oidc_grants SET revoked_at = now()
   WHERE account_id = $1::text AND revoked_at IS NULL AND ($2::text IS NULL OR session_uid IS DISTINCT FROM $2::text)`;

/**
 * Ends all sessions of an account but one, with everything issued in them, in the caller's transaction. Where what
 * opens the account changes, `sign_in_epoch` goes up first: its row's lock decides about sign-ins under way.
 */
export async function endOtherSessions(
  tx: Transaction,
  { accountId, except }: { accountId: string; except: string | null },
): Promise<void> {
  await tx.$executeRawUnsafe(endOthers, accountId, except);
}
