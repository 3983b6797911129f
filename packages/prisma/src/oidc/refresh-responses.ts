import type { Pool } from 'pg';
import { isClientAllowed } from '../fast-path/allowed-clients.js';
import { grantUserJoins, isInTenant } from '../fast-path/grant-user.js';
import { run, statement } from '../fast-path/statement.js';
import { hashId } from '../ids.js';

// The response may be repeated only while the grant, session, user, membership and client are still valid.
const find = statement(
  'refresh_answer_find',
  `SELECT a.sealed FROM identity.refresh_answers a
   JOIN identity.oidc_tokens t ON t.id_hash = a.id_hash AND t.kind = 'RefreshToken'
   JOIN identity.oidc_grants g ON g.id = t.grant_id
   LEFT JOIN identity.oidc_sessions s ON s.uid = g.session_uid
   ${grantUserJoins}
   WHERE a.id_hash = $1 AND a.expires_at > now() AND t.client_id = $2
     AND g.revoked_at IS NULL AND g.expires_at > now() AND s.ended_at IS NULL
     AND u.id IS NOT NULL AND ${isInTenant} AND ${isClientAllowed}`,
);

/**
 * Returns the stored response to the first use of a refresh token by this client. Returns undefined if there is none, or if
 * the grace period is over.
 */
export async function findRefreshResponse(
  pool: Pool,
  { refreshToken, clientId }: { refreshToken: string; clientId: string },
): Promise<Uint8Array | undefined> {
  const { rows } = await run<{ sealed: Uint8Array }>(pool, find, [hashId(refreshToken), clientId]);
  return rows[0]?.sealed;
}
