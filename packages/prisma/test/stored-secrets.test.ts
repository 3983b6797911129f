import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { createOidcAdapter } from '../src/index.js';
import { models, newId, payloadOf } from './support/models.js';
import { rowAsText, saveGrant, saveSession } from './support/store.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);

for (const model of models.filter(({ secretId }) => secretId)) {
  test(`${model.name}: the id is in the database by its hash only`, async (t) => {
    const id = newId();
    const payload = payloadOf(model, id, await saveGrant(database.pool));
    await createOidcAdapter(database.pool)(model.name).upsert(id, payload, 600);
    const stored = await rowAsText(database.pool, model.table, id);
    t.true(stored.includes(createHash('sha256').update(id).digest('hex')));
    t.false(stored.includes(id));
  });
}

test('an interaction names its session without the value of its cookie', async (t) => {
  const interactions = createOidcAdapter(database.pool)('Interaction');
  const [id, cookie, uid] = [newId(), newId(), newId()];
  const session = { accountId: 'an-account', uid, cookie };
  await interactions.upsert(id, { jti: id, kind: 'Interaction', session }, 600);
  t.false((await rowAsText(database.pool, 'oidc_records', id)).includes(cookie));
  t.deepEqual<unknown, unknown>((await interactions.find(id))?.session, { accountId: 'an-account', uid });
});

test('a session keeps no cookie value it had before', async (t) => {
  const uid = newId();
  const before = await saveSession(database.pool, uid);
  const after = await saveSession(database.pool, uid);
  const stored = await rowAsText(database.pool, 'oidc_sessions', after);
  t.false(stored.includes(before));
  t.false(stored.includes(createHash('sha256').update(before).digest('hex')));
});

const hexHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

async function saveClient(type: 'CONFIDENTIAL' | 'SPA' | 'MACHINE', secrets: { secret: string; expiresAt?: Date }[]) {
  const id = randomUUID();
  await database.db.client.create({ data: { id, name: 'A client', type } });
  for (const [index, { secret, expiresAt }] of secrets.entries()) {
    const hash = Uint8Array.from(createHash('sha256').update(secret).digest());
    const createdAt = new Date(1_700_000_000_000 + index);
    await database.db.clientSecret.create({ data: { clientId: id, hash, createdAt, expiresAt: expiresAt ?? null } });
  }
  return id;
}

const hashesOf = async (id: string) => {
  const found = await createOidcAdapter(database.pool)('Client').find(id);
  return { hashes: found?.['identity_secret_hashes'], secret: found?.client_secret };
};

test('while a secret is rotated a client has the hashes of both, the newest first', async (t) => {
  const inAnHour = new Date(Date.now() + 3_600_000);
  const id = await saveClient('CONFIDENTIAL', [{ secret: 'old', expiresAt: inAnHour }, { secret: 'new' }]);
  t.deepEqual(await hashesOf(id), { hashes: [hexHash('new'), hexHash('old')], secret: hexHash('new') });
});

test('the hash of an expired secret is left out', async (t) => {
  const past = new Date(Date.now() - 1_000);
  const id = await saveClient('MACHINE', [{ secret: 'new' }, { secret: 'expired', expiresAt: past }]);
  t.deepEqual(await hashesOf(id), { hashes: [hexHash('new')], secret: hexHash('new') });
});

test('a client whose last secret has expired has none that anything matches', async (t) => {
  const past = new Date(Date.now() - 1_000);
  const id = await saveClient('MACHINE', [{ secret: 'expired', expiresAt: past }]);
  t.deepEqual(await hashesOf(id), { hashes: [], secret: 'none' });
});

test('a public client has no secret', async (t) => {
  const id = await saveClient('SPA', []);
  t.deepEqual(await hashesOf(id), { hashes: [], secret: undefined });
});

test('a client that registers itself is kept without its plain secret', async (t) => {
  const clients = createOidcAdapter(database.pool)('Client');
  const [id, secret] = [newId(), newId()];
  await clients.upsert(id, { client_id: id, client_secret: secret, redirect_uris: ['https://client.example/cb'] });
  t.false((await rowAsText(database.pool, 'oidc_records', id)).includes(secret));
  t.deepEqual(await hashesOf(id), { hashes: [hexHash(secret)], secret: hexHash(secret) });
});

test('a client that changes its registration keeps its secret', async (t) => {
  const clients = createOidcAdapter(database.pool)('Client');
  const [id, secret] = [newId(), newId()];
  await clients.upsert(id, { client_id: id, client_secret: secret });
  // oidc-provider saves what the client sent, with the secret as it was loaded from here.
  const { secret: found } = await hashesOf(id);
  await clients.upsert(id, { client_id: id, client_name: 'Renamed', ...(found ? { client_secret: found } : {}) });
  t.deepEqual(await hashesOf(id), { hashes: [hexHash(secret)], secret: hexHash(secret) });
});
