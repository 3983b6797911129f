import type { Transaction } from '../database-types.js';
import { queueLogoutNotices } from './logout-notices.js';

/** How many sessions, or grants, one statement reads. */
const batch = 2_000;

// Sessions and grants of older versions name the tenant only: they count if their user is linked to the connection.
const cameBy = (row: string) => `CASE WHEN ${row}.payload->>'connectionId' IS NOT NULL
    THEN ${row}.payload->>'connectionId' = $2::text
    ELSE EXISTS (SELECT FROM identity.connection_links l WHERE l.connection_id = $2::uuid AND l.user_id =
      CASE WHEN ${row}.account_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN ${row}.account_id::uuid END) END`;

// In the order of the index on `via`. The rows are locked in the same order by all.
const endSessions = `WITH seen AS (
     SELECT uid FROM identity.oidc_sessions
     WHERE payload->>'via' = $1::text AND ended_at IS NULL AND uid > $3::text ORDER BY uid LIMIT ${batch}
   ), ending AS (
     SELECT s.uid, s.account_id, s.payload, s.expires_at FROM identity.oidc_sessions s
     WHERE s.uid IN (SELECT uid FROM seen) AND s.ended_at IS NULL AND s.payload->>'via' = $1::text AND ${cameBy('s')}
     ORDER BY s.uid FOR UPDATE
   ), told AS (
     ${queueLogoutNotices}
   ), ended AS (
     UPDATE identity.oidc_sessions s SET ended_at = now(), id_hash = NULL, payload = '{}' FROM ending WHERE s.uid = ending.uid
   ), revoked AS (
     UPDATE identity.oidc_grants g SET revoked_at = now() FROM ending WHERE g.session_uid = ending.uid AND g.revoked_at IS NULL
   )
   SELECT (SELECT max(uid) FROM seen) AS last, (SELECT count(*)::int FROM seen) AS seen,
     ARRAY(SELECT account_id FROM ending WHERE expires_at > now()) AS "userIds"`;

// A user may have signed in again in the same session with a password: then only the grants still say how they began.
const revokeGrants = `WITH seen AS (
     SELECT id, account_id, payload FROM identity.oidc_grants
     WHERE tenant_id = $1::uuid AND revoked_at IS NULL AND (account_id, id) > ($3::text, $4::text)
     ORDER BY account_id, id LIMIT ${batch}
   ), revoked AS (
     UPDATE identity.oidc_grants g SET revoked_at = now() FROM seen
     WHERE g.id = seen.id AND seen.payload->>'via' = $1::text AND ${cameBy('seen')}
   )
   SELECT id, account_id AS "userId" FROM seen ORDER BY account_id DESC, id DESC LIMIT 1`;

interface Key {
  readonly tenantId: string;
  readonly connectionId: string;
}

/**
 * Ends the sessions that came by a connection, with their grants and tokens, in the caller's transaction and in batches. Calls
 * `onEnded` with the users of each batch, one entry for each session. Stop the connection in the same transaction before:
 * `isConnectionEnded` then finds it for sign-ins that write their session at this moment.
 */
export async function endConnectionSessions(
  tx: Transaction,
  { tenantId, connectionId }: Key,
  onEnded: (userIds: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const [read] = await tx.$queryRawUnsafe<{ last: string | null; seen: number; userIds: string[] }[]>(
      endSessions,
      tenantId,
      connectionId,
      after,
    );
    if (read && read.userIds.length > 0) await onEnded(read.userIds);
    if (!read?.last || read.seen < batch) break;
    after = read.last;
  }
  for (let [account, id] = ['', '']; ; ) {
    const key = [tenantId, connectionId, account, id];
    const [last] = await tx.$queryRawUnsafe<{ id: string; userId: string }[]>(revokeGrants, ...key);
    if (!last) break;
    [account, id] = [last.userId, last.id];
  }
}

// The link is gone already, or leads to another subject: what names no connection came by it as well.
const cameByLink = (row: string) =>
  `${row}.payload->>'via' = $1::text AND coalesce(${row}.payload->>'connectionId', $2::text) = $2::text`;

const endSessionsOfUser = `WITH ending AS (
     SELECT s.uid, s.account_id, s.payload, s.expires_at FROM identity.oidc_sessions s
     WHERE s.account_id = $3::text AND s.uid <> $4::text AND s.ended_at IS NULL AND ${cameByLink('s')} ORDER BY s.uid FOR UPDATE
   ), told AS (
     ${queueLogoutNotices}
   ), ended AS (
     UPDATE identity.oidc_sessions s SET ended_at = now(), id_hash = NULL, payload = '{}' FROM ending WHERE s.uid = ending.uid
   ), revoked AS (
     UPDATE identity.oidc_grants g SET revoked_at = now() FROM ending WHERE g.session_uid = ending.uid AND g.revoked_at IS NULL
   )
   SELECT count(*)::int AS ended FROM ending WHERE expires_at > now()`;

const revokeGrantsOfUser = `UPDATE identity.oidc_grants g SET revoked_at = now()
   WHERE g.account_id = $3::text AND g.session_uid IS DISTINCT FROM $4::text AND g.revoked_at IS NULL AND ${cameByLink('g')}`;

interface UserKey extends Key {
  readonly userId: string;
  /** The uid of a session that goes on. */
  readonly kept?: string | undefined;
}

/**
 * The same for one user of a connection, whose link was deleted or replaced before in the same transaction. Returns how many
 * sessions have ended.
 */
export async function endUserConnectionSessions(
  tx: Transaction,
  { tenantId, connectionId, userId, kept = '' }: UserKey,
): Promise<number> {
  const key = [tenantId, connectionId, userId, kept];
  const [read] = await tx.$queryRawUnsafe<{ ended: number }[]>(endSessionsOfUser, ...key);
  await tx.$executeRawUnsafe(revokeGrantsOfUser, ...key);
  return read?.ended ?? 0;
}
