import test from 'ava';
import { startHttpsIssuer } from '../support/https-issuer.js';
import { tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const basic = `Basic ${Buffer.from('demo-web:demo-web-secret-change-me-0123456789abcdef').toString('base64')}`;

/** A request for each kind of JSON response, and the status that it gets. */
const requests: [title: string, status: number, path: string, init?: RequestInit][] = [
  ['a route', 200, '/api/users/me'],
  ['a streamed list', 200, '/api/integration/licenses/apps/019a0000-0000-7000-8000-0000000000a1/users'],
  ['no token', 401, '/api/users/me', { headers: { authorization: 'Bearer no' } }],
  ['another method', 405, '/api/users/me', { method: 'PUT' }],
  ['an unknown path of ours', 404, '/api/tenants/no/such/path'],
  ['an unknown path', 404, '/nothing-here'],
  ['a wrong body', 422, '/api/tenants', { method: 'POST', headers: json, body: '{}' }],
  ['a body that is no JSON', 400, '/api/tenants', { method: 'POST', headers: json, body: '{' }],
  ['a large body', 413, '/api/tenants', { method: 'POST', headers: json, body: JSON.stringify('x'.repeat(200_000)) }],
  ['a wrong path', 400, '/api/tenants/%ff'],
  ['discovery', 200, '/.well-known/openid-configuration'],
  ['discovery, kept', 200, '/.well-known/openid-configuration'],
  ['discovery for another site', 200, '/.well-known/openid-configuration', { headers: { origin: 'https://a.test' } }],
  ['the key set', 200, '/api/oauth/jwks'],
  ['the key set, kept', 200, '/api/oauth/jwks'],
  ['the key set by a method that it does not take', 405, '/api/oauth/jwks', { method: 'POST' }],
  ['user info', 200, '/api/oauth/userinfo'],
  ['user info without a token', 401, '/api/oauth/userinfo', { headers: { authorization: 'Bearer no' } }],
  ['a token request that fails', 400, '/api/oauth/token', { method: 'POST', headers: form, body: 'grant_type=x' }],
  [
    'introspection',
    200,
    '/api/oauth/introspect',
    { method: 'POST', headers: { ...form, authorization: basic }, body: 'token=x' },
  ],
  ['introspection without a client', 401, '/api/oauth/introspect', { method: 'POST', headers: form, body: 'token=x' }],
  [
    'revocation that fails',
    401,
    '/api/oauth/revoke',
    { method: 'POST', headers: { ...form, authorization: 'Basic eDp5' }, body: 'token=x' },
  ],
  ['the API description', 200, '/openapi.json'],
  ['health', 200, '/health'],
  ['readiness', 200, '/ready'],
];

test('every JSON response forbids to guess its type', async (t) => {
  const authorization = `Bearer ${await tokenOf(server.issuer, 'owner@acme.test')}`;
  for (const [title, status, path, init = {}] of requests) {
    const headers = { ...(init.method === undefined ? { authorization } : {}), ...init.headers };
    const withToken = path.startsWith('/api/tenants') ? { ...headers, authorization } : headers;
    const response = await fetch(`${server.issuer}${path}`, { ...init, headers: withToken });
    t.is(response.status, status, title);
    t.regex(String(response.headers.get('content-type')), /json/u, title);
    t.is(response.headers.get('x-content-type-options'), 'nosniff', title);
    t.is(response.headers.get('strict-transport-security'), null, title);
    await response.arrayBuffer();
  }
});

for (const [title, options, expected] of [
  ['for a year', {}, 'max-age=31536000'],
  ['for as long as the option says', { hstsSeconds: 300 }, 'max-age=300'],
  ['not at all when it is switched off', { hstsSeconds: 0 }, null],
] as const) {
  test(`an https issuer tells browsers to stay with https: ${title}`, async (t) => {
    const https = await startHttpsIssuer('Headers', options);
    t.teardown(() => https.stop());
    for (const path of [
      '/.well-known/openid-configuration',
      '/.well-known/openid-configuration',
      '/api/users/me',
      '/invitations/none',
      '/oauth/authorize',
      '/interaction/none',
    ]) {
      const response = await fetch(`http://127.0.0.1:${https.port}${path}`, { redirect: 'manual' });
      t.is(response.headers.get('strict-transport-security'), expected, path);
      t.is(response.headers.get('x-content-type-options'), 'nosniff', path);
      await response.arrayBuffer();
    }
  });
}
