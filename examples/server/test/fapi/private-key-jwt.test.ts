import test from 'ava';
import { SignJWT } from 'jose';
import { platformMachine } from '../support/platform-api.js';
import {
  addClients,
  assertionFields,
  assertionOf,
  highSecurity,
  keySetOf,
  machineOf,
  newKey,
  now,
  type ProofParts,
  post,
  type TestKey,
} from '../support/proofs.js';
import { call, secretOf } from '../support/sign-in.js';
import { type SecondProcess, startSecondProcess } from '../support/start-second-process.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let second: SecondProcess;
let key: TestKey;
const id = 'key-machine';

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
