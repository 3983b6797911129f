import test from 'ava';
import * as client from 'openid-client';
import { call, configure, secretOf, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
  // A machine of the other tenant, and a confidential client of the application of demo-web.
  const { createHash } = await import('node:crypto');
  const { db } = server.identity;
  const application = await db.application.findUniqueOrThrow({ where: { name: 'CRM' } });
  const tenant = await db.tenant.findUniqueOrThrow({ where: { slug: 'globex' } });
  const hash = Uint8Array.from(createHash('sha256').update(secret).digest());
  await db.client.create({
    data: {
      id: 'globex-machine',
      name: 'G',
      type: 'MACHINE',
      tenantId: tenant.id,
      scopes: ['tenants:read'],
      secrets: { create: { hash } },
    },
  });
  await db.client.create({
    data: {
      id: 'crm-backend',
      name: 'B',
      type: 'CONFIDENTIAL',
      applicationId: application.id,
      redirectUris: ['https://crm.example/cb'],
      secrets: { create: { hash } },
    },
  });
});
test.after.always(() => server?.stop());

const secret = 'a secret for two clients of these tests, long enough';
const basic = (clientId: string, clientSecret: string) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

async function introspect(clientId: string, token: string, clientSecret = secret, extra: Record<string, string> = {}) {
  const response = await fetch(`${server.issuer}/api/oauth/introspect`, {
    method: 'POST',
    headers: { authorization: basic(clientId, clientSecret) },
    body: new URLSearchParams({ token, ...extra }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('a client sees its own access token and refresh token as active', async (t) => {
  const { tokens, config } = await signIn(server.issuer);
  const access = await client.tokenIntrospection(config, tokens.access_token);
  t.like(access, { active: true, client_id: 'demo-web', scope: 'openid profile email offline_access' });
  t.is(access.sub, tokens.claims()?.sub);
  t.is((access.exp ?? 0) - (access.iat ?? 0), 15 * 60);
  t.is(access['tenant_slug'], 'acme');

  const refresh = await client.tokenIntrospection(config, String(tokens.refresh_token));
  t.like(refresh, { active: true, client_id: 'demo-web' });
  t.is(refresh.sub, tokens.claims()?.sub);
});

for (const hint of ['access_token', 'refresh_token', 'nonsense']) {
  test(`the hint "${hint}" changes nothing about the answer`, async (t) => {
    const { tokens } = await signIn(server.issuer);
    const access = await introspect('demo-web', tokens.access_token, secretOf('demo-web'), { token_type_hint: hint });
    const refresh = await introspect('demo-web', String(tokens.refresh_token), secretOf('demo-web'), {
      token_type_hint: hint,
    });
    t.true(access.body['active'] === true && refresh.body['active'] === true);
  });
}

test('the subject of a machine token is the client', async (t) => {
  const config = await configure(server.issuer, 'demo-machine');
  const { access_token: token } = await client.clientCredentialsGrant(config);
  const { body } = await introspect('demo-machine', token, secretOf('demo-machine'));
  t.like(body, {
    active: true,
    sub: 'demo-machine',
    client_id: 'demo-machine',
    scope: 'licenses:read licenses:write tenants:read events:read',
  });
});

interface Case {
  caller: string;
  callerSecret: string;
  sees: boolean;
  why: string;
}
const ofWeb: Case[] = [
  { caller: 'crm-backend', callerSecret: secret, sees: true, why: 'a client of the same application' },
  {
    caller: 'demo-machine',
    callerSecret: secretOf('demo-machine'),
    sees: true,
    why: 'a machine of the token’s tenant',
  },
  {
    caller: 'platform-machine',
    callerSecret: secretOf('platform-machine'),
    sees: true,
    why: 'a machine of the platform',
  },
  { caller: 'demo-partner', callerSecret: secretOf('demo-partner'), sees: false, why: 'a client of no application' },
  { caller: 'globex-machine', callerSecret: secret, sees: false, why: 'a machine of another tenant' },
];
for (const { caller, callerSecret, sees, why } of ofWeb) {
  test(`${why} ${sees ? 'may' : 'may not'} look at a token of demo-web for acme`, async (t) => {
    const { tokens } = await signIn(server.issuer);
    for (const token of [tokens.access_token, String(tokens.refresh_token)]) {
      const { status, body } = await introspect(caller, token, callerSecret);
      t.is(status, 200);
      if (sees) t.like(body, { active: true, client_id: 'demo-web' });
      else t.deepEqual(body, { active: false });
    }
  });
}

test('a machine token of one tenant is nothing to a machine of another', async (t) => {
  const config = await configure(server.issuer, 'demo-machine');
  const { access_token: token } = await client.clientCredentialsGrant(config);
  t.deepEqual((await introspect('globex-machine', token)).body, { active: false });
  t.like((await introspect('platform-machine', token, secretOf('platform-machine'))).body, { active: true });
});

test('an unknown, tampered, foreign or dead token is exactly {"active":false}', async (t) => {
  const { tokens, config } = await signIn(server.issuer);
  const [header = '', payload = '', signature = ''] = tokens.access_token.split('.');
  const changed = Buffer.from(payload, 'base64url').toString().replace('acme', 'evil');
  const unsigned = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  const dead = String(tokens.refresh_token);
  const newer = await client.refreshTokenGrant(config, dead);
  await client.tokenRevocation(config, String(newer.refresh_token));
  const cases = [
    'x',
    'a.b.c',
    `${header}.${Buffer.from(changed).toString('base64url')}.${signature}`,
    `${unsigned}.${payload}.`,
    String(tokens.id_token),
    dead,
    tokens.access_token,
    newer.access_token,
  ];
  for (const token of cases) {
    const { status, body } = await introspect('demo-web', token, secretOf('demo-web'));
    t.is(status, 200);
    t.deepEqual(body, { active: false });
  }
});

test('introspection takes HTTP Basic and nothing else', async (t) => {
  const { tokens } = await signIn(server.issuer, { clientId: 'demo-spa' });
  const attempt = async (fields: Record<string, string>, authorization?: string) => {
    const response = await fetch(`${server.issuer}/api/oauth/introspect`, {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.access_token, ...fields }),
      headers: authorization ? { authorization } : {},
    });
    return [
      response.status,
      ((await response.json()) as { error?: string }).error,
      response.headers.has('www-authenticate'),
    ];
  };
  t.deepEqual(await attempt({ client_id: 'demo-web', client_secret: secretOf('demo-web') }), [
    401,
    'invalid_client',
    true,
  ]);
  t.deepEqual(await attempt({ client_id: 'demo-spa' }), [401, 'invalid_client', true]);
  t.deepEqual(await attempt({}), [401, 'invalid_client', true]);
  t.deepEqual(await attempt({}, `Bearer ${tokens.access_token}`), [401, 'invalid_client', true]);
  t.deepEqual(await attempt({}, basic('demo-web', 'wrong')), [401, 'invalid_client', true]);
});

const profile = (token: string) => call(server.issuer, '/api/users/me', token);

async function revoke(fields: Record<string, string>) {
  const response = await fetch(`${server.issuer}/api/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: response.status, text: await response.text() };
}

test('a revoked refresh token takes its access tokens along', async (t) => {
  const { tokens, config } = await signIn(server.issuer);
  await client.tokenRevocation(config, String(tokens.refresh_token), { token_type_hint: 'refresh_token' });
  t.is((await profile(tokens.access_token)).status, 401);
  const error = await t.throwsAsync(client.refreshTokenGrant(config, String(tokens.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(error.error, 'invalid_grant');
});

test('a revoked access token opens nothing any more', async (t) => {
  const { tokens, config } = await signIn(server.issuer);
  t.is((await profile(tokens.access_token)).status, 200);
  await client.tokenRevocation(config, tokens.access_token);
  t.is((await profile(tokens.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 401);
});

test('a revoked machine token opens nothing any more', async (t) => {
  const config = await configure(server.issuer, 'demo-machine');
  const { access_token: token } = await client.clientCredentialsGrant(config);
  await client.tokenRevocation(config, token);
  t.deepEqual((await introspect('demo-machine', token, secretOf('demo-machine'))).body, { active: false });
});

test('a public client revokes by its client_id alone', async (t) => {
  const { tokens } = await signIn(server.issuer, { clientId: 'demo-spa' });
  const response = await revoke({
    token: String(tokens.refresh_token),
    client_id: 'demo-spa',
    token_type_hint: 'refresh_token',
  });
  t.deepEqual(response, { status: 200, text: '' });
  t.is((await profile(tokens.access_token)).status, 401);
});

test('revoking an unknown token, a spent one or somebody else’s is 200 with an empty body and revokes nothing', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const spa = { client_id: 'demo-spa' };
  t.deepEqual(await revoke({ ...spa, token: 'unknown' }), { status: 200, text: '' });
  t.deepEqual(await revoke({ ...spa, token: 'a.b.c' }), { status: 200, text: '' });
  t.deepEqual(await revoke({ ...spa, token: String(tokens.refresh_token) }), { status: 200, text: '' });
  t.deepEqual(await revoke({ ...spa, token: tokens.access_token }), { status: 200, text: '' });
  t.is((await profile(tokens.access_token)).status, 200);

  const mine = await signIn(server.issuer, { clientId: 'demo-spa' });
  const own = { ...spa, token: String(mine.tokens.refresh_token) };
  t.deepEqual(await revoke(own), { status: 200, text: '' });
  t.deepEqual(await revoke(own), { status: 200, text: '' });
});

test('a confidential client has to authenticate to revoke', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const { status } = await revoke({ token: String(tokens.refresh_token), client_id: 'demo-web' });
  t.is(status, 401);
  t.is((await profile(tokens.access_token)).status, 200);
});
