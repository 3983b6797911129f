import { ipOf } from '@org/identity-core';
import type { Pool } from 'pg';
import { keepForRequest, takeForRequest } from './request-memory.js';
import { run, statement } from './statement.js';

/** How long a session may be unused before the platform asks for a new sign-in. */
export const pauseSeconds = 10 * 60;

/** SQL for the moment at which a session was used again after a pause. The use itself must not hide that there was one. */
export const resumedAt = (session: string) =>
  `CASE WHEN ${session}.last_active_at < now() - interval '${pauseSeconds} seconds' THEN now() ELSE ${session}.resumed_at END`;

/** SQL for the longest pause of a session, with the one that ends now. */
export const longestPause = (session: string) =>
  `greatest(${session}.longest_pause, extract(epoch FROM now() - ${session}.last_active_at)::int)`;

// Writes at most once a minute, unless the user agent or the IP has changed: most requests should only read.
const seen = statement(
  'session_seen',
  `UPDATE identity.oidc_sessions s
   SET last_active_at = now(), resumed_at = ${resumedAt('s')}, longest_pause = ${longestPause('s')},
       ip_address = $2, user_agent = $3
   WHERE uid = $1 AND ended_at IS NULL
     AND (last_active_at < now() - interval '1 minute' OR ip_address IS DISTINCT FROM $2 OR user_agent IS DISTINCT FROM $3)`,
);
const active = statement(
  'session_active',
  `UPDATE identity.oidc_sessions s SET last_active_at = now(), resumed_at = ${resumedAt('s')},
     longest_pause = ${longestPause('s')}
   WHERE uid = $1 AND ended_at IS NULL AND last_active_at < now() - interval '1 minute'`,
);

interface BrowserRequest {
  readonly ip: string;
  get(header: string): string;
}

/** The IP and user agent of a session's browser, as they are stored. */
export function browserOf(ctx: BrowserRequest): { ip: string; userAgent: string } {
  const userAgent = ctx.get('user-agent').replaceAll('\u0000', '').slice(0, 512);
  return { ip: ipOf(ctx.ip).slice(0, 64), userAgent };
}

/** This request of oidc-provider has saved the session, together with its browser. */
export function noteSaved(uid: string): void {
  keepForRequest('browser of session', uid, true);
}

/** Stores the IP and user agent of a session's browser, and when it was last active, unless this request has done so. */
export async function noteBrowser(pool: Pool, uid: string, ctx: BrowserRequest): Promise<void> {
  if (takeForRequest('browser of session', uid, ctx)) return;
  const { ip, userAgent } = browserOf(ctx);
  await run(pool, seen, [uid, ip, userAgent]);
}

/** Stores that a token of the session was used. */
export async function noteUse(pool: Pool, uid: string): Promise<void> {
  await run(pool, active, [uid]);
}
