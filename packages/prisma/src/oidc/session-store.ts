import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { keepForRequest, takeForRequest } from '../fast-path/request-memory.js';
import { browserOf, longestPause, noteSaved, resumedAt } from '../fast-path/session-use.js';
import { run, statement } from '../fast-path/statement.js';
import { hashId, isStorable, uuidV7 } from '../ids.js';
import { errors, Provider } from '../oidc-provider.js';

interface SessionRow {
  payload: AdapterPayload;
  pauseSeconds: number;
}

const upsert = statement(
  'session_upsert',
  `INSERT INTO identity.oidc_sessions AS s
     (uid, id_hash, account_id, payload, expires_at, public_id, ip_address, user_agent)
   VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), $6, $7, $8)
   ON CONFLICT (uid) DO UPDATE
     SET id_hash = excluded.id_hash, account_id = excluded.account_id,
         payload = excluded.payload, expires_at = excluded.expires_at, last_active_at = now(),
         resumed_at = ${resumedAt('s')},
         longest_pause = CASE WHEN excluded.payload->'loginTs' = s.payload->'loginTs' THEN ${longestPause('s')} ELSE 0 END,
         ip_address = coalesce(excluded.ip_address, s.ip_address), user_agent = coalesce(excluded.user_agent, s.user_agent)
     WHERE s.ended_at IS NULL`,
);

const find = statement(
  'session_find',
  `SELECT payload, ${longestPause('s')} AS "pauseSeconds" FROM identity.oidc_sessions s
   WHERE id_hash = $1 AND ended_at IS NULL AND expires_at > now()`,
);

const findByUid = statement(
  'session_find_by_uid',
  `SELECT payload FROM identity.oidc_sessions
   WHERE uid = $1 AND id_hash IS NOT NULL AND ended_at IS NULL AND expires_at > now()`,
);

// Keeps the row, so that the session can also be ended between the old cookie value and the new one.
const destroy = statement(
  'session_destroy',
  'UPDATE identity.oidc_sessions SET id_hash = NULL WHERE id_hash = $1 AND ended_at IS NULL',
);

const longestPauseOf = 'pause of session';

/** The longest pause of the session, in seconds, until this request; undefined if this request has not read it. */
export function takePause(uid: string): number | undefined {
  return takeForRequest(longestPauseOf, uid);
}

/** Stores browser sessions by the hash of the cookie value. An ended session cannot be written back. */
export function sessionStore(pool: Pool): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      const { jti: _secret, ...stored } = payload;
      const { ctx } = Provider;
      const { ip, userAgent } = ctx ? browserOf(ctx) : { ip: null, userAgent: null };
      const { uid, accountId = null } = payload;
      const values = [uid, hashId(id), accountId, stored, expiresIn, uuidV7(), ip, userAgent];
      const { count } = await run(pool, upsert, values);
      if (count === 0) throw new errors.SessionNotFound('the session has ended');
      if (uid) noteSaved(uid);
    },
    async find(id) {
      const { rows } = await run<SessionRow>(pool, find, [hashId(id)]);
      const [row] = rows;
      // The policy of a tenant asks for it, after this request has stored its own use.
      if (row?.payload.uid) keepForRequest(longestPauseOf, row.payload.uid, row.pauseSeconds);
      return row && { ...row.payload, jti: id };
    },
    async findByUid(uid) {
      if (!isStorable(uid)) return undefined;
      const { rows } = await run<SessionRow>(pool, findByUid, [uid]);
      return rows[0]?.payload;
    },
    // oidc-provider calls this for the old cookie value when a session gets a new one. `endSession` ends a session.
    async destroy(id) {
      await run(pool, destroy, [hashId(id)]);
    },
    consume: () => Promise.resolve(),
    revokeByGrantId: () => Promise.resolve(),
    findByUserCode: () => Promise.resolve(undefined),
  };
}
