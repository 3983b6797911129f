import test from 'ava';
import { platformMachine } from '../support/platform-api.js';
import {
  addClients,
  assertionFields,
  assertionOf,
  highSecurity,
  keySetOf,
  machineOf,
  newKey,
  post,
  type TestKey,
} from '../support/proofs.js';
import { call, callback } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let key: TestKey;
const id = 'key-machine';
test.before(async () => {
  [server, key] = await Promise.all([startTestServer(highSecurity), newKey()]);
});
test.after.always(() => server?.stop());

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
