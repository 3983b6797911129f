import { createHash } from 'node:crypto';
import test from 'ava';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import {
  buildRequest,
  call,
  callback,
  configure,
  enterPassword,
  exchange,
  secretOf,
  signIn,
} from '../support/sign-in.js';
import { TestBrowser } from '../support/test-browser.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

test('a confidential client signs a user in with HTTP Basic and with the secret in the body', async (t) => {
  for (const method of [client.ClientSecretBasic, client.ClientSecretPost]) {
    const config = await configure(server.issuer, 'demo-web', method(secretOf('demo-web')));
    const request = await buildRequest(config);
    const browser = new TestBrowser(server.issuer);
    const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
    const tokens = await exchange(request, page.url);

    t.is(tokens.token_type, 'bearer');
    t.is(tokens.expires_in, 15 * 60);
    t.is(tokens.scope, 'openid profile email offline_access');
    t.truthy(tokens.refresh_token);
    t.truthy(tokens.id_token);
  }
});

test('an SPA signs a user in with PKCE and no secret', async (t) => {
  const { tokens } = await signIn(server.issuer, { clientId: 'demo-spa' });
  t.is(decodeJwt(tokens.access_token)['client_id'], 'demo-spa');
});

test('a plain PKCE challenge is verified by the same verifier', async (t) => {
  const config = await configure(server.issuer, 'demo-spa');
  const verifier = client.randomPKCECodeVerifier();
  const request = await buildRequest(config, { code_challenge: verifier, code_challenge_method: 'plain' });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');

  const wrong = { ...request, verifier: client.randomPKCECodeVerifier() };
  const error = await t.throwsAsync(exchange(wrong, page.url), { instanceOf: client.ResponseBodyError });
  t.is(error.error, 'invalid_grant');

  const again = await buildRequest(config, { code_challenge: verifier, code_challenge_method: 'plain' });
  const secondPage = await browser.open(again.url);
  const tokens = await exchange({ ...again, verifier }, secondPage.url);
  t.truthy(tokens.access_token);
});

test('the access token has every claim and header the contract lists', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const header = decodeProtectedHeader(tokens.access_token);
  t.is(header.alg, 'RS256');
  t.is(header.typ, 'at+jwt');
  t.truthy(header.kid);
  const claims = decodeJwt(tokens.access_token);
  t.is(claims.iss, server.issuer);
  t.is(claims.aud, server.issuer);
  t.is(claims['client_id'], 'demo-web');
  t.is(claims['scope'], 'openid profile email offline_access');
  t.is((claims.exp ?? 0) - (claims.iat ?? 0), 15 * 60);
  t.is(claims['tenant_slug'], 'acme');
  t.is(claims['tenant_role'], 'owner');
  t.regex(String(claims['tenant_id']), /^[\da-f-]{36}$/u);
  for (const name of ['sub', 'jti', 'sid']) t.is(typeof claims[name], 'string', name);
});

test('userinfo answers the claims of the granted scopes only', async (t) => {
  const { tokens, config } = await signIn(server.issuer);
  const all = await client.fetchUserInfo(config, tokens.access_token, String(tokens.claims()?.sub));
  t.is(all.email, 'owner@acme.test');
  t.is(all.email_verified, true);
  t.is(all.name, 'Olivia Owner');
  t.is(all.given_name, 'Olivia');
  t.is(all.family_name, 'Owner');
  t.is(all.locale, 'en-GB');
  t.is(all.zoneinfo, 'Europe/London');
  t.is(all['tenant_slug'], 'acme');

  const narrow = await signIn(server.issuer, { changes: { scope: 'openid email' } });
  const { body } = await call(server.issuer, '/api/oauth/userinfo', narrow.tokens.access_token);
  t.is(body['email'], 'owner@acme.test');
  t.is(body['name'], undefined);
  t.is(narrow.tokens.refresh_token, undefined, 'no refresh token without offline_access');
});

test('the ID token names client, nonce, session and tenant, and lives one hour', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const claims = tokens.claims();
  t.is(claims?.aud, 'demo-web');
  t.is((claims?.exp ?? 0) - (claims?.iat ?? 0), 60 * 60);
  t.is<unknown, unknown>(claims?.['sid'], decodeJwt(tokens.access_token)['sid']);
  t.is(claims?.['tenant_slug'], 'acme');
});

test('the response carries state unchanged and the issuer', async (t) => {
  const config = await configure(server.issuer, 'demo-web');
  const state = 'a state with spaces & ünïcode ✓';
  const request = await buildRequest(config, { state });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  t.is(page.url.origin + page.url.pathname, callback);
  t.is(page.url.searchParams.get('state'), state);
  t.is(page.url.searchParams.get('iss'), server.issuer);
  t.truthy(page.url.searchParams.get('code'));
});

const refused: [string, string, Record<string, string | undefined>, string][] = [
  ['openid without a nonce', 'demo-web', { nonce: undefined }, 'invalid_request'],
  ['a response type other than code', 'demo-web', { response_type: 'token' }, 'unsupported_response_type'],
  ['only scopes that nobody knows', 'demo-web', { scope: 'everything', nonce: undefined }, 'invalid_scope'],
  [
    'a public client without PKCE',
    'demo-spa',
    { code_challenge: undefined, code_challenge_method: undefined },
    'invalid_request',
  ],
  ['a challenge without its method', 'demo-spa', { code_challenge_method: undefined }, 'invalid_request'],
  ['an unknown PKCE method', 'demo-spa', { code_challenge_method: 'S512' }, 'invalid_request'],
  [
    'a plain challenge that is no verifier',
    'demo-spa',
    { code_challenge: 'short', code_challenge_method: 'plain' },
    'invalid_request',
  ],
  ['an unknown tenant', 'demo-web', { tenant: 'nobody' }, 'invalid_request'],
  ['a scope the client was not given', 'demo-web', { scope: 'openid licenses:read' }, 'invalid_scope'],
  ['nobody signed in with prompt=none', 'demo-web', { prompt: 'none' }, 'login_required'],
];
for (const [title, clientId, changes, error] of refused) {
  test(`an authorization request is refused by redirect with error and state: ${title}`, async (t) => {
    const request = await buildRequest(await configure(server.issuer, clientId), changes);
    const page = await new TestBrowser(server.issuer).open(request.url);
    t.is(page.url.origin + page.url.pathname, callback);
    t.is(page.url.searchParams.get('error'), error);
    t.truthy(page.url.searchParams.get('error_description'));
    t.is(page.url.searchParams.get('state'), request.state);
    t.is(page.url.searchParams.get('iss'), server.issuer);
    t.is(page.url.searchParams.get('code'), null);
  });
}

test('a request without openid needs no nonce and gets no ID token', async (t) => {
  const { tokens } = await signInWithoutOpenid();
  t.is(tokens.id_token, undefined);
  t.is(tokens.scope, 'offline_access');
});

async function signInWithoutOpenid() {
  const config = await configure(server.issuer, 'demo-web');
  const request = await buildRequest(config, { scope: 'offline_access', nonce: undefined });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  const tokens = await client.authorizationCodeGrant(config, page.url, {
    pkceCodeVerifier: request.verifier,
    expectedState: request.state,
  });
  return { tokens };
}

async function freshCode(clientId: string) {
  const request = await buildRequest(await configure(server.issuer, clientId));
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  return { code: String(page.url.searchParams.get('code')), verifier: request.verifier };
}

async function tokenRequest(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

const web = { client_id: 'demo-web', client_secret: secretOf('demo-web') };

test('the token endpoint refuses a wrong verifier, a missing one and one without a challenge with invalid_grant', async (t) => {
  const first = await freshCode('demo-spa');
  const base = { grant_type: 'authorization_code', redirect_uri: callback };
  const wrong = await tokenRequest({
    ...base,
    client_id: 'demo-spa',
    code: first.code,
    code_verifier: client.randomPKCECodeVerifier(),
  });
  t.deepEqual([wrong.status, wrong.body['error']], [400, 'invalid_grant']);

  const second = await freshCode('demo-spa');
  const missing = await tokenRequest({ ...base, client_id: 'demo-spa', code: second.code });
  t.deepEqual([missing.status, missing.body['error']], [400, 'invalid_grant']);

  const request = await buildRequest(await configure(server.issuer, 'demo-web'), {
    code_challenge: undefined,
    code_challenge_method: undefined,
  });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  const code = String(page.url.searchParams.get('code'));
  const extra = await tokenRequest({ ...base, ...web, code, code_verifier: client.randomPKCECodeVerifier() });
  t.deepEqual([extra.status, extra.body['error']], [400, 'invalid_grant']);
});

test('a code is refused for another client, another redirect_uri and when it is unknown', async (t) => {
  const { code, verifier } = await freshCode('demo-web');
  const base = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const partner = { client_id: 'demo-partner', client_secret: secretOf('demo-partner') };
  const other = await tokenRequest({ ...base, ...partner, redirect_uri: callback });
  t.deepEqual([other.status, other.body['error']], [400, 'invalid_grant']);
  const elsewhere = await tokenRequest({ ...base, ...web, redirect_uri: 'http://localhost:8080/callback' });
  t.deepEqual([elsewhere.status, elsewhere.body['error']], [400, 'invalid_grant']);
  const absent = await tokenRequest({ ...base, ...web });
  t.deepEqual([absent.status, absent.body['error']], [400, 'invalid_request']);
  const unknown = await tokenRequest({ ...base, ...web, redirect_uri: callback, code: 'nothing' });
  t.deepEqual([unknown.status, unknown.body['error']], [400, 'invalid_grant']);
});

test('a failed client authentication is 400 in the body and 401 with WWW-Authenticate by Basic', async (t) => {
  const fields = { grant_type: 'authorization_code', code: 'x', redirect_uri: callback };
  const body = await tokenRequest({ ...fields, client_id: 'demo-web', client_secret: 'wrong' });
  t.deepEqual([body.status, body.body['error']], [400, 'invalid_client']);
  t.truthy(body.body['error_description']);
  const none = await tokenRequest({ ...fields, client_id: 'demo-web' });
  t.deepEqual([none.status, none.body['error']], [400, 'invalid_client']);
  const unknown = await tokenRequest({ ...fields, client_id: 'nobody', client_secret: 'wrong' });
  t.deepEqual([unknown.status, unknown.body['error']], [400, 'invalid_client']);
  const basic = await tokenRequest(fields, {
    authorization: `Basic ${Buffer.from('demo-web:wrong').toString('base64')}`,
  });
  t.deepEqual([basic.status, basic.body['error']], [401, 'invalid_client']);
  t.regex(String(basic.headers.get('www-authenticate')), /^Basic /u);
});

test('the stored code is a hash: neither code nor verifier is in the database', async (t) => {
  const config = await configure(server.issuer, 'demo-spa');
  const verifier = client.randomPKCECodeVerifier();
  const request = await buildRequest(config, { code_challenge: verifier, code_challenge_method: 'plain' });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  const code = String(page.url.searchParams.get('code'));
  const idHash = Uint8Array.from(createHash('sha256').update(code).digest());
  const rows = await server.identity.db.oidcToken.findMany({ where: { idHash } });
  t.is(rows.length, 1);
  const stored = JSON.stringify(rows);
  t.false(stored.includes(code));
  t.false(stored.includes(verifier));
});

test('a request without response_type is refused', async (t) => {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  request.url.searchParams.delete('response_type');
  const page = await new TestBrowser(server.issuer).open(request.url);
  t.is(page.url.searchParams.get('error'), 'invalid_request');
  t.is(page.url.searchParams.get('state'), request.state);
});

test('scope is optional: without it the client learns who signed in', async (t) => {
  const config = await configure(server.issuer, 'demo-web');
  const request = await buildRequest(config, { scope: undefined, nonce: undefined });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  const tokens = await client.authorizationCodeGrant(config, page.url, {
    pkceCodeVerifier: request.verifier,
    expectedState: request.state,
  });
  t.is(tokens.scope, 'openid');
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
});

test('state is optional: without it none comes back', async (t) => {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { state: undefined });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  t.truthy(page.url.searchParams.get('code'));
  t.is(page.url.searchParams.get('state'), null);
});

test('a token response says "Bearer", and one without its parts is refused', async (t) => {
  const { code, verifier } = await freshCode('demo-web');
  const whole = { grant_type: 'authorization_code', redirect_uri: callback, code, code_verifier: verifier, ...web };
  for (const name of ['grant_type', 'code', 'redirect_uri', 'client_id'] as const) {
    const { [name]: _absent, ...rest } = whole;
    const { status, body } = await tokenRequest(rest);
    t.deepEqual([status, body['error']], [400, 'invalid_request'], name);
  }
  const { status, body, headers } = await tokenRequest(whole);
  t.is(status, 200);
  t.is(body['token_type'], 'Bearer');
  t.is(headers.get('cache-control'), 'no-store');
  const names = ['access_token', 'expires_in', 'id_token', 'refresh_token', 'scope', 'token_type'];
  t.deepEqual(Object.keys(body).sort(), names);
});

test('a code past its 60 seconds is invalid_grant', async (t) => {
  const { code, verifier } = await freshCode('demo-spa');
  const idHash = Uint8Array.from(createHash('sha256').update(code).digest());
  const { db } = server.identity;
  const row = await db.oidcToken.findFirstOrThrow({ where: { idHash } });
  t.is(Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 1000), 60);
  await db.oidcToken.updateMany({ where: { idHash }, data: { expiresAt: new Date() } });
  const fields = { grant_type: 'authorization_code', redirect_uri: callback, code, code_verifier: verifier };
  const { status, body } = await tokenRequest({ ...fields, client_id: 'demo-spa' });
  t.deepEqual([status, body['error']], [400, 'invalid_grant']);
});

test('a session lives 14 days; past them the password is asked for again', async (t) => {
  const { browser, tokens } = await signIn(server.issuer);
  const { db } = server.identity;
  const rows = await db.oidcSession.findMany({ where: { accountId: String(decodeJwt(tokens.access_token).sub) } });
  const sid = decodeJwt(tokens.access_token)['sid'];
  const session = rows.find(({ payload }) => JSON.stringify(payload).includes(String(sid)));
  t.is(Math.round(((session?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000), 14);
  await db.oidcSession.update({ where: { uid: String(session?.uid) }, data: { expiresAt: new Date() } });
  const page = await browser.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
  t.regex(page.html, /name="password"/u);
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200, 'its tokens go on');
});
