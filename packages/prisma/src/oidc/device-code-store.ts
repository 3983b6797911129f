import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { run, sqlState, statement } from '../fast-path/statement.js';
import { hashId } from '../ids.js';
import { errors, Provider } from '../oidc-provider.js';
import { writeHeldGrant } from './grant-store.js';
import { recordStore, type StoredTimes, storedTimes, timesOf } from './record-store.js';

interface DeviceRow extends StoredTimes {
  idHash: Buffer;
  payload: AdapterPayload;
}

const columns = `r.id_hash AS "idHash", r.payload, ${storedTimes('r')}`;
const isDeviceCode = `model = 'DeviceCode'`;

const insert = statement(
  'device_code_insert',
  `INSERT INTO identity.oidc_records (id_hash, model, user_code, payload, expires_at)
   VALUES ($1, 'DeviceCode', $2, $3, now() + make_interval(secs => $4))`,
);
const freeUserCode = statement(
  'device_code_free_user_code',
  `DELETE FROM identity.oidc_records WHERE user_code = $1 AND ${isDeviceCode} AND expires_at <= now()`,
);
const find = statement(
  'device_code_find',
  `SELECT ${columns} FROM identity.oidc_records r WHERE id_hash = $1 AND ${isDeviceCode}`,
);
const findByUserCode = statement(
  'device_code_find_by_user_code',
  `SELECT ${columns} FROM identity.oidc_records r WHERE user_code = $1 AND ${isDeviceCode}`,
);

// A code is decided once: by the first user who allows or denies it, before it expires. The rest of the payload, such as the
// time of the last poll, stays.
const decide = statement(
  'device_code_decide',
  `UPDATE identity.oidc_records SET payload = payload || $2::jsonb, grant_id = $3, account_id = $4
   WHERE id_hash = $1 AND ${isDeviceCode} AND consumed_at IS NULL AND expires_at > now()
     AND NOT payload ?| ARRAY['accountId', 'error']`,
);

/** Marks the id of a code that was found by its user code. Device codes of clients never contain this sign. */
const reference = '#';

/** The hash of an id. A reference is only for the pages of the user: with one, nobody gets tokens. */
function hashOf(id: string): Buffer | undefined {
  if (!id.startsWith(reference)) return hashId(id);
  const isToken = Provider.ctx?.oidc?.route === 'token';
  return isToken || !/^#[0-9a-f]{64}$/u.test(id) ? undefined : Buffer.from(id.slice(1), 'hex');
}

/** User codes are stored as hashes, like device codes. */
const storedUserCode = (userCode: string) => hashId(userCode).toString('hex');

/**
 * Stores device codes and their user codes as hashes. Was: oidc-provider finds a code by its user code and saves it by its id,
 * so that both are stored in plain text, and the last of two users who allow one code wins. Here a code that was found by its
 * user code has a reference as its id, and the first decision counts.
 */
export function deviceCodeStore(pool: Pool): Adapter {
  const records = recordStore(pool, 'DeviceCode');

  async function create(id: string, payload: AdapterPayload, expiresIn: number | undefined): Promise<void> {
    const { jti: _secret, userCode = '', ...stored } = payload;
    const code = storedUserCode(userCode);
    const save = () => run(pool, insert, [hashId(id), code, stored, expiresIn]);
    await save().catch(async (error: unknown) => {
      if (sqlState(error) !== '23505') throw error;
      // Another device has the same user code. If that one has expired, it can be deleted.
      await run(pool, freeUserCode, [code]);
      await save().catch(refuseTakenCode);
    });
  }

  async function settle(id: string, payload: AdapterPayload): Promise<void> {
    const { jti: _secret, userCode: _code, inFlight: _inFlight, exp: _exp, ...decided } = payload;
    const { grantId = null, accountId = null } = payload;
    const idHash = hashOf(id);
    if (accountId !== null) await writeHeldGrant(pool);
    const { count } = idHash ? await run(pool, decide, [idHash, decided, grantId, accountId]) : { count: 0 };
    if (count === 0) throw new errors.InvalidRequest('the code has been used or has expired');
  }

  return {
    ...records,
    async upsert(id, payload, expiresIn) {
      if (payload.accountId !== undefined || payload['error'] !== undefined) return settle(id, payload);
      // Was: a code that somebody has typed in cannot be typed in again. The user may have closed the page.
      if (payload.inFlight === true) return;
      await create(id, payload, expiresIn);
    },
    async find(id) {
      const idHash = hashOf(id);
      const { rows } = idHash ? await run<DeviceRow>(pool, find, [idHash]) : { rows: [] };
      return rows[0] && { ...rows[0].payload, jti: id, ...timesOf(rows[0]) };
    },
    async findByUserCode(userCode) {
      const { rows } = await run<DeviceRow>(pool, findByUserCode, [storedUserCode(userCode)]);
      const [row] = rows;
      return row && { ...row.payload, userCode, jti: `${reference}${row.idHash.toString('hex')}`, ...timesOf(row) };
    },
  };
}

function refuseTakenCode(error: unknown): never {
  if (sqlState(error) === '23505') throw new errors.TemporarilyUnavailable('no user code is free, try again');
  throw error;
}

const isOfUserCode = statement(
  'device_code_is_of_user_code',
  `SELECT 1 FROM identity.oidc_records WHERE id_hash = $1 AND user_code = $2 AND ${isDeviceCode} AND expires_at > now()`,
);

/** Whether a code, as the pages know it, has this user code and has not expired. */
export async function hasUserCode(pool: Pool, id: string, userCode: string): Promise<boolean> {
  const idHash = hashOf(id);
  return idHash !== undefined && (await run(pool, isOfUserCode, [idHash, storedUserCode(userCode)])).count > 0;
}

// The time of the database: the clocks of the processes may differ. RFC 8628, section 3.5: each `slow_down` adds five seconds.
const second = 'extract(epoch FROM now())';
const interval = `coalesce((payload->>'interval')::int, $2)`;
const isEarly = `coalesce(${second} - (payload->>'polledAt')::float8 < ${interval}, false)`;
const poll = statement(
  'device_code_poll',
  `UPDATE identity.oidc_records SET payload = payload || jsonb_build_object('polledAt', ${second}, 'early', ${isEarly},
     'interval', least(${interval} + CASE WHEN ${isEarly} THEN 5 ELSE 0 END, 60))
   WHERE id_hash = $1 AND ${isDeviceCode} RETURNING (payload->>'early')::boolean AS early`,
);

/** How many seconds a device waits between two polls. */
export const pollSeconds = 5;

/** Notes that a device asks for its tokens. Returns whether it asks too often. */
export async function pollsTooOften(pool: Pool, deviceCode: string): Promise<boolean> {
  const { rows } = await run<{ early: boolean }>(pool, poll, [hashId(deviceCode), pollSeconds]);
  return rows[0]?.early ?? false;
}
