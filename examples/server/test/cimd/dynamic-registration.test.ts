import { createHash } from 'node:crypto';
import test from 'ava';
import * as client from 'openid-client';
import { agentCallback, connectAgent, exchangeOf, startAgent } from '../support/document-server.js';
import { buildRequest, call } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ dynamicRegistration: 'open', trustedProxies: 1 });
});
test.after.always(() => server?.stop());

const agent = {
  client_name: 'Registered Agent',
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
};
let network = 0;

/** Sends a registration request, from a network of its own unless the test names one. */
async function send(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
  network += 1;
  const response = await fetch(url, {
    method,
    headers: {
      'x-forwarded-for': `198.18.${Math.floor(network / 250)}.${network % 250}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.status, headers: response.headers, body: parsed };
}
const register = (members: unknown = agent, headers: Record<string, string> = {}, to = server) =>
  send('POST', `${to.issuer}/api/oauth/register`, members, headers);
const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` });

test('openid-client registers, signs in, and refreshes; the consent page says that nobody was checked', async (t) => {
  const config = await client.dynamicClientRegistration(new URL(server.issuer), agent, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const { client_id: id } = config.clientMetadata();
  const { page } = await startAgent(server, id);
  t.regex(page.html, /<bdi>Registered Agent<\/bdi> wants access/u);
  t.regex(page.html, /has registered itself/u);
  t.regex(page.html, /runs on this computer/u);
  const { tokens, request } = await connectAgent(server, id);
  t.truthy((await client.refreshTokenGrant(request.config, String(tokens.refresh_token))).access_token);
  const row = await server.identity.db.client.findUniqueOrThrow({ where: { id } });
  t.like(row, { source: 'REGISTERED', type: 'SPA', native: true, requireNonce: false });
  t.truthy(row.lastUsedAt);
  t.is(await server.identity.db.oidcRecord.count({ where: { model: 'Client' } }), 0, 'it is no record');
});

test('a client with a secret gets one, which is stored by its hash and needs PKCE as well', async (t) => {
  const uri = 'https://agents.example/callback';
  const { status, body, headers } = await register({ client_name: 'Web Agent', redirect_uris: [uri] });
  t.is(status, 201);
  t.is(headers.get('cache-control'), 'no-store');
  t.is(body['token_endpoint_auth_method'], 'client_secret_basic');
  t.is(body['client_secret_expires_at'], 0);
  const [id, secret] = [String(body['client_id']), String(body['client_secret'])];
  const { db } = server.identity;
  const stored = await db.clientSecret.findFirstOrThrow({ where: { clientId: id } });
  t.is(Buffer.from(stored.hash).toString('hex'), createHash('sha256').update(secret).digest('hex'));
  const execute = [client.allowInsecureRequests];
  const config = await client.discovery(new URL(server.issuer), id, undefined, client.ClientSecretBasic(secret), {
    execute,
  });
  const started = await startAgent(server, id, { redirect_uri: uri });
  t.true(started.page.html.includes('<strong><bdi>agents.example</bdi></strong>'));
  const end = await started.browser.submit(started.page, {});
  t.truthy((await exchangeOf({ ...started.request, config }, end)).access_token);
  const request = await buildRequest(config, {
    redirect_uri: uri,
    code_challenge: undefined,
    code_challenge_method: undefined,
  });
  const refused = await started.browser.open(request.url);
  t.is(refused.url.searchParams.get('error'), 'invalid_request');
});

const greedy = {
  identity_first_party: true,
  identity_tenant_id: '00000000-0000-7000-8000-000000000000',
  identity_application_id: 'x',
  identity_license_claims: true,
  identity_type: 'MACHINE',
  firstParty: true,
  first_party: true,
  source: 'MANUAL',
  client_id: 'demo-web',
  client_secret: 'chosen-by-the-client-itself-0123456789',
  scope: 'openid tenants:write licenses:read platform:write account:write',
  grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
  backchannel_logout_uri: 'http://169.254.169.254/latest',
  logo_uri: 'https://evil.example/logo.png',
};

test('a registered client never gets first-party rights, whatever it asks for', async (t) => {
  const { status, body } = await register({ ...agent, ...greedy });
  t.is(status, 201);
  t.not(body['client_id'], 'demo-web');
  t.is(body['client_secret'], undefined);
  t.deepEqual(body['grant_types'], ['authorization_code', 'refresh_token']);
  t.is(body['scope'], 'openid profile email offline_access');
  const id = String(body['client_id']);
  const row = await server.identity.db.client.findUniqueOrThrow({ where: { id } });
  t.like(row, { firstParty: false, tenantId: null, applicationId: null, licenseClaims: false, type: 'SPA' });
  t.is(row.backchannelLogoutUri, null);
  const { tokens, asked } = await connectAgent(server, id);
  t.true(asked);
  for (const path of ['/api/tenants', '/api/users/me/sessions', '/api/platform/clients'])
    t.is((await call(server.issuer, path, tokens.access_token)).status, 403, path);
  const wanted = await startAgent(server, id, { scope: 'openid tenants:write' });
  t.is(wanted.page.url.searchParams.get('error'), 'invalid_scope');
});

test('the database refuses more rights for such a client, whoever writes its row', async (t) => {
  const { body } = await register();
  const { db } = server.identity;
  const where = { id: String(body['client_id']) };
  const { id: tenantId } = await db.tenant.findFirstOrThrow();
  const { id: applicationId } = await db.application.findFirstOrThrow();
  const more = [
    { firstParty: true },
    { tenantId },
    { applicationId },
    { licenseClaims: true },
    { groupClaims: true },
    { type: 'MACHINE' as const },
    { scopes: ['openid', 'tenants:write'] },
    { backchannelLogoutUri: 'https://agents.example/logout' },
  ];
  for (const data of more)
    await t.throwsAsync(
      db.client.update({ where, data }),
      { message: /clients_of_others_check/u },
      JSON.stringify(data),
    );
});

const wrong: [string, unknown, string][] = [
  ['no redirect_uris', { ...agent, redirect_uris: undefined }, 'invalid_redirect_uri'],
  ['a redirect URI over http', { ...agent, redirect_uris: ['http://agents.example/cb'] }, 'invalid_redirect_uri'],
  ['one bad redirect URI', { ...agent, redirect_uris: [agentCallback, 'data:text/html,x'] }, 'invalid_redirect_uri'],
  ['a scheme of no domain', { ...agent, redirect_uris: ['cursor://callback'] }, 'invalid_redirect_uri'],
  ['a name of this service', { ...agent, client_name: 'Demo Web' }, 'invalid_client_metadata'],
  ['a name that looks like one', { ...agent, client_name: 'D\u0435m0 VVeb' }, 'invalid_client_metadata'],
  ['a word of two scripts', { ...agent, client_name: 'Ag\u0435nt' }, 'invalid_client_metadata'],
  ['an unknown method', { ...agent, token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
  ['a key', { ...agent, token_endpoint_auth_method: 'private_key_jwt', jwks: {} }, 'invalid_client_metadata'],
  ['a list', [], 'invalid_client_metadata'],
  ['broken JSON', '{"redirect_uris":', 'invalid_client_metadata'],
  ['a key that comes twice', '{"client_name":"a","client_name":"b"}', 'invalid_client_metadata'],
  ['U+0000', { ...agent, client_name: 'a\u0000b' }, 'invalid_client_metadata'],
  ['21 KB', { ...agent, padding: 'x'.repeat(21 * 1024) }, 'invalid_client_metadata'],
];

for (const [title, text] of [
  ['U+0000', String.raw`a\u0000b`],
  ['a lone surrogate', String.raw`a\ud800b`],
]) {
  for (const member of ['client_name', 'software_id', 'redirect_uris'])
    test(`a registration with ${title} in ${member} is a 400 that says so`, async (t) => {
      const members = { ...agent, [member]: member === 'redirect_uris' ? ['X'] : 'X' };
      const { status, body } = await register(JSON.stringify(members).replace('"X"', `"${text}"`));
      t.deepEqual([status, body['error']], [400, 'invalid_client_metadata']);
      t.true(String(body['error_description']).includes(member), String(body['error_description']));
    });
}

for (const [title, members, error] of wrong) {
  test(`a registration is refused with ${title}`, async (t) => {
    const { status, body } = await register(members);
    t.true(status >= 400 && status < 500, String(status));
    t.is(body['error'], error);
  });
}

test('a client reads, changes and deletes its own registration, and nobody else does', async (t) => {
  const { body } = await register();
  const [id, uri] = [String(body['client_id']), String(body['registration_client_uri'])];
  const own = bearer(body['registration_access_token']);
  const other = bearer((await register()).body['registration_access_token']);
  const stored = await server.identity.db.client.findUniqueOrThrow({ where: { id } });
  t.notDeepEqual(Buffer.from(stored.registrationTokenHash ?? []).toString(), body['registration_access_token']);
  for (const method of ['GET', 'PUT', 'DELETE'])
    for (const headers of [{}, other, bearer('x'), { authorization: 'Basic eDp4' }]) {
      const refused = await send(method, uri, method === 'PUT' ? agent : undefined, headers);
      t.is(refused.status, 401);
      t.is(refused.body['error'], 'invalid_token');
    }
  t.is((await send('GET', `${server.issuer}/api/oauth/register/demo-web`, undefined, own)).status, 401);
  const read = await send('GET', uri, undefined, own);
  t.is(read.status, 200);
  t.like(read.body, { client_id: id, client_name: 'Registered Agent', token_endpoint_auth_method: 'none' });

  const signedIn = await connectAgent(server, id);
  const changes = { ...agent, client_id: id, client_name: 'Renamed Agent' };
  t.is((await send('PUT', uri, { ...changes, client_id: 'demo-web' }, own)).status, 400);
  t.is((await send('PUT', uri, { ...changes, client_secret: 'chosen' }, own)).status, 400);
  t.is((await send('PUT', uri, { ...changes, token_endpoint_auth_method: 'client_secret_basic' }, own)).status, 400);
  t.is((await send('PUT', uri, changes, own)).body['client_name'], 'Renamed Agent');
  t.is((await call(server.issuer, '/api/users/me', signedIn.tokens.access_token)).status, 200);
  const moved = { ...changes, redirect_uris: ['http://127.0.0.1/elsewhere'] };
  t.is((await send('PUT', uri, moved, own)).status, 200);
  t.is((await call(server.issuer, '/api/users/me', signedIn.tokens.access_token)).status, 401);
  const again = await startAgent(server, id, {
    redirect_uri: 'http://127.0.0.1:1/elsewhere',
    browser: signedIn.browser,
  });
  t.regex(again.page.html, /wants access/u, 'the consent was not carried over');

  t.is((await send('DELETE', uri, undefined, own)).status, 204);
  t.is((await send('GET', uri, undefined, own)).status, 401);
  t.is((await startAgent(server, id)).page.status, 400);
  const events = await server.identity.db.event.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type }) => type),
    ['client.created', 'application.connected', 'client.updated', 'client.updated', 'client.deleted'],
  );
});

test('a network registers few clients an hour', async (t) => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const responses = await Promise.all(Array.from({ length: 40 }, () => register(agent, headers)));
  const statuses = responses.map(({ status }) => status);
  t.is(statuses.filter((status) => status === 201).length, 20);
  const refused = responses.find(({ status }) => status === 429);
  t.is(refused?.body['error'], 'temporarily_unavailable');
  t.truthy(refused?.headers.get('retry-after'));
});

test('how many clients register is an option', async (t) => {
  const foreignClients = { registrationsOfNetworkPerHour: 3, registrationsPerDay: 5 };
  const strict = await startTestServer({ dynamicRegistration: 'open', trustedProxies: 1, limits: { foreignClients } });
  t.teardown(() => strict.stop());
  const statusesOf = async (from: string) => {
    const statuses: number[] = [];
    for (const _ of [1, 2, 3, 4]) statuses.push((await register(agent, { 'x-forwarded-for': from }, strict)).status);
    return statuses;
  };
  t.deepEqual(await statusesOf('203.0.113.7'), [201, 201, 201, 429]);
  t.deepEqual(await statusesOf('198.51.100.7'), [201, 201, 429, 429], 'of all networks together');
});

test('a whole IPv6 /48 registers as many clients as one IPv4', async (t) => {
  const from = (index: number) => ({ 'x-forwarded-for': `2001:db8:1:${index.toString(16)}::1` });
  const responses = await Promise.all(Array.from({ length: 40 }, (_, index) => register(agent, from(index))));
  t.is(responses.filter(({ status }) => status === 201).length, 20);
  t.is((await register(agent, { 'x-forwarded-for': '2001:db8:2::1' })).status, 201);
});

test('programs in a browser register from any origin, and unknown methods are refused', async (t) => {
  const origin = { origin: 'http://localhost:6274' };
  const asked = { ...origin, 'access-control-request-method': 'POST' };
  const preflight = await send('OPTIONS', `${server.issuer}/api/oauth/register`, undefined, asked);
  t.is(preflight.status, 204);
  t.is(preflight.headers.get('access-control-allow-origin'), '*');
  t.is((await register(agent, origin)).headers.get('access-control-allow-origin'), '*');
  const wrongMethod = await send('GET', `${server.issuer}/api/oauth/register`);
  t.is(wrongMethod.status, 405);
  t.is(wrongMethod.headers.get('allow'), 'POST');
});

test('with an initial access token, only who has it registers', async (t) => {
  const initialAccessToken = 'an-initial-access-token-of-40-characters';
  const closed = await startTestServer({ dynamicRegistration: { initialAccessToken } });
  t.teardown(() => closed.stop());
  for (const headers of [{}, bearer('x'), bearer(`${initialAccessToken}x`)])
    t.is((await register(agent, headers, closed)).status, 401);
  t.is((await register(agent, bearer(initialAccessToken), closed)).status, 201);
  const { body } = await call(closed.issuer, '/.well-known/openid-configuration');
  t.is(body['registration_endpoint'], `${closed.issuer}/api/oauth/register`);
});
