import type { Pool, PoolClient } from 'pg';
import type { Transaction } from '../database-types.js';
import { run, statement } from '../fast-path/statement.js';
import { queueLogoutNotices } from './logout-notices.js';
import { sessionTenants } from './session-tenants.js';

// One statement, so that a session never ends without its tokens and its logout notices. The row stays as a marker, so
// that a request in flight cannot write the session back. It can be deleted when every token of the session has expired.
// `ended` reads `ending`, so that it runs after the lock.
const end = statement(
  'session_end',
  `WITH ending AS (
     SELECT uid, account_id, payload, expires_at FROM identity.oidc_sessions
     WHERE uid = $1::text AND ended_at IS NULL FOR UPDATE
   ), told AS (
     ${queueLogoutNotices}
   ), ended AS (
     INSERT INTO identity.oidc_sessions (uid, payload, expires_at, ended_at)
     SELECT $1::text, '{}', now() + interval '1 day', now() FROM (SELECT count(*) FROM ending) looked
     ON CONFLICT (uid) DO UPDATE SET id_hash = NULL, payload = '{}', ended_at = now(), expires_at = excluded.expires_at
   ), revoked AS (
     UPDATE identity.oidc_grants SET revoked_at = now() WHERE session_uid = $1::text AND revoked_at IS NULL
   )
   SELECT account_id AS "userId", ARRAY(${sessionTenants}) AS "endedIn" FROM ending`,
);

/** A session that has ended. */
export interface EndedSession {
  readonly userId: string;
  /** The tenants that it had tokens for. */
  readonly endedIn: readonly string[];
}

interface EndedRow {
  userId: string | null;
  endedIn: string[];
}

/**
 * Ends a browser session with all its grants and tokens, including refresh tokens for offline access. Returns the user who was
 * signed in; undefined if there was none or the session had ended before.
 */
export async function endSession(on: Pool | PoolClient | Transaction, uid: string): Promise<EndedSession | undefined> {
  const rows =
    '$queryRawUnsafe' in on
      ? await on.$queryRawUnsafe<EndedRow[]>(end.text, uid)
      : (await run<EndedRow & Record<string, unknown>>(on, end, [uid])).rows;
  const [{ userId = null, endedIn = [] } = {}] = rows;
  return userId === null ? undefined : { userId, endedIn };
}
