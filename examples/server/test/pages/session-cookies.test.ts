import type { StoredCookie } from '@org/identity-testing/cookies';
import { WireBrowser } from '@org/identity-testing/wire-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { requestPath, secure, server, signedIn } from '../support/page-tests.js';
import { callback } from '../support/sign-in.js';

/** The attributes of a Set-Cookie line, by lower-case name. */
function attributes(line: string): Map<string, string> {
  return new Map(
    line
      .split('; ')
      .slice(1)
      .map((text) => text.split('='))
      .map(([name = '', value = '']) => [name.toLowerCase(), value.toLowerCase()]),
  );
}

const cookieNames = (browser: WireBrowser) =>
  [...new Set(browser.received.map((line) => line.split('=', 1)[0]))].sort();

test('on http every cookie is HttpOnly and SameSite=Lax and belongs to this host alone', async (t) => {
  const browser = await signedIn(new WireBrowser(server.issuer));
  await browser.submit(await browser.open('/api/oauth/logout'), { logout: 'yes' });
  t.deepEqual(cookieNames(browser), [
    'identity-interaction',
    'identity-interaction.sig',
    'identity-known',
    'identity-resume',
    'identity-resume.sig',
    'identity-session',
    'identity-session.sig',
  ]);
  for (const line of browser.received) {
    t.true(attributes(line).has('httponly'), line);
    t.is(attributes(line).get('samesite'), 'lax', line);
    t.false(attributes(line).has('domain'), line);
    t.false(attributes(line).has('secure'), line);
  }
});

test('on https every cookie is Secure as well, and its name makes browsers hold it to that', async (t) => {
  const browser = await signedIn(new WireBrowser(secure.issuer, { port: secure.port }));
  await browser.submit(await browser.open('/api/oauth/logout'), { logout: 'yes' });
  t.deepEqual(cookieNames(browser), [
    '__Host-identity-known',
    '__Host-identity-session',
    '__Host-identity-session.sig',
    '__Secure-identity-interaction',
    '__Secure-identity-interaction.sig',
    '__Secure-identity-resume',
    '__Secure-identity-resume.sig',
  ]);
  for (const line of browser.received) {
    t.true(attributes(line).has('httponly'), line);
    t.true(attributes(line).has('secure'), line);
    t.is(attributes(line).get('samesite'), 'lax', line);
    t.false(attributes(line).has('domain'), line);
    if (line.startsWith('__Host-')) t.is(attributes(line).get('path'), '/', line);
    else t.regex(String(attributes(line).get('path')), /^\/(?:interaction|oauth\/authorize)\/[\w-]{20,}$/u);
  }
});

test('a whole sign-in works behind a proxy that ends TLS', async (t) => {
  const browser = new WireBrowser(secure.issuer, { port: secure.port });
  const page = await browser.submit(await browser.open(requestPath()), {
    email: 'owner@acme.test',
    password: demoPassword,
  });
  t.is(page.url.origin + page.url.pathname, callback);
  t.truthy(page.url.searchParams.get('code'));
  t.is(page.url.searchParams.get('iss'), secure.issuer);
});

const silent = () => requestPath({ prompt: 'none' });

/** Returns what a browser with only these cookies gets without showing a page. */
async function opens(cookies: readonly StoredCookie[]): Promise<'code' | 'login_required' | string> {
  const browser = new WireBrowser(server.issuer);
  browser.jar.add(cookies);
  const { url } = await browser.open(silent());
  return url.searchParams.has('code') ? 'code' : String(url.searchParams.get('error'));
}

test('the session cookie changes at sign-in, and the one from before opens nothing', async (t) => {
  const browser = new WireBrowser(server.issuer);
  // If no user is signed in, only this page needs a session.
  await browser.open('/api/oauth/logout?client_id=demo-web');
  const before = browser.jar.all();
  const planted = browser.cookie('identity-session');
  t.truthy(planted);
  await signedIn(browser);
  t.not(browser.cookie('identity-session'), planted);
  t.is(await opens(browser.jar.all()), 'code');
  t.is(await opens(before), 'login_required');
});

test('the session cookie changes when somebody signs in again, and the old one opens nothing', async (t) => {
  const browser = await signedIn(new WireBrowser(server.issuer));
  const before = browser.jar.all();
  t.is(await opens(before), 'code');
  const page = await browser.open(requestPath({ prompt: 'login' }));
  await browser.submit(page, { email: 'owner@acme.test', password: demoPassword });
  t.not(browser.cookie('identity-session'), before.find(({ name }) => name === 'identity-session')?.value);
  t.is(await opens(browser.jar.all()), 'code');
  t.is(await opens(before), 'login_required');
});

test('a session cookie that somebody planted is never adopted', async (t) => {
  const value = 'planted-session-of-an-attacker';
  for (const signature of [undefined, 'x'.repeat(27)]) {
    const browser = new WireBrowser(server.issuer);
    const planted = { name: 'identity-session', value, path: '/' };
    browser.jar.add([planted]);
    if (signature) browser.jar.add([{ name: 'identity-session.sig', value: signature, path: '/' }]);
    await signedIn(browser);
    t.not(browser.cookie('identity-session'), value);
    t.is(await opens(browser.jar.all()), 'code');
    t.is(await opens([planted]), 'login_required');
  }
});

test('a person who only looks at the sign-in page gets no session', async (t) => {
  const browser = new WireBrowser(server.issuer);
  await browser.open(requestPath());
  t.is(browser.cookie('identity-session'), undefined);
});

test('a browser that still holds the cookies of before its logout is signed out', async (t) => {
  const browser = await signedIn(new WireBrowser(server.issuer));
  const before = browser.jar.all();
  await browser.submit(await browser.open('/api/oauth/logout'), { logout: 'yes' });
  t.is(browser.cookie('identity-session'), undefined);
  t.is(await opens(before), 'login_required');
});
