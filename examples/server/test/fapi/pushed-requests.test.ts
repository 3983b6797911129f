import { createHash } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as openid from 'openid-client';
import { addClients, highSecurity, post } from '../support/proofs.js';
import { call, callback, enterPassword, secretOf } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
const strict = { id: 'par-only', secret: 'par-only-secret-0123456789abcdef-0123456789' };

test.before(async () => {
  server = await startTestServer({ ...highSecurity, limits: { interactions: { perNetwork: 200 } } });
  await addClients(server, [
    { ...strict, name: 'Strict', type: 'CONFIDENTIAL', firstParty: true, redirectUris: [callback], requirePar: true },
    { id: 'par-spa', name: 'Strict SPA', type: 'SPA', firstParty: true, redirectUris: [callback], requirePar: true },
  ]);
});
test.after.always(() => server?.stop());

const verifier = openid.randomPKCECodeVerifier();
async function parameters(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  return {
    response_type: 'code',
    redirect_uri: callback,
    scope: 'openid offline_access',
    nonce: 'n-1',
    state: 's-1',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...changes,
  };
}

const pushWith = async (fields: Record<string, string>, changes?: Record<string, string>) =>
  post(`${server.issuer}/api/oauth/par`, { ...(await parameters(changes)), ...fields });
const strictFields = { client_id: strict.id, client_secret: strict.secret };

/** Pushes a request and returns the URL that the browser opens. */
async function pushed(changes?: Record<string, string>, clientId = strict.id): Promise<URL> {
  const { status, body } = await pushWith(strictFields, changes);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return authorizeUrl({ client_id: clientId, request_uri: String(body['request_uri']) });
}

function authorizeUrl(query: Record<string, string>): URL {
  const url = new URL(`${server.issuer}/oauth/authorize`);
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** The key of the row of a pushed request. */
function rowOf(url: URL) {
  const id = (url.searchParams.get('request_uri') ?? '').split(':').at(-1) ?? '';
  return { idHash: Uint8Array.from(createHash('sha256').update(id).digest()), model: 'PushedAuthorizationRequest' };
}

const open = (url: URL) => new TestBrowser(server.issuer).open(url);

async function complete(url: URL): Promise<URL> {
  const browser = new TestBrowser(server.issuer);
  return (await enterPassword(browser, await browser.open(url), 'owner@acme.test')).url;
}

test('a pushed request signs a user in, with everything that it asks for', async (t) => {
  const { status, body, headers } = await pushWith(strictFields);
  t.like({ status, body }, { status: 201, body: { expires_in: 60 } });
  t.is(headers.get('cache-control'), 'no-store');
  const url = await complete(authorizeUrl({ client_id: strict.id, request_uri: String(body['request_uri']) }));
  t.is(url.searchParams.get('state'), 's-1');
  t.is(url.searchParams.get('iss'), server.issuer);
  const tokens = await post(`${server.issuer}/api/oauth/token`, {
    ...strictFields,
    grant_type: 'authorization_code',
    code: url.searchParams.get('code') ?? '',
    redirect_uri: callback,
    code_verifier: verifier,
  });
  t.is(tokens.status, 200);
  t.is(typeof tokens.body['refresh_token'], 'string');
});

test('a client with requirePar cannot sign a user in without a pushed request', async (t) => {
  for (const clientId of [strict.id, 'par-spa']) {
    const url = authorizeUrl({ ...(await parameters()), client_id: clientId });
    const page = await open(url);
    t.is(page.url.searchParams.get('error') ?? 'no redirect', 'invalid_request', clientId);
    const browser = new TestBrowser(server.issuer);
    const byPost = await browser.request('POST', new URL(url.pathname, url), url.searchParams);
    const next = await browser.open(new URL(byPost.headers.get('location') ?? '', url));
    t.is(next.url.searchParams.get('error'), 'invalid_request', clientId);
  }
});

test('a request_uri works once, even for two browsers at the same time', async (t) => {
  const url = await pushed();
  t.truthy((await complete(url)).searchParams.get('code'));
  t.is((await open(url)).status, 400);
  const both = await pushed();
  const browsers = [new TestBrowser(server.issuer), new TestBrowser(server.issuer)];
  const pages = await Promise.all(browsers.map((browser) => browser.open(both)));
  const ends = await Promise.all(
    pages.map((page, at) => enterPassword(browsers[at] as TestBrowser, page, 'owner@acme.test')),
  );
  t.is(ends.filter((page) => page.url.searchParams.get('code')).length, 1);
});

test('a request_uri is used up although it has expired and was purged before the sign-in ends', async (t) => {
  const url = await pushed();
  const browsers = [new TestBrowser(server.issuer), new TestBrowser(server.issuer)] as const;
  const [one, other] = await Promise.all([browsers[0].open(url), browsers[1].open(url)]);
  t.truthy((await enterPassword(browsers[0], one, 'owner@acme.test')).url.searchParams.get('code'));
  // As a purge does, long after.
  await server.identity.db.oidcRecord.delete({ where: { idHash_model: rowOf(url) } });
  t.falsy((await enterPassword(browsers[1], other, 'owner@acme.test')).url.searchParams.get('code'));
});

test('a row of a pushed request outlives the longest sign-in, but the request is valid for a minute', async (t) => {
  const url = await pushed();
  const where = { idHash_model: rowOf(url) };
  const row = await server.identity.db.oidcRecord.findUniqueOrThrow({ where });
  t.true((row.expiresAt?.getTime() ?? 0) - Date.now() > 3_600_000);
  const payload = row.payload as { exp: number };
  t.true(payload.exp <= Date.now() / 1000 + 60);
  const expired = { ...payload, exp: Math.floor(Date.now() / 1000) - 1 };
  await server.identity.db.oidcRecord.update({ where, data: { payload: expired } });
  t.is((await open(url)).status, 400);
});

test('a request_uri of another client is refused', async (t) => {
  const page = await open(await pushed({}, 'demo-web'));
  t.falsy(page.url.searchParams.get('code'));
  t.is(page.url.origin, server.issuer);
});

test('the URL cannot change what was pushed', async (t) => {
  const url = await pushed({ scope: 'openid' });
  url.searchParams.set('scope', 'openid offline_access profile');
  url.searchParams.set('redirect_uri', 'https://evil.example/');
  url.searchParams.set('state', 'evil');
  const end = await complete(url);
  t.is(`${end.origin}${end.pathname}`, callback);
  t.is(end.searchParams.get('state'), 's-1');
  const { body } = await post(`${server.issuer}/api/oauth/token`, {
    ...strictFields,
    grant_type: 'authorization_code',
    code: end.searchParams.get('code') ?? '',
    redirect_uri: callback,
    code_verifier: verifier,
  });
  t.is(body['scope'], 'openid');
  t.is(body['refresh_token'], undefined);
});

for (const [what, fields, changes] of [
  ['without the secret', { client_id: strict.id }, {}],
  ['with a wrong secret', { client_id: strict.id, client_secret: 'x'.repeat(40) }, {}],
] as const) {
  test(`a request is not pushed ${what}`, async (t) => {
    const { status, body } = await pushWith(fields, changes);
    t.deepEqual([status, body['error']], [401, 'invalid_client']);
  });
}

for (const [what, changes] of Object.entries({
  'another redirect_uri': { redirect_uri: 'https://evil.example/' },
  'no redirect_uri': { redirect_uri: '' },
  'another client_id': { client_id: 'demo-web' },
  'plain PKCE': { code_challenge_method: 'plain' },
  'a request_uri': { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
  'a text of 20,000 characters': { login_hint: 'x'.repeat(20_000) },
})) {
  test(`a request with ${what} is not pushed`, async (t) => {
    const { status } = await post(`${server.issuer}/api/oauth/par`, {
      ...(await parameters()),
      ...strictFields,
      ...changes,
    });
    t.true(status >= 400 && status < 500, String(status));
  });
}

test('only POST is known at the endpoint, and discovery names it', async (t) => {
  t.is((await call(server.issuer, '/api/oauth/par')).status, 405);
  const { body } = await call(server.issuer, '/.well-known/openid-configuration');
  t.is(body['pushed_authorization_request_endpoint'], `${server.issuer}/api/oauth/par`);
});

test('a public client pushes a limited number of requests from one network', async (t) => {
  const { issuer, stop } = await startTestServer({ ...highSecurity, limits: { interactions: { perNetwork: 3 } } });
  t.teardown(stop);
  const push = async () =>
    (await post(`${issuer}/api/oauth/par`, { ...(await parameters()), client_id: 'demo-spa' })).status;
  t.deepEqual([await push(), await push(), await push(), await push()], [201, 201, 201, 429]);
});

test('with the option off, the endpoint belongs to the host, and such a client is refused', async (t) => {
  const off = await startTestServer();
  t.teardown(() => off.stop());
  const web = { client_id: 'demo-web', client_secret: secretOf('demo-web') };
  const { status } = await fetch(`${off.issuer}/api/oauth/par`, { method: 'POST', body: new URLSearchParams(web) });
  t.is(status, 404);
  await addClients(off, [
    { ...strict, name: 'Strict', type: 'CONFIDENTIAL', firstParty: true, redirectUris: [callback], requirePar: true },
  ]);
  const url = new URL(`${off.issuer}/oauth/authorize`);
  url.search = new URLSearchParams({ ...(await parameters()), client_id: strict.id }).toString();
  const page = await new TestBrowser(off.issuer).open(url);
  t.is(page.status, 400);
  const refused = await post(`${off.issuer}/api/oauth/token`, { ...strictFields, grant_type: 'refresh_token' });
  t.like(refused, { status: 400, body: { error: 'invalid_client_metadata' } });
  t.regex(String(refused.body['error_description']), /pushedAuthorizationRequests/u);
});
