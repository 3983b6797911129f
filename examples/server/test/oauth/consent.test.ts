import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as client from 'openid-client';
import { buildRequest, callback, configure, enterPassword, exchange } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

async function ask(
  scope: string,
  email: string,
  browser = new TestBrowser(server.issuer),
  changes: Record<string, string> = {},
) {
  const request = await buildRequest(await configure(server.issuer, 'demo-partner'), { scope, ...changes });
  let page = await browser.open(request.url);
  if (page.html.includes('name="password"')) page = await enterPassword(browser, page, email);
  return { request, page, browser };
}

test('a third-party client asks once for a set of scopes and again only when it grows', async (t) => {
  const first = await ask('openid email', 'owner@acme.test');
  t.regex(first.page.html, /<bdi>Demo Partner<\/bdi> wants access to your account/u);
  t.regex(first.page.html, /See your email address/u);
  t.regex(first.page.html, /Acme Inc\./u, 'and for which tenant');
  t.notRegex(first.page.html, /See your profile/u);
  const agreed = await first.browser.submit(first.page, {});
  t.is((await exchange(first.request, agreed.url)).scope, 'openid email');

  const again = await ask('openid email', 'owner@acme.test', first.browser);
  t.truthy(again.page.url.searchParams.get('code'), 'the same session is not asked again');
  const elsewhere = await ask('openid email', 'owner@acme.test');
  t.truthy(elsewhere.page.url.searchParams.get('code'), 'nor is a new one');

  const more = await ask('openid email profile', 'owner@acme.test', first.browser);
  t.regex(more.page.html, /wants more access/u);
  t.regex(more.page.html, /See your profile/u);
  t.notRegex(more.page.html, /See your email address/u);
  const agreedAgain = await more.browser.submit(more.page, {});
  t.is((await exchange(more.request, agreedAgain.url)).scope, 'openid email profile');
  const fewer = await ask('openid', 'owner@acme.test', first.browser);
  t.truthy(fewer.page.url.searchParams.get('code'), 'and fewer scopes need no question');
});

test('somebody who does not agree goes back with access_denied and state, and is asked the next time', async (t) => {
  const { request, page, browser } = await ask('openid', 'admin@acme.test');
  const denied = await browser.submit(page, {}, '/abort');
  t.is(denied.url.origin + denied.url.pathname, callback);
  t.is(denied.url.searchParams.get('error'), 'access_denied');
  t.truthy(denied.url.searchParams.get('error_description'));
  t.is(denied.url.searchParams.get('state'), request.state);
  const again = await ask('openid', 'admin@acme.test', browser);
  t.regex(again.page.html, /<bdi>Demo Partner<\/bdi> wants access/u);
});

test('prompt=consent asks a third-party client’s user again', async (t) => {
  const { page, browser } = await ask('openid', 'member@acme.test');
  await browser.submit(page, {});
  const again = await ask('openid', 'member@acme.test', browser, { prompt: 'consent' });
  // Mia reads German.
  t.regex(again.page.html, /<bdi>Demo Partner<\/bdi> möchte auf Ihr Konto zugreifen/u);
  const agreed = await browser.submit(again.page, {});
  t.truthy((await exchange(again.request, agreed.url)).access_token);
});

test('prompt=none before consent is consent_required', async (t) => {
  const browser = new TestBrowser(server.issuer);
  const web = await buildRequest(await configure(server.issuer, 'demo-web'));
  await enterPassword(browser, await browser.open(web.url), 'super@example.test');
  const { page } = await ask('openid', 'super@example.test', browser, { prompt: 'none' });
  t.is(page.url.searchParams.get('error'), 'consent_required');
});

test('a first-party client never sees a consent page, not even with prompt=consent', async (t) => {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { prompt: 'consent' });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  t.truthy(page.url.searchParams.get('code'));
});

test('consent for offline_access gives a refresh token without prompt=consent', async (t) => {
  const { request, page, browser } = await ask(
    'openid offline_access',
    'owner@globex.test',
    new TestBrowser(server.issuer),
    { tenant: 'globex' },
  );
  t.regex(page.html, /Stay connected/u);
  const agreed = await browser.submit(page, {});
  const tokens = await exchange(request, agreed.url);
  const refreshed = await client.refreshTokenGrant(request.config, String(tokens.refresh_token));
  t.truthy(refreshed.access_token);
});

// Serial: it forgets what somebody has allowed.
test.serial('consent to one client says nothing about another person or another client', async (t) => {
  const { db } = server.identity;
  const user = await db.user.findFirstOrThrow({ where: { email: 'owner@globex.test' } });
  await db.consent.deleteMany({ where: { userId: user.id } });
  const { page } = await ask(
    'openid email profile offline_access',
    'owner@globex.test',
    new TestBrowser(server.issuer),
    { tenant: 'acme' },
  );
  t.regex(page.html, /<bdi>Demo Partner<\/bdi> wants access/u);
});
