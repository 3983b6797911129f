/*
 * Puts our PostgreSQL storage below the adapter of oidc-provider's own tests. The tests look into its Map without
 * waiting (`syncFind`) and change what is in it (`syncUpdate`), so the Map stays as a copy. oidc-provider only reads
 * from ours.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { differenceOf } from './differences.mjs';

const tokens = new Set(['AccessToken', 'AuthorizationCode', 'ClientCredentials', 'RefreshToken']);
const tables = ['oidc_tokens', 'oidc_grants', 'oidc_sessions', 'oidc_records'];
const noClient = 'a token without a client';
const fortnight = 14 * 24 * 60 * 60;
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const now = () => Math.floor(Date.now() / 1000);

/**
 * Replaces the methods of the adapter class of the tests. `adapter` is ours. Returns a function that compares what is
 * stored with the Map, and lists what differs.
 */
export function storeInPostgres(TestAdapter, { pool, adapter, isInRequest }) {
  const { upsert, find, destroy, revokeByGrantId } = TestAdapter.prototype;
  const stores = new Map();
  const storeOf = ({ model }) => stores.get(model) ?? stores.set(model, adapter(model)).get(model);
  // Clients have a table, pages and an API of their own. oidc-provider does not write them.
  const isInMap = ({ model }) => model === 'Client';

  // What was written last, by the key of the Map.
  const known = new Map();
  const jsonOf = (self, id) => JSON.stringify(self.syncFind(id));
  const note = (self, id) => known.set(self.key(id), { self, id, json: jsonOf(self, id) });
  // A device code that was found by its user code has a reference as its id.
  const idsByReference = new Map();
  const idOf = (id) => idsByReference.get(id) ?? id;

  // `login()` of the tests does not wait for the session that it saves, so all that reads waits for it.
  const writes = new Set();
  const write = (action) => {
    const done = action().finally(() => writes.delete(done));
    writes.add(done);
    return done;
  };
  let emptied = Promise.resolve();
  const allWritten = () => Promise.allSettled(writes);

  // Grants that tokens of tests name, but no test has made. Our tokens have a foreign key.
  const planted = new Set();
  async function plantGrant({ grantId, clientId, accountId = 'nobody' }) {
    if (grantId === undefined || isInRequest() || TestAdapter.for('Grant').syncFind(grantId)) return;
    planted.add(grantId);
    // Tests use the id of such a grant again after they have revoked it.
    await pool.query(
      `INSERT INTO identity.oidc_grants (id, client_id, account_id, payload, expires_at)
       VALUES ($1, $2, $3, '{}', now() + interval '14 days') ON CONFLICT (id) DO UPDATE SET revoked_at = NULL`,
      [grantId, clientId, accountId],
    );
  }

  async function save(self, id, payload, expiresIn, before) {
    const ours = storeOf(self);
    await emptied;
    if (tokens.has(self.model)) {
      const token = { clientId: noClient, ...payload };
      await plantGrant(token);
      return ours.upsert(id, token, expiresIn);
    }
    if (self.model === 'Grant') planted.delete(id);
    // Tests use one cookie value for several sessions, one after the other.
    if (self.model === 'Session' && before && before.uid !== payload.uid) await ours.destroy(id);
    if (self.model === 'DeviceCode' && !before) await createDeviceCode(ours, id, payload, expiresIn);
    else await ours.upsert(id, payload, expiresIn);
  }

  /** Codes are created first and decided later. Tests do both at once, and give several codes one user code or none. */
  async function createDeviceCode(ours, id, payload, expiresIn) {
    const { accountId, error, ...undecided } = payload;
    const userCode = sha256(payload.userCode ?? '');
    await pool.query('UPDATE identity.oidc_records SET user_code = NULL WHERE user_code = $1', [userCode]);
    await ours.upsert(id, { ...undecided, inFlight: false }, Math.max(expiresIn, 1));
    if (accountId !== undefined || error !== undefined) await ours.upsert(id, payload, expiresIn);
  }

  // What a test has changed in the Map is written outside of the request that reads it.
  const outside = AsyncLocalStorage.snapshot();
  async function writeChanges(self, id) {
    const payload = id === undefined ? undefined : self.syncFind(id);
    if (payload === undefined || known.get(self.key(id))?.json === JSON.stringify(payload)) return;
    note(self, id);
    const { consumed, ...rest } = payload;
    await outside(async () => {
      // Destroying a grant only marks it.
      if (self.model !== 'Grant') await storeOf(self).destroy(id);
      await save(self, id, rest, rest.exp === undefined ? fortnight : rest.exp - now());
      if (consumed) await storeOf(self).consume(id);
    });
  }

  /** Reads with `action`, after all that was written, and all that a test has changed. */
  async function read(self, id, action) {
    await allWritten();
    const grantId = id === undefined ? undefined : self.syncFind(id)?.grantId;
    await writeChanges(TestAdapter.for('Grant'), grantId);
    await writeChanges(self, id);
    const found = await action(storeOf(self));
    if (found?.clientId === noClient) delete found.clientId;
    return found;
  }

  Object.assign(TestAdapter.prototype, {
    async upsert(id, payload, expiresIn) {
      if (isInMap(this)) return upsert.call(this, id, payload, expiresIn);
      const ownId = idOf(id);
      const before = this.syncFind(ownId);
      const copy = structuredClone(payload);
      if (ownId !== id) copy.jti = ownId;
      await upsert.call(this, ownId, copy, expiresIn);
      note(this, ownId);
      if (this.model === 'DeviceCode') idsByReference.set(`#${sha256(ownId)}`, ownId);
      await write(() => save(this, id, payload, expiresIn, before)).catch((error) => {
        if (before) this.store.set(this.key(ownId), before);
        else this.store.delete(this.key(ownId));
        throw error;
      });
    },
    async find(id) {
      if (isInMap(this)) return find.call(this, id);
      const found = await read(this, idOf(id), (ours) => ours.find(id));
      return this.model === 'Grant' && planted.has(id) ? undefined : found;
    },
    findByUid(uid) {
      return read(this, this.store.get(`sessionUid:${uid}`), (ours) => ours.findByUid(uid));
    },
    findByUserCode(userCode) {
      return read(this, this.store.get(`userCode:${userCode}`), (ours) => ours.findByUserCode(userCode));
    },
    async consume(id) {
      await read(this, idOf(id), (ours) => ours.consume(id));
      const payload = this.syncFind(idOf(id));
      if (payload) payload.consumed = now();
      note(this, idOf(id));
    },
    async destroy(id) {
      await destroy.call(this, idOf(id));
      if (!isInMap(this)) await storeOf(this).destroy(id);
    },
    async revokeByGrantId(grantId) {
      await revokeByGrantId.call(this, grantId);
      await storeOf(this).revokeByGrantId(grantId);
    },
  });

  const { clear } = TestAdapter;
  TestAdapter.clear = () => {
    clear();
    known.clear();
    idsByReference.clear();
    planted.clear();
    emptied = allWritten().then(() => pool.query(tables.map((name) => `DELETE FROM identity.${name}`).join(';')));
  };

  return async function compare() {
    await allWritten();
    const differences = [];
    for (const { self, id, json } of [...known.values()]) {
      const expected = self.syncFind(id);
      // A test has changed it, and nothing has read it since.
      if (expected !== undefined && json !== JSON.stringify(expected)) continue;
      const difference = differenceOf(self.model, expected, await storeOf(self).find(id));
      if (difference) {
        differences.push(`${self.model}: ${difference}`);
        known.delete(self.key(id));
      }
    }
    return differences;
  };
}
