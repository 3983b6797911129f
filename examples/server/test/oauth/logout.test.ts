import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as client from 'openid-client';
import { buildRequest, call, configure, exchange, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const loggedOut = 'http://127.0.0.1:8765/logged-out';
const profile = (token: string) => call(server.issuer, '/api/users/me', token);

test('logout with the user’s ID token is a plain redirect with state, and ends session and tokens', async (t) => {
  const { browser, config, tokens } = await signIn(server.issuer);
  const url = client.buildEndSessionUrl(config, {
    id_token_hint: String(tokens.id_token),
    post_logout_redirect_uri: loggedOut,
    state: 'bye & bye',
  });
  const response = await browser.request('GET', url);
  t.is(response.status, 303);
  t.is(response.headers.get('location'), `${loggedOut}?state=bye+%26+bye`);

  t.is((await profile(tokens.access_token)).status, 401);
  const error = await t.throwsAsync(client.refreshTokenGrant(config, String(tokens.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(error.error, 'invalid_grant');
  const again = await browser.open((await buildRequest(config, { prompt: 'none' })).url);
  t.is(again.url.searchParams.get('error'), 'login_required');
});

test('logout ends the tokens of every client and tenant of the session, and no other session', async (t) => {
  const browser = new TestBrowser(server.issuer);
  const web = await signIn(server.issuer, { browser, email: 'owner@globex.test', changes: { tenant: 'acme' } });
  const other = await signIn(server.issuer, { browser, email: 'owner@globex.test', changes: { tenant: 'globex' } });
  const spa = await signIn(server.issuer, {
    browser,
    clientId: 'demo-spa',
    email: 'owner@globex.test',
    changes: { tenant: 'acme' },
  });
  const elsewhere = await signIn(server.issuer, { email: 'owner@globex.test', changes: { tenant: 'acme' } });
  for (const { tokens } of [web, other, spa, elsewhere]) t.is((await profile(tokens.access_token)).status, 200);

  await browser.request(
    'GET',
    client.buildEndSessionUrl(spa.config, {
      id_token_hint: String(spa.tokens.id_token),
      post_logout_redirect_uri: loggedOut,
    }),
  );
  for (const { tokens } of [web, other, spa]) t.is((await profile(tokens.access_token)).status, 401);
  t.is((await profile(elsewhere.tokens.access_token)).status, 200);
  const refreshed = await client.refreshTokenGrant(elsewhere.config, String(elsewhere.tokens.refresh_token));
  t.truthy(refreshed.access_token);
});

test('logout by POST redirects to the same URL', async (t) => {
  const { browser, tokens } = await signIn(server.issuer);
  const fields = new URLSearchParams({
    id_token_hint: String(tokens.id_token),
    post_logout_redirect_uri: loggedOut,
    state: 's',
  });
  const response = await browser.request('POST', new URL('/api/oauth/logout', server.issuer), fields);
  t.is(response.status, 303);
  const page = await browser.open(String(response.headers.get('location')));
  t.is(page.url.href, `${loggedOut}?state=s`);
  t.is((await profile(tokens.access_token)).status, 401);
});

test('without a hint a page asks first, and only "Sign out" ends the session', async (t) => {
  const { browser, tokens } = await signIn(server.issuer);
  const asked = await browser.open('/api/oauth/logout');
  t.is(asked.status, 200);
  t.regex(asked.html, /Do you want to sign out\?/u);
  t.is((await profile(tokens.access_token)).status, 200);

  const stayed = await browser.submit(asked, {});
  t.is(stayed.status, 200);
  t.is((await profile(tokens.access_token)).status, 200);

  const askedAgain = await browser.open('/api/oauth/logout');
  const left = await browser.submit(askedAgain, { logout: 'yes' });
  t.regex(left.html, /You are signed out/u);
  t.is((await profile(tokens.access_token)).status, 401);
});

test('the page that asks goes on to the client’s own address', async (t) => {
  const { browser } = await signIn(server.issuer);
  const asked = await browser.open(
    `/api/oauth/logout?${new URLSearchParams({ client_id: 'demo-web', post_logout_redirect_uri: loggedOut, state: 'x' })}`,
  );
  t.regex(asked.html, /Do you want to sign out\?/u);
  const left = await browser.submit(asked, { logout: 'yes' });
  t.is(left.url.href, `${loggedOut}?state=x`);
});

test('the hint of somebody else does not sign this person out unasked', async (t) => {
  const mine = await signIn(server.issuer);
  const theirs = await signIn(server.issuer, { email: 'admin@acme.test' });
  const url = client.buildEndSessionUrl(mine.config, {
    id_token_hint: String(theirs.tokens.id_token),
    post_logout_redirect_uri: loggedOut,
  });
  const page = await mine.browser.open(url);
  t.regex(page.html, /Do you want to sign out\?/u);
  t.is((await profile(mine.tokens.access_token)).status, 200);
});

test('a forged hint is an error page and signs nobody out', async (t) => {
  const { browser, tokens } = await signIn(server.issuer);
  const [header, payload] = String(tokens.id_token).split('.');
  const url = `/api/oauth/logout?${new URLSearchParams({ id_token_hint: `${header}.${payload}.AAAA`, post_logout_redirect_uri: loggedOut })}`;
  const page = await browser.open(url);
  t.is(page.status, 400);
  t.is((await profile(tokens.access_token)).status, 200);
});

test('somebody who is not signed in sees that, or returns to the client at once', async (t) => {
  const { config, tokens } = await signIn(server.issuer);
  const stranger = new TestBrowser(server.issuer);
  const page = await stranger.open('/api/oauth/logout');
  t.is(page.status, 200);
  t.regex(page.html, /You are signed out/u);
  t.notRegex(page.html, /<script/u);
  const url = client.buildEndSessionUrl(config, {
    id_token_hint: String(tokens.id_token),
    post_logout_redirect_uri: loggedOut,
    state: 'z',
  });
  t.is((await stranger.open(url)).url.href, `${loggedOut}?state=z`);
});

test('a post_logout_redirect_uri without a client is not followed', async (t) => {
  const { browser } = await signIn(server.issuer);
  const asked = await browser.open(`/api/oauth/logout?${new URLSearchParams({ post_logout_redirect_uri: loggedOut })}`);
  const left = await browser.submit(asked, { logout: 'yes' });
  t.is(left.url.origin, server.issuer);
  t.regex(left.html, /You are signed out/u);
});

test('closing the browser revokes nothing', async (t) => {
  const { tokens, config } = await signIn(server.issuer);
  // The browser and its cookies are lost; the server was not told.
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.is((await profile(refreshed.access_token)).status, 200);
});

test('a request that was under way when its session ended gets no code', async (t) => {
  const config = await configure(server.issuer, 'demo-web');
  const { browser, tokens } = await signIn(server.issuer);
  const request = await buildRequest(config);
  const logout = client.buildEndSessionUrl(config, {
    id_token_hint: String(tokens.id_token),
    post_logout_redirect_uri: loggedOut,
  });
  // Both requests have the same cookie. In whichever order the server handles them, no valid token remains.
  const [authorized] = await Promise.all([browser.request('GET', request.url), browser.request('GET', logout)]);
  const location = new URL(authorized.headers.get('location') ?? '/', server.issuer);
  if (location.searchParams.has('code')) {
    const outcome = await exchange(request, location).catch(() => undefined);
    if (outcome) t.is((await profile(outcome.access_token)).status, 401);
  }
  t.is((await profile(tokens.access_token)).status, 401);
});
