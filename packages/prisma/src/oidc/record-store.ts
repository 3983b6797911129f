import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { takeForRequest } from '../fast-path/request-memory.js';
import { run, sqlState, statement } from '../fast-path/statement.js';
import { hashId, isStorable } from '../hash.js';
import { errors } from '../oidc-provider.js';
import { recordUserOf } from './record-user.js';
import { refuseReplay } from './refuse-replay.js';
import { type StoredTimes, storedTimes, timesOf } from './stored-times.js';

interface RecordRow extends StoredTimes {
  payload: AdapterPayload;
}

// oidc-provider finds a device code by its user code and then saves it by its id, so the payload must contain the id.
const modelsWithId = new Set(['Client', 'DeviceCode']);

const columns = `r.payload, ${storedTimes('r')}`;
// oidc-provider checks the expiry of these models itself, to respond with a specific error.
const expiryCheckedByProvider = `'DeviceCode', 'BackchannelAuthenticationRequest', 'PreAuthorizedCode', 'PushedAuthorizationRequest'`;
const notExpired = `(r.expires_at IS NULL OR r.expires_at > now() OR r.model IN (${expiryCheckedByProvider}))`;

const upsert = statement(
  'record_upsert',
  `INSERT INTO identity.oidc_records (id_hash, model, uid, user_code, grant_id, payload, expires_at, account_id, hint_hash)
   VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8, $9)
   ON CONFLICT (id_hash, model) DO UPDATE
     SET uid = excluded.uid, user_code = excluded.user_code, grant_id = excluded.grant_id,
         payload = excluded.payload, expires_at = excluded.expires_at,
         account_id = excluded.account_id, hint_hash = excluded.hint_hash`,
);
const find = statement(
  'record_find',
  `SELECT ${columns} FROM identity.oidc_records r WHERE r.id_hash = $1 AND r.model = $2 AND ${notExpired}`,
);
const findByUid = statement(
  'record_find_by_uid',
  `SELECT ${columns} FROM identity.oidc_records r WHERE r.uid = $1 AND r.model = $2 AND ${notExpired}`,
);
const findByUserCode = statement(
  'record_find_by_user_code',
  `SELECT ${columns} FROM identity.oidc_records r WHERE r.user_code = $1 AND r.model = $2 AND ${notExpired}`,
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

const freeUserCode = statement(
  'record_free_user_code',
  'DELETE FROM identity.oidc_records WHERE user_code = $1 AND expires_at <= now()',
);

function refuseTakenCode(error: unknown): never {
  if (sqlState(error) === '23505') throw new errors.TemporarilyUnavailable('no user code is free, try again');
  throw error;
}

/** Stores the remaining models of oidc-provider: interactions, replay detection, device codes, pushed requests, … */
export function recordStore(pool: Pool, model: string): Adapter {
  const keepsId = modelsWithId.has(model);
  const read = async (by: typeof find, key: unknown, id?: string): Promise<AdapterPayload | undefined> => {
    const { rows } = await run<RecordRow>(pool, by, [key, model]);
    const row = rows[0];
    if (!row) return undefined;
    return {
      ...row.payload,
      ...(keepsId || id === undefined ? {} : { jti: id }),
      ...timesOf(row),
    };
  };
  return {
    async upsert(id, payload, expiresIn) {
      const { uid = null, userCode = null, grantId = null } = payload;
      const { jti: _secret, ...rest } = payload;
      const stored = withoutCookie(keepsId ? payload : rest);
      const { accountId, hintHash } = recordUserOf(payload);
      const values = [hashId(id), model, uid, userCode, grantId, stored, expiresIn ?? null, accountId, hintHash];
      const save = () => run(pool, upsert, values);
      await save().catch(async (error) => {
        if (sqlState(error) !== '23505') throw error;
        // Another device has the same user code. If that one has expired, it can be deleted.
        await run(pool, freeUserCode, [userCode]);
        await save().catch(refuseTakenCode);
      });
    },
    async find(id) {
      return takeForRequest<AdapterPayload>(model, id) ?? read(find, hashId(id), id);
    },
    findByUid: (uid) => (isStorable(uid) ? read(findByUid, uid) : Promise.resolve(undefined)),
    findByUserCode: (userCode) => (isStorable(userCode) ? read(findByUserCode, userCode) : Promise.resolve(undefined)),
    async consume(id) {
      const { count } = await run(pool, consume, [hashId(id), model]);
      if (count === 0) await refuseReplay(pool, 'oidc_records', [hashId(id), model]);
    },
    async destroy(id) {
      await run(pool, destroy, [hashId(id), model]);
    },
    async revokeByGrantId(grantId) {
      await run(pool, revokeByGrant, [grantId, model]);
    },
  };
}

/** Removes the cookie value that oidc-provider adds to an interaction. Nothing reads it: the session is found by its uid. */
function withoutCookie(payload: AdapterPayload): AdapterPayload {
  if (!payload.session) return payload;
  const { cookie: _secret, ...session } = payload.session;
  return { ...payload, session: session as NonNullable<AdapterPayload['session']> };
}
