import { TestBrowser } from '@org/identity-testing/test-browser';
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
