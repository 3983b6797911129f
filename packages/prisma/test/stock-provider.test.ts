import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { Provider } from 'oidc-provider';
import { clientMetadataNames, createOidcAdapter } from '../src/index.js';
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
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    },
    ttl: { ClientCredentials: 600 },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: { keys: [randomBytes(32).toString('hex')] },
  });
  // The adapter hands out hashes, so a presented secret is hashed before it is compared.
  provider.Client.prototype.compareClientSecret = function compareClientSecret(actual) {
    const hashes: unknown = this.metadata()['identity_secret_hashes'];
    return Array.isArray(hashes) && hashes.includes(sha256(actual).toString('hex'));
  };
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

  const living = await post('/token/introspection', id, 'a secret', { token });
  t.is(living.body['active'], true);
  t.is(living.body['client_id'], id);
  t.is(living.body['scope'], 'things:read');

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
