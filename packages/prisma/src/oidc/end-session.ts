import type { Pool, PoolClient } from 'pg';
import type { Transaction } from '../database.js';
import { run, statement } from '../fast-path/statement.js';
import { queueLogoutNotices } from './logout-notices.js';

// One statement, so a session never ends without its tokens, nor without its clients being told. The marker row
// refuses a request that is still under way and would write the session back; it may go once every token of it has
// expired. `ended` looks at `ending` to come after its lock.
const end = statement(
  'session_end',
  `WITH ending AS (
     SELECT account_id, payload, expires_at FROM identity.oidc_sessions
     WHERE uid = $1::text AND ended_at IS NULL FOR UPDATE
   ), told AS (
     ${queueLogoutNotices}
   ), ended AS (
     INSERT INTO identity.oidc_sessions (uid, payload, expires_at, ended_at)
     SELECT $1::text, '{}', now() + interval '1 day', now() FROM (SELECT count(*) FROM ending) looked
     ON CONFLICT (uid) DO UPDATE SET id_hash = NULL, payload = '{}', ended_at = now(), expires_at = excluded.expires_at
   )
   UPDATE identity.oidc_grants SET revoked_at = now() WHERE session_uid = $1::text AND revoked_at IS NULL`,
);

/** Ends a browser session and everything issued in it, refresh tokens for offline use included. */
export async function endSession(on: Pool | PoolClient | Transaction, uid: string): Promise<void> {
  if ('$executeRawUnsafe' in on) await on.$executeRawUnsafe(end.text, uid);
  else await run(on, end, [uid]);
}
