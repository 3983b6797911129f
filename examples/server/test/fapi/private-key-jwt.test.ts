import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { SignJWT } from 'jose';
import { platformMachine } from '../support/platform-api.js';
import {
  addClients,
  assertionFields,
  assertionOf,
  highSecurity,
  keySetOf,
  newKey,
  now,
  type ProofParts,
  post,
  type TestKey,
} from '../support/proofs.js';
import { call, callback, secretOf } from '../support/sign-in.js';
import { type SecondProcess, startSecondProcess } from '../support/start-second-process.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let second: SecondProcess;
let key: TestKey;
const id = 'key-machine';
const machineOf = (clientId: string, fields: object) => ({
  id: clientId,
  name: clientId,
  type: 'MACHINE' as const,
  scopes: ['licenses:read', 'platform:read'],
  authMethod: 'private_key_jwt' as const,
  ...fields,
});

test.before(async () => {
  server = await startTestServer(highSecurity);
  [key, second] = await Promise.all([
    newKey(),
    startSecondProcess(server.databaseUrl, server.issuer, { ...highSecurity }),
  ]);
  await addClients(server, [machineOf(id, { jwks: keySetOf(key) })]);
});
test.after.always(async () => {
  await second?.stop();
  await server?.stop();
});

const tokenWith = (assertion: string, at = server.issuer) =>
  post(`${at}/api/oauth/token`, { grant_type: 'client_credentials', ...assertionFields(assertion) });
const assertion = (changes: Pick<ProofParts, 'header' | 'claims'> = {}, by = key, clientId = id) =>
  assertionOf(server.issuer, clientId, by, changes);

test('a client with a key gets a token by an assertion', async (t) => {
  const { status, body } = await tokenWith(await assertion());
  t.is(status, 200);
  t.is((await call(server.issuer, '/api/platform/clients', String(body['access_token']))).status, 200);
});

test('an assertion is accepted once, over two processes and by twenty requests at once', async (t) => {
  const used = await assertion();
  t.is((await tokenWith(used)).status, 200);
  t.is((await tokenWith(used, second.url)).status, 400);
  const fresh = await assertion();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => tokenWith(fresh, at % 2 ? second.url : server.issuer)),
  );
  t.is(replies.filter(({ status }) => status === 200).length, 1);
});

const bad: Record<string, () => Record<string, unknown>> = {
  'for the token endpoint': () => ({ aud: 'token' }),
  'for a list of audiences': () => ({ aud: 'list' }),
  'for another server': () => ({ aud: 'https://other.example' }),
  'without an audience': () => ({ aud: undefined }),
  'that has expired': () => ({ exp: now() - 60 }),
  'that is valid for an hour': () => ({ exp: now() + 3600 }),
  'without an end': () => ({ exp: undefined }),
  'from the future': () => ({ iat: now() + 90 }),
  'that is not valid yet': () => ({ nbf: now() + 90 }),
  'without a jti': () => ({ jti: undefined }),
  'with a jti of 501 characters': () => ({ jti: 'x'.repeat(501) }),
  'with a number as jti': () => ({ jti: 7 }),
  'of another issuer': () => ({ iss: 'demo-machine' }),
  'of another client': () => ({ sub: 'demo-machine' }),
};
for (const [what, changes] of Object.entries(bad)) {
  test(`an assertion ${what} is refused`, async (t) => {
    const { issuer } = server;
    const audiences: Record<string, unknown> = {
      token: `${issuer}/api/oauth/token`,
      list: [issuer, 'https://a.example'],
    };
    const claims = changes();
    const aud = audiences[String(claims['aud'])];
    const { status, body } = await tokenWith(
      await assertion({ claims: { ...claims, ...(aud === undefined ? {} : { aud }) } }),
    );
    t.deepEqual([status, body['error']], [400, 'invalid_client']);
  });
}

test('an assertion by another key, or by a secret, is refused', async (t) => {
  t.is((await tokenWith(await assertion({}, await newKey()))).status, 400);
  t.is((await tokenWith(await assertion({}, await newKey('RS256')))).status, 400);
  const symmetric = await new SignJWT({ iss: id, sub: id, aud: server.issuer, jti: 'x', exp: now() + 60 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(keySetOf(key)));
  t.is((await tokenWith(symmetric)).status, 400);
  const [, claims] = (await assertion()).split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  t.is((await tokenWith(`${none}.${claims}.`)).status, 400);
  for (const secret of ['none', keySetOf(key), 'undefined', '']) {
    const fields = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    t.is((await post(`${server.issuer}/api/oauth/token`, fields)).status, 400);
  }
});

test('an assertion also authenticates at introspection and revocation', async (t) => {
  const { body } = await tokenWith(await assertion());
  const token = String(body['access_token']);
  const at = (path: string, fields: Record<string, string>) => post(`${server.issuer}${path}`, { token, ...fields });
  const own = async () => assertionFields(await assertion());
  t.like(await at('/api/oauth/introspect', await own()), { status: 200, body: { active: true, client_id: id } });
  const used = await own();
  await at('/api/oauth/introspect', used);
  t.is((await at('/api/oauth/introspect', used)).status, 401);
  // Introspection accepts no other credentials in the body, and no public client.
  const secret = { client_id: 'demo-web', client_secret: secretOf('demo-web') };
  t.is((await at('/api/oauth/introspect', secret)).status, 401);
  t.is((await at('/api/oauth/introspect', { client_id: 'demo-spa' })).status, 401);
  t.is((await at('/api/oauth/revoke', await own())).status, 200);
  t.like(await at('/api/oauth/introspect', await own()), { status: 200, body: { active: false } });
});

test('a client that gets other keys loses its machine tokens, and one that gets keys loses its secrets', async (t) => {
  const [one, other] = [await newKey(), await newKey('EdDSA')];
  const clientId = 'changing-machine';
  await addClients(server, [machineOf(clientId, { jwks: keySetOf(one) })]);
  const token = String((await tokenWith(await assertion({}, one, clientId))).body['access_token']);
  const status = () => call(server.issuer, '/api/platform/clients', token).then((reply) => reply.status);
  t.is(await status(), 200);
  const platform = await platformMachine(server);
  const change = (body: object, at = clientId) =>
    call(server.issuer, `/api/platform/clients/${at}`, platform, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  t.is((await change({ jwks: keySetOf(other) })).status, 200);
  t.is(await status(), 401);
  t.is((await tokenWith(await assertion({}, one, clientId))).status, 400);
  t.is((await tokenWith(await assertion({}, other, clientId))).status, 200);

  const before = { id: 'secret-machine', secret: 'secret-machine-secret-0123456789abcdef' };
  await addClients(server, [{ ...before, name: 'Machine', type: 'MACHINE', scopes: ['platform:read'] }]);
  const fields = { grant_type: 'client_credentials', client_id: before.id, client_secret: before.secret };
  const bySecret = String((await post(`${server.issuer}/api/oauth/token`, fields)).body['access_token']);
  const changed = await change({ authMethod: 'private_key_jwt', jwks: keySetOf(one) }, before.id);
  t.like(changed, { status: 200, body: { authMethod: 'private_key_jwt', secrets: [] } });
  t.is((await call(server.issuer, '/api/platform/clients', bySecret)).status, 401);
  t.is((await post(`${server.issuer}/api/oauth/token`, fields)).status, 400);
  t.is((await tokenWith(await assertion({}, one, before.id))).status, 200);
});

/** A server that publishes a key set. */
async function publisher(): Promise<{
  uri: string;
  calls: () => number;
  reply: (text: string, status?: number) => void;
  server: Server;
}> {
  let [text, status, calls] = ['{}', 200, 0];
  const http = createServer((_request, response) => {
    calls += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    uri: `http://127.0.0.1:${(http.address() as AddressInfo).port}/jwks`,
    calls: () => calls,
    reply: (next, code = 200) => {
      [text, status] = [next, code];
    },
    server: http,
  };
}

/** Makes the keys of a client as old as they can be. */
async function age(clientId: string): Promise<void> {
  const found = await server.identity.provider.Client.find(clientId);
  (found as unknown as { asymmetricKeyStore: { freshUntil: number } }).asymmetricKeyStore.freshUntil = 0;
}

test('published keys are read once, again when they are old, and a withdrawn key ends', async (t) => {
  const published = await publisher();
  t.teardown(() => published.server.close());
  const [one, other, weak] = await Promise.all([newKey(), newKey(), newKey('ES384')]);
  const clientId = 'publishing-machine';
  await addClients(server, [machineOf(clientId, { jwksUri: published.uri })]);
  published.reply(keySetOf(one, weak));
  const statusOf = async (by: TestKey) => (await tokenWith(await assertion({}, by, clientId))).status;
  t.deepEqual(
    [await statusOf(one), await statusOf(one), await statusOf(other), await statusOf(weak)],
    [200, 200, 400, 400],
  );
  t.is(published.calls(), 1);
  published.reply(keySetOf(other));
  await age(clientId);
  t.deepEqual([await statusOf(one), await statusOf(other)], [400, 200]);
  t.is(published.calls(), 2);
});

test('keys that cannot be read let nobody in, and are not asked for again at once', async (t) => {
  const published = await publisher();
  t.teardown(() => published.server.close());
  const by = await newKey();
  for (const [at, reply] of [
    ['{"keys":[', 200],
    ['[]', 200],
    [keySetOf(by), 500],
    [`{"keys":[],"x":"${'x'.repeat(70_000)}"}`, 200],
  ].entries()) {
    const clientId = `unread-machine-${at}`;
    await addClients(server, [machineOf(clientId, { jwksUri: `${published.uri}/${at}` })]);
    published.reply(String(reply[0]), Number(reply[1]));
    const before = published.calls();
    const replies = await Promise.all(
      Array.from({ length: 5 }, async () => tokenWith(await assertion({}, by, clientId))),
    );
    t.deepEqual([...new Set(replies.map(({ status }) => status))], [400], clientId);
    t.is((await tokenWith(await assertion({}, by, clientId))).status, 400);
    t.is(published.calls(), before + 1, clientId);
  }
});

const create = async (body: object, at = server) =>
  call(at.issuer, '/api/platform/clients', await platformMachine(at), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'new-client', name: 'New', type: 'MACHINE', scopes: ['licenses:read'], ...body }),
  });

test('a new client with keys has no secret', async (t) => {
  const created = await create({ id: 'created-machine', authMethod: 'private_key_jwt', jwks: keySetOf(key) });
  t.like(created, { status: 201, body: { secret: null, secrets: [] } });
  const { status, body } = await call(
    server.issuer,
    '/api/platform/clients/created-machine/rotate-secret',
    await platformMachine(server),
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  );
  t.deepEqual([status, body['error']], [422, 'VALIDATION_FAILED']);
});

test('only public keys of the accepted kinds are stored', async (t) => {
  const [rsa, p384] = await Promise.all([newKey('RS256'), newKey('ES384')]);
  const jwk = key.publicJwk;
  const sets: Record<string, unknown> = {
    'no JSON': 'x',
    'no set': [jwk],
    'no keys': { keys: [] },
    'eleven keys': { keys: Array.from({ length: 11 }, () => jwk) },
    'a private key': { keys: [{ ...jwk, d: 'AAAA' }] },
    'a secret': { keys: [{ kty: 'oct', k: 'AAAA' }] },
    'a curve that is not accepted': { keys: [p384.publicJwk] },
    'a short RSA key': { keys: [{ kty: 'RSA', n: Buffer.alloc(128, 255).toString('base64url'), e: 'AQAB' }] },
    'a long RSA key': { keys: [{ kty: 'RSA', n: Buffer.alloc(1024, 255).toString('base64url'), e: 'AQAB' }] },
    'a key for encryption': { keys: [{ ...jwk, use: 'enc' }] },
    'a broken key': { keys: [{ ...jwk, x: 'AAAA' }] },
    'no key': { keys: [null] },
    'a long text': { keys: [{ ...jwk, kid: 'x'.repeat(8000) }] },
  };
  for (const [what, set] of Object.entries(sets)) {
    const jwks = typeof set === 'string' ? set : JSON.stringify(set);
    const { status, body } = await create({ authMethod: 'private_key_jwt', jwks });
    t.is(status, 422, what);
    t.is((body['details'] as { path: string }[])[0]?.path, 'jwks', what);
  }
  const good = { authMethod: 'private_key_jwt', jwks: keySetOf(key, rsa, await newKey('EdDSA')) };
  t.is((await create({ id: 'three-keys', ...good })).status, 201);
});

test('fields that do not fit together are refused', async (t) => {
  const keys = { authMethod: 'private_key_jwt', jwks: keySetOf(key) };
  const browser = { type: 'SPA', scopes: ['openid'], redirectUris: [callback] };
  for (const [path, body] of [
    ['jwks', { authMethod: 'private_key_jwt' }],
    ['jwks', { jwks: keySetOf(key) }],
    ['jwksUri', { jwksUri: 'https://a.example/jwks' }],
    ['jwksUri', { ...keys, jwksUri: 'https://a.example/jwks' }],
    ['jwksUri', { authMethod: 'private_key_jwt', jwksUri: 'http://a.example/jwks' }],
    ['jwksUri', { authMethod: 'private_key_jwt', jwksUri: 'com.example.app:/jwks' }],
    ['authMethod', { authMethod: 'client_secret_jwt' }],
    ['authMethod', { ...browser, ...keys }],
    ['profile', { profile: 'fapi2' }],
    ['profile', { ...keys, profile: 'fapi1' }],
  ] as const) {
    const reply = await create(body);
    t.is(reply.status, 422, JSON.stringify(body));
    t.true(
      (reply.body['details'] as { path: string }[]).some((detail) => detail.path === path),
      JSON.stringify(reply.body),
    );
  }
});

test('with the options off, the API refuses such clients, and clients of a seed cannot be used', async (t) => {
  const off = await startTestServer();
  t.teardown(() => off.stop());
  const keys = { authMethod: 'private_key_jwt', jwks: keySetOf(key) };
  for (const [body, path, option] of [
    [keys, 'authMethod', 'privateKeyJwt'],
    [{ dpopBound: true }, 'dpopBound', 'dPoP'],
  ] as const) {
    const reply = await create(body, off);
    t.is(reply.status, 422);
    t.deepEqual(reply.body['details'], [{ path, message: `needs an option of the server: ${option}` }]);
  }
  const secret = 'x'.repeat(32);
  const bound = { id: 'bound-off', name: 'Bound', type: 'MACHINE' as const, scopes: ['licenses:read'], secret };
  await addClients(off, [machineOf(id, { jwks: keySetOf(key) }), { ...bound, dpopBound: true }]);
  const byKey = await post(`${off.issuer}/api/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: id,
    ...assertionFields(await assertionOf(off.issuer, id, key)),
  });
  const bySecret = await post(`${off.issuer}/api/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: bound.id,
    client_secret: secret,
  });
  for (const reply of [byKey, bySecret]) t.is(reply.status, 400, JSON.stringify(reply.body));
  t.regex(String(bySecret.body['error_description']), /dPoP/u);
  const { body } = await call(off.issuer, '/.well-known/openid-configuration');
  t.deepEqual(
    Object.keys(body).filter((name) => /dpop|pushed|signing_alg_values_supported/u.test(name)),
    ['id_token_signing_alg_values_supported'],
  );
});
