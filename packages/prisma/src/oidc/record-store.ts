import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Pool } from 'pg';
import { run, statement } from '../statement.js';
import { hashId, isStorable } from './hash.js';

interface RecordRow {
  payload: AdapterPayload;
  consumed: number | null;
}

// The library finds a device code by its user code and then saves it by its id, which must be readable for that.
const foundOtherwise = new Set(['DeviceCode']);

const columns = 'payload, extract(epoch FROM consumed_at)::int AS consumed';
const alive = '(expires_at IS NULL OR expires_at > now())';

const upsert = statement(
  'record_upsert',
  `INSERT INTO identity.oidc_records (id_hash, model, uid, user_code, grant_id, payload, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
   ON CONFLICT (id_hash, model) DO UPDATE
     SET uid = excluded.uid, user_code = excluded.user_code, grant_id = excluded.grant_id,
         payload = excluded.payload, expires_at = excluded.expires_at`,
);
const find = statement(
  'record_find',
  `SELECT ${columns} FROM identity.oidc_records WHERE id_hash = $1 AND model = $2 AND ${alive}`,
);
const findByUid = statement(
  'record_find_by_uid',
  `SELECT ${columns} FROM identity.oidc_records WHERE uid = $1 AND model = $2 AND ${alive}`,
);
const findByUserCode = statement(
  'record_find_by_user_code',
  `SELECT ${columns} FROM identity.oidc_records WHERE user_code = $1 AND model = $2 AND ${alive}`,
);
const consume = statement(
  'record_consume',
  'UPDATE identity.oidc_records SET consumed_at = now() WHERE id_hash = $1 AND model = $2 AND consumed_at IS NULL',
);
const destroy = statement('record_destroy', 'DELETE FROM identity.oidc_records WHERE id_hash = $1 AND model = $2');
const revokeByGrant = statement(
  'record_revoke_by_grant',
  'DELETE FROM identity.oidc_records WHERE grant_id = $1 AND model = $2',
);

/** Stores every other model of oidc-provider: interactions, replay marks, device codes, pushed requests, … */
export function recordStore(pool: Pool, model: string): Adapter {
  const keepsId = model === 'Client' || foundOtherwise.has(model);
  const read = async (by: typeof find, key: unknown, id?: string): Promise<AdapterPayload | undefined> => {
    const { rows } = await run<RecordRow>(pool, by, [key, model]);
    const row = rows[0];
    if (!row) return undefined;
    return {
      ...row.payload,
      ...(keepsId || id === undefined ? {} : { jti: id }),
      ...(row.consumed === null ? {} : { consumed: row.consumed }),
    };
  };
  return {
    async upsert(id, payload, expiresIn) {
      const { uid = null, userCode = null, grantId = null } = payload;
      const { jti: _secret, ...rest } = payload;
      const stored = withoutCookie(keepsId ? payload : rest);
      const values = [hashId(id), model, uid, userCode, grantId, stored, expiresIn ?? null];
      await run(pool, upsert, values);
    },
    find: (id) => read(find, hashId(id), id),
    findByUid: (uid) => (isStorable(uid) ? read(findByUid, uid) : Promise.resolve(undefined)),
    findByUserCode: (userCode) => (isStorable(userCode) ? read(findByUserCode, userCode) : Promise.resolve(undefined)),
    async consume(id) {
      const { count } = await run(pool, consume, [hashId(id), model]);
      if (count === 0) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await run(pool, destroy, [hashId(id), model]);
    },
    async revokeByGrantId(grantId) {
      await run(pool, revokeByGrant, [grantId, model]);
    },
  };
}

/** An interaction names its session by uid; the cookie's value the library adds is never read again. */
function withoutCookie(payload: AdapterPayload): AdapterPayload {
  if (!payload.session) return payload;
  const { cookie: _secret, ...session } = payload.session;
  return { ...payload, session: session as NonNullable<AdapterPayload['session']> };
}
