import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { hashId } from '../src/ids.js';
import { clientMetadataNames, createOidcAdapter, useHashedClientSecrets } from '../src/index.js';
import { Provider } from '../src/oidc-provider.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

let server: Server;
let issuer: string;
test.before(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(issuer, {
    adapter: createOidcAdapter(database.pool),
    scopes: ['openid', 'things:read'],
    extraClientMetadata: { properties: [...clientMetadataNames] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      registration: { enabled: true },
      registrationManagement: { enabled: true, rotateRegistrationAccessToken: false },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    },
    ttl: { ClientCredentials: 600 },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: { keys: [randomBytes(32).toString('hex')] },
  });
  // The adapter returns hashes of secrets, so the secret of a request is hashed before it is compared.
  useHashedClientSecrets(provider);
  server.on('request', provider.callback());
});
test.after.always(() => server?.close());

async function machine(...secrets: string[]) {
  const id = randomUUID();
  await database.db.client.create({
    data: {
      id,
      name: 'A machine',
      type: 'MACHINE',
      scopes: ['things:read'],
      secrets: { create: secrets.map((secret) => ({ hash: Uint8Array.from(sha256(secret)) })) },
    },
  });
  return id;
}

async function post(path: string, clientId: string, secret: string, fields: Record<string, string>) {
  const response = await fetch(issuer + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> };
}

const wanted = { grant_type: 'client_credentials', scope: 'things:read' };

test('a stock provider issues, introspects and revokes a machine token', async (t) => {
  const id = await machine('a secret');
  const issued = await post('/token', id, 'a secret', wanted);
  t.is(issued.status, 200);
  t.is(issued.body['scope'], 'things:read');
  const token = String(issued.body['access_token']);

  const active = await post('/token/introspection', id, 'a secret', { token });
  t.is(active.body['active'], true);
  t.is(active.body['client_id'], id);
  t.is(active.body['scope'], 'things:read');

  t.is((await post('/token/revocation', id, 'a secret', { token })).status, 200);
  t.deepEqual((await post('/token/introspection', id, 'a secret', { token })).body, { active: false });
  t.is(await database.db.oidcToken.count({ where: { clientId: id } }), 0);
});

test('a stock provider accepts both secrets of a client while they are rotated, and no other', async (t) => {
  const id = await machine('the old one', 'the new one');
  t.is((await post('/token', id, 'the old one', wanted)).status, 200);
  t.is((await post('/token', id, 'the new one', wanted)).status, 200);
  for (const secret of ['wrong', sha256('the new one').toString('hex'), 'none']) {
    const refused = await post('/token', id, secret, wanted);
    t.deepEqual([refused.status, refused.body['error']], [401, 'invalid_client'], secret);
  }
});

test('a stock provider refuses a client that is removed from the table', async (t) => {
  const id = await machine('a secret');
  t.is((await post('/token', id, 'a secret', wanted)).status, 200);
  await database.db.client.delete({ where: { id } });
  const refused = await post('/token', id, 'a secret', wanted);
  t.deepEqual([refused.status, refused.body['error']], [401, 'invalid_client']);
});

test('a stock provider answers an unknown token as inactive, whatever it holds', async (t) => {
  const id = await machine('a secret');
  for (const token of ['unknown', 'a\u0000b']) {
    t.deepEqual((await post('/token/introspection', id, 'a secret', { token })).body, { active: false });
  }
});

const redirectUris = { redirect_uris: ['https://client.example/cb'] };

async function registration(url: string, method: string, token?: string, body?: object) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A client that has registered itself, with a function that manages its registration. */
async function registered(metadata: object = {}) {
  const { status, body } = await registration(`${issuer}/reg`, 'POST', undefined, { ...redirectUris, ...metadata });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const id = String(body['client_id']);
  const manage = (method: string, changes?: object) =>
    registration(
      String(body['registration_client_uri']),
      method,
      String(body['registration_access_token']),
      changes && { ...redirectUris, client_id: id, ...changes },
    );
  return { id, secret: String(body['client_secret']), manage };
}

test('a client that registered itself changes its registration with its secret, and not with the stored hash', async (t) => {
  const { id, secret, manage } = await registered();
  const hash = sha256(secret).toString('hex');
  for (const wrong of [hash, 'wrong', '', `${secret} `]) {
    const { status, body } = await manage('PUT', { client_secret: wrong });
    t.deepEqual([status, body['error']], [400, 'invalid_request'], wrong);
  }
  const changed = await manage('PUT', { client_secret: secret, client_name: 'Renamed' });
  t.like(changed, { status: 200, body: { client_name: 'Renamed', client_secret: secret } });
  t.is((await manage('PUT', { client_name: 'Again' })).status, 200);
  const refused = await post('/token', id, secret, { grant_type: 'authorization_code', code: 'x', redirect_uri: 'x' });
  t.is(refused.body['error'], 'invalid_grant', 'the secret is still the same');
});

test('nobody is shown the stored hash of a secret', async (t) => {
  const { secret, manage } = await registered();
  const hash = sha256(secret).toString('hex');
  for (const response of [await manage('GET'), await manage('PUT', { client_name: 'Renamed' }), await manage('GET')]) {
    t.is(response.status, 200);
    t.is(response.body['client_secret'], undefined);
    t.false(JSON.stringify(response.body).includes(hash));
  }
});

test('a client that registers itself cannot make itself first-party, another type, or a client of a tenant', async (t) => {
  const own = { identity_first_party: true, identity_type: 'MACHINE', identity_tenant_id: randomUUID() };
  const { id } = await registered({ ...own, identity_secret_hashes: [sha256('planted').toString('hex')] });
  const stored = await createOidcAdapter(database.pool)('Client').find(id);
  for (const name of Object.keys(own)) t.false(name in (stored ?? {}), name);
  const planted = await post('/token', id, 'planted', {
    grant_type: 'authorization_code',
    code: 'x',
    redirect_uri: 'x',
  });
  t.is(planted.body['error'], 'invalid_client');
});

test('a device whose code has expired is told so: expired_token, not invalid_grant', async (t) => {
  const type = 'urn:ietf:params:oauth:grant-type:device_code';
  const { id, secret } = await registered({ grant_types: [type], redirect_uris: [], response_types: [] });
  const { body } = await post('/device/auth', id, secret, { client_id: id });
  const device_code = String(body['device_code']);
  const poll = () => post('/token', id, secret, { grant_type: type, device_code });
  t.is((await poll()).body['error'], 'authorization_pending');
  await database.pool.query(`UPDATE identity.oidc_records SET expires_at = now() WHERE id_hash = $1`, [
    hashId(device_code),
  ]);
  t.is((await poll()).body['error'], 'expired_token');
});
