import { ipOf } from '@org/identity-core';
import type { Pool } from 'pg';
import { run, statement } from './statement.js';

// Writes at most once a minute, unless the user agent or the IP has changed: most requests should only read.
const seen = statement(
  'session_seen',
  `UPDATE identity.oidc_sessions SET last_active_at = now(), ip_address = $2, user_agent = $3
   WHERE uid = $1 AND ended_at IS NULL
     AND (last_active_at < now() - interval '1 minute' OR ip_address IS DISTINCT FROM $2 OR user_agent IS DISTINCT FROM $3)`,
);
const active = statement(
  'session_active',
  `UPDATE identity.oidc_sessions SET last_active_at = now()
   WHERE uid = $1 AND ended_at IS NULL AND last_active_at < now() - interval '1 minute'`,
);

/** Stores the IP and user agent of a session's browser, and when it was last active. */
export async function noteBrowser(pool: Pool, session: { uid: string; ip: string; userAgent: string }): Promise<void> {
  const userAgent = session.userAgent.replaceAll('\u0000', '').slice(0, 512);
  await run(pool, seen, [session.uid, ipOf(session.ip).slice(0, 64), userAgent]);
}

/** Stores that a token of the session was used. */
export async function noteUse(pool: Pool, uid: string): Promise<void> {
  await run(pool, active, [uid]);
}
