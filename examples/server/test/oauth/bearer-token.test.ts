import { generateKeyPairSync } from 'node:crypto';
import test from 'ava';
import { decodeJwt, SignJWT } from 'jose';
import { call, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const profile = (token: string) => call(server.issuer, '/api/users/me', token);

test('the profile of the contract is answered to its owner', async (t) => {
  const { tokens } = await signIn(server.issuer, { email: 'member@acme.test' });
  const { status, body, headers } = await profile(tokens.access_token);
  t.is(status, 200);
  t.is(headers.get('cache-control'), 'no-store');
  t.deepEqual(Object.keys(body).sort(), [
    'birthdate',
    'createdAt',
    'displayName',
    'email',
    'emailVerified',
    'familyName',
    'gender',
    'givenName',
    'id',
    'locale',
    'memberships',
    'mfaEnabled',
    'middleName',
    'nickname',
    'phone',
    'phoneVerified',
    'pictureUrl',
    'updatedAt',
    'username',
    'website',
    'zoneinfo',
  ]);
  t.like(body, {
    email: 'member@acme.test',
    emailVerified: true,
    displayName: 'Mia Member',
    locale: 'de-DE',
    mfaEnabled: false,
  });
  t.is(body['id'], decodeJwt(tokens.access_token).sub);
  t.regex(String(body['createdAt']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
  const [membership] = body['memberships'] as Record<string, unknown>[];
  t.like(membership, { tenantName: 'Acme Inc.', tenantSlug: 'acme', role: 'member', status: 'ACTIVE' });
});

test('the tenants of the caller are listed with role and member count', async (t) => {
  const { tokens } = await signIn(server.issuer, { email: 'owner@globex.test', changes: { tenant: 'acme' } });
  const { body } = await call(server.issuer, '/api/tenants', tokens.access_token);
  const tenants = body['tenants'] as Record<string, unknown>[];
  t.deepEqual(
    tenants.map(({ slug, role, memberCount }) => [slug, role, memberCount]),
    [
      ['acme', 'member', 4],
      ['globex', 'owner', 1],
    ],
  );
  t.deepEqual(Object.keys(tenants[0] ?? {}).sort(), ['createdAt', 'id', 'memberCount', 'name', 'role', 'slug']);
});

test('a tenant is shown to its members and super admins, and to others like one that does not exist', async (t) => {
  const globex = await server.identity.db.tenant.findUniqueOrThrow({ where: { slug: 'globex' } });
  const outsider = await signIn(server.issuer, { email: 'owner@acme.test' });
  const token = outsider.tokens.access_token;
  const foreign = await call(server.issuer, `/api/tenants/${globex.id}`, token);
  const random = await call(server.issuer, '/api/tenants/01890000-0000-7000-8000-000000000000', token);
  const malformed = await call(server.issuer, '/api/tenants/not-an-id', token);
  for (const response of [foreign, random, malformed]) {
    t.is(response.status, 404);
    t.deepEqual(
      { ...response.body, requestId: '' },
      { error: 'TENANT_NOT_FOUND', message: 'There is no such tenant.', requestId: '' },
    );
  }
  const admin = await signIn(server.issuer, { email: 'super@example.test' });
  const seen = await call(server.issuer, `/api/tenants/${globex.id}`, admin.tokens.access_token);
  t.is(seen.status, 200);
  t.deepEqual(Object.keys(seen.body).sort(), [
    'createdAt',
    'id',
    'memberCount',
    'mfaPolicy',
    'name',
    'settings',
    'slug',
    'updatedAt',
  ]);
});

test('only a living access token of ours opens the API', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const claims = decodeJwt(tokens.access_token);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forged = (header: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', ...header }).sign(privateKey);
  const [head = '', body = '', signature = ''] = tokens.access_token.split('.');
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
  const cases: Record<string, string> = {
    'an ID token': String(tokens.id_token),
    'a refresh token': String(tokens.refresh_token),
    'another key under our kid': await forged({ kid }),
    'an unknown kid': await forged({ kid: 'unknown' }),
    'no kid': await forged({}),
    'alg none': `${unsigned}.${body}.`,
    'a changed payload': `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: 'x' })).toString('base64url')}.${signature}`,
    garbage: 'a.b.c',
  };
  for (const [what, token] of Object.entries(cases)) {
    const response = await profile(token);
    t.is(response.status, 401, what);
    t.is(response.body['error'], 'UNAUTHORIZED', what);
    t.is(response.headers.get('www-authenticate'), 'Bearer', what);
  }
  const none = await call(server.issuer, '/api/users/me');
  t.is(none.status, 401);
  t.is((await profile(tokens.access_token)).status, 200);
});

test('an expired access token is refused', async (t) => {
  const brief = await startTestServer({ lifetimes: { accessToken: 1 } });
  try {
    const { tokens } = await signIn(brief.issuer);
    const { exp = 0 } = decodeJwt(tokens.access_token);
    while (Date.now() <= exp * 1000) await new Promise((resolve) => setImmediate(resolve));
    t.is((await call(brief.issuer, '/api/users/me', tokens.access_token)).status, 401);
    t.is((await call(brief.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 401);
  } finally {
    await brief.stop();
  }
});

test('neither access nor refresh token can be found in the database', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const rows = await server.identity.db.oidcToken.findMany();
  const stored = JSON.stringify(rows);
  const { jti } = decodeJwt(tokens.access_token);
  for (const secret of [String(jti), String(tokens.refresh_token), tokens.access_token])
    t.false(stored.includes(secret));
});

test('an unknown path is 404 in the form of every error, and a known one with another method 405', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const missing = await call(server.issuer, '/api/nothing', tokens.access_token);
  t.deepEqual([missing.status, missing.body['error']], [404, 'NOT_FOUND']);
  const method = await call(server.issuer, '/api/users/me', tokens.access_token, { method: 'PUT' });
  t.deepEqual([method.status, method.body['error']], [405, 'METHOD_NOT_ALLOWED']);
  t.regex(String(method.headers.get('allow')), /GET/u);
});
