import { createHash } from 'node:crypto';
import type { Adapter, AdapterPayload, InteractionResults } from 'oidc-provider';
import type { Pool } from 'pg';
import { type AccountRow, accountJson } from '../fast-path/grant-user.js';
import { keepForRequest, takeForRequest } from '../fast-path/request-memory.js';
import { run, sqlState, statement } from '../fast-path/statement.js';
import { hashId, isStorable } from '../ids.js';
import { errors } from '../oidc-provider.js';
import { refuseReplay } from './refuse-replay.js';

interface RecordRow extends StoredTimes {
  payload: AdapterPayload;
}

// oidc-provider finds a device code by its user code and then saves it by its id, so the payload must contain the id.
const modelsWithId = new Set(['Client', 'DeviceCode']);

const columns = `r.payload, ${storedTimes('r')}`;
// oidc-provider checks the expiry of these models itself, to respond with a specific error.
const expiryCheckedByProvider = `'DeviceCode', 'BackchannelAuthenticationRequest', 'PreAuthorizedCode', 'PushedAuthorizationRequest'`;
/**
 * How many seconds longer than it is valid a record is kept. A pushed request is used up when its sign-in ends, which may be
 * an hour after it has expired; without its row, a second sign-in with the same request would find nothing used.
 */
const keptLonger: Readonly<Record<string, number>> = { PushedAuthorizationRequest: 2 * 60 * 60 };

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
      const seconds = expiresIn === undefined ? null : expiresIn + (keptLonger[model] ?? 0);
      const values = [hashId(id), model, uid, userCode, grantId, stored, seconds, accountId, hintHash];
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

interface RecordUser {
  readonly accountId: string | null;
  readonly hintHash: Uint8Array<ArrayBuffer> | null;
}

/**
 * Returns the columns by which export and erasure find the records of a user. The account is the one that signs in, or
 * otherwise the one that is already signed in.
 */
function recordUserOf(payload: AdapterPayload): RecordUser {
  const { accountId, result, lastSubmission, session, params } = payload;
  const hint = params?.['login_hint'] ?? pushedHint(payload['request']);
  return {
    accountId: accountId ?? loginOf(result) ?? loginOf(lastSubmission) ?? session?.accountId ?? null,
    hintHash: typeof hint === 'string' ? hashHint(hint) : null,
  };
}

/** The `login_hint` of a pushed request, which oidc-provider stores as an unsigned JWT of its own. */
function pushedHint(request: unknown): unknown {
  if (typeof request !== 'string') return undefined;
  try {
    const claims = Buffer.from(request.split('.', 2)[1] ?? '', 'base64url').toString('utf8');
    return (JSON.parse(claims) as Record<string, unknown> | null)?.['login_hint'];
  } catch {
    return undefined;
  }
}

function loginOf(result: AdapterPayload['result']): string | undefined {
  return result?.login?.accountId;
}

/** Returns the hash of a `login_hint`, for the index. A hint may have any length. */
export function hashHint(hint: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(hint.trim().normalize('NFKC').toLowerCase()).digest());
}

interface LoginRow {
  payload: AdapterPayload;
  account: AccountRow | null;
  epoch: number | null;
}

const ofInteraction = `id_hash = $1 AND model = 'Interaction' AND expires_at > now()`;

// The user of the login is an active one: neither deleted nor disabled.
const findLogin = statement(
  'interaction_login',
  `SELECT r.payload, u.sign_in_epoch AS epoch, CASE WHEN u.id IS NOT NULL THEN ${accountJson} END AS account
   FROM (
     SELECT payload, payload#>>'{result,login,accountId}' AS account_id FROM identity.oidc_records WHERE ${ofInteraction}
   ) r
   LEFT JOIN identity.users u ON u.deleted_at IS NULL AND u.disabled_at IS NULL
     AND u.id = CASE WHEN r.account_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN r.account_id::uuid END`,
);

/**
 * Whether an interaction has a login whose epoch is not the account's: a credential has changed since, or the account is
 * gone. It does not wait for a change in progress. If the login is not stale, oidc-provider needs the interaction and the
 * account next: they are kept for the request of `ctx`.
 */
export async function hasStaleLogin(pool: Pool, uid: string, ctx: object): Promise<boolean> {
  const { rows } = await run<LoginRow>(pool, findLogin, [hashId(uid)]);
  const [row] = rows;
  if (!row) return false;
  const { payload, account, epoch } = row;
  if (isStaleLogin(payload.result?.login, epoch ?? undefined)) return true;
  keepForRequest('Interaction', uid, { ...payload, jti: uid }, ctx);
  if (account) keepForRequest('account', account.id, account, ctx);
  return false;
}

/** A login without an epoch counts as stale, so that a step that forgets the epoch fails closed. */
export function isStaleLogin(login: InteractionResults['login'], current: number | undefined): boolean {
  return login !== undefined && (current === undefined || login['epoch'] !== current);
}

const storeResult = statement(
  'interaction_result',
  `UPDATE identity.oidc_records SET payload = payload || jsonb_build_object('result', $2::jsonb), account_id = $3
   WHERE ${ofInteraction}`,
);

/** Stores the result of an interaction. Returns false if the interaction is over. */
export async function storeInteractionResult(
  pool: Pool,
  interaction: Pick<AdapterPayload, 'session' | 'lastSubmission'> & { uid: string },
  result: InteractionResults,
): Promise<boolean> {
  const { accountId } = recordUserOf({ ...interaction, result });
  return (await run(pool, storeResult, [hashId(interaction.uid), result, accountId])).count > 0;
}

const findOpen = statement(
  'interaction_is_open',
  `SELECT 1 FROM identity.oidc_records r WHERE r.id_hash = $1 AND r.model = 'Interaction' AND r.expires_at > now()
     AND (r.payload->'session'->>'uid' IS NULL OR EXISTS (
       SELECT FROM identity.oidc_sessions s WHERE s.uid = r.payload->'session'->>'uid' AND s.ended_at IS NULL))`,
);

/** Whether a sign-in is still in progress, in any browser. One that began in a session ends with it. */
export async function isInteractionOpen(pool: Pool, uid: string): Promise<boolean> {
  return (await run(pool, findOpen, [hashId(uid)])).count > 0;
}

/** When a row was consumed, and when it expired, in whole seconds. Null if it has not happened. */
export interface StoredTimes {
  consumed: number | null;
  expired: number | null;
}

/** Returns the columns of `StoredTimes`. Times are rounded down: a time in the future would mean that it has not happened. */
export function storedTimes(table: string): string {
  return `floor(extract(epoch FROM ${table}.consumed_at))::float8 AS consumed,
    CASE WHEN ${table}.expires_at <= now() THEN floor(extract(epoch FROM ${table}.expires_at))::float8 END AS expired`;
}

/** Returns the times as fields of the payload, for those that have happened. */
export function timesOf({ consumed, expired }: StoredTimes): { consumed?: number; exp?: number } {
  return {
    ...(consumed === null ? {} : { consumed }),
    // By the database's clock, but never in the future by our own clock: oidc-provider would still accept the token.
    ...(expired === null ? {} : { exp: Math.min(expired, Math.floor(Date.now() / 1000)) }),
  };
}
