import { createIdentityClient } from '@org/identity-client';
import { demoData } from '@org/identity-example-server/demo-data';
import {
  buildRequest,
  call,
  configure,
  enterPassword,
  exchange,
  signIn,
} from '@org/identity-example-server/test/sign-in';
import { startUpstream, type Upstream } from '@org/identity-example-server/test/upstream';
import { google } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test, { type ExecutionContext } from 'ava';
import * as client from 'openid-client';
import { startTestHost, type TestHost } from './support/test-host.js';

const path = '/identity';
let host: TestHost;
let upstream: Upstream;
test.before(async () => {
  upstream = await startUpstream();
  host = await startTestHost({ path, sso: [google(upstream)] });
  upstream.serve([`${host.issuer}/sso/google/callback`]);
});
test.after.always(async () => {
  await host?.stop();
  await upstream?.stop();
});

/** Returns every URL on a page that belongs to the same host. */
function ownUrls({ html }: Page): string[] {
  return [...html.matchAll(/ (?:href|src|action|formaction)="(\/[^"]*)"/gu)].map(([, url]) => String(url));
}

function isBelow(t: ExecutionContext, page: Page): void {
  t.true(page.url.pathname.startsWith(`${path}/`), page.url.href);
  for (const url of ownUrls(page)) t.true(url.startsWith(`${path}/`), `${page.url.href}: ${url}`);
}

async function linkTo(url: string): Promise<string> {
  const { text, html } = await host.mailbox.mailTo(url);
  const link = /https?:\/\/\S+/u.exec(text)?.[0] ?? '';
  if (!html.includes(link)) throw new Error(`The two parts of the mail differ: ${text} ${html}`);
  return link;
}

test('discovery is below the path, and everything it names', async (t) => {
  const found = await call(host.issuer, '/.well-known/openid-configuration');
  t.is(found.body['issuer'], `${host.origin}/identity`);
  const urls = Object.entries(found.body).filter(([name]) => /_endpoint$|_uri$/u.test(name));
  t.true(urls.length > 5);
  for (const [name, url] of urls) t.true(String(url).startsWith(`${host.issuer}/`), name);
  t.is((await fetch(`${host.origin}/.well-known/openid-configuration`)).status, 404);
});

test('the metadata of RFC 8414 is where that puts it for an issuer with a path', async (t) => {
  const config = await client.discovery(new URL(host.issuer), 'demo-spa', undefined, client.None(), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
  t.is(config.serverMetadata().issuer, host.issuer);
  t.is(config.serverMetadata().token_endpoint, `${host.issuer}/api/oauth/token`);
});

test('a client signs somebody in, refreshes, calls the APIs and signs them out', async (t) => {
  const { browser, config, tokens } = await signIn(host.issuer);
  t.is(tokens.claims()?.iss, host.issuer);
  t.is((await call(host.issuer, '/api/users/me', tokens.access_token)).body['email'], 'owner@acme.test');
  const info = await client.fetchUserInfo(config, tokens.access_token, String(tokens.claims()?.sub));
  t.is(info.email, 'owner@acme.test');
  const fresh = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.is((await client.tokenIntrospection(config, fresh.access_token)).active, true);

  const asked = await browser.open(`${host.issuer}/api/oauth/logout`);
  isBelow(t, asked);
  const after = await browser.submit(asked, { logout: 'yes' }, '/confirm');
  t.is(after.status, 200);
  isBelow(t, after);
  t.is((await client.tokenIntrospection(config, fresh.access_token)).active, false);
});

test('the client for applications verifies tokens and asks for licenses below the path', async (t) => {
  const applicationId = demoData.applications[0]?.id ?? '';
  const identity = createIdentityClient({ issuer: host.issuer, applicationId });
  const { tokens } = await signIn(host.issuer, { changes: { tenant: 'acme' } });
  const token = await identity.verify(tokens.access_token);
  t.is(token.tenant?.slug, 'acme');
  t.is(typeof (await identity.check({ accessToken: tokens.access_token })).hasLicense, 'boolean');
});

test('the API description names addresses below the path', async (t) => {
  const { body } = await call(host.issuer, '/openapi.json');
  t.deepEqual(body['servers'], [{ url: host.issuer }]);
  const page = await new TestBrowser(host.issuer).open('/identity/docs');
  t.is(page.status, 200);
  isBelow(t, page);
});

test('logout by POST leads on below the path', async (t) => {
  const url = new URL(`${host.issuer}/api/oauth/logout`);
  const response = await new TestBrowser(host.issuer).request('POST', url, new URLSearchParams({ state: 'a' }));
  t.is(response.headers.get('location'), '/identity/api/oauth/logout?state=a');
});

test('the cookies of a sign-in belong to its own addresses, and the session is named for the path', async (t) => {
  const browser = new TestBrowser(host.issuer);
  const { url } = await buildRequest(await configure(host.issuer, 'demo-web'));
  const response = await browser.request('GET', url);
  const uid = /^\/identity\/interaction\/([\w-]+)$/u.exec(response.headers.get('location') ?? '')?.[1];
  t.truthy(uid);
  const pathOf = (name: string) =>
    response.headers
      .getSetCookie()
      .filter((line) => line.startsWith(`${name}=`))
      .map((line) => /path=([^;]+)/u.exec(line)?.[1]);
  t.deepEqual(pathOf('identity-interaction'), [`/identity/interaction/${uid}`]);
  t.deepEqual(pathOf('identity-resume'), [`/identity/oauth/authorize/${uid}`]);

  const { browser: signedIn } = await signIn(host.issuer, { email: 'member@acme.test' });
  t.true(Object.keys(signedIn.cookies()).includes('identity-session~identity'));
});

test('every page of the account links, posts and redirects below the path', async (t) => {
  const browser = new TestBrowser(host.issuer);
  const asked = await browser.open('/identity/account');
  isBelow(t, asked);
  const overview = await enterPassword(browser, asked, 'admin@acme.test');
  t.is(overview.url.pathname, '/identity/account');
  const links = ownUrls(overview).filter((url) => overview.html.includes(`<a href="${url}"`));
  t.true(links.length >= 7);
  for (const link of links) {
    const page = await browser.open(link);
    t.is(page.status, 200, link);
    isBelow(t, page);
  }
  const profile = await browser.open('/identity/account/profile');
  const saved = await browser.submit(profile, { displayName: 'Ada Below' }, '/account/profile');
  t.is(saved.url.pathname, '/identity/account/profile');
  t.true(saved.html.includes('Ada Below'));
  const left = await browser.submit(saved, {}, '/account/sign-out');
  t.is(left.url.pathname, '/identity/account/signed-out');
  isBelow(t, left);
});

test('a forgotten password is replaced by the mailed link, and the sign-in goes on', async (t) => {
  const email = 'super@example.test';
  const browser = new TestBrowser(host.issuer);
  const signInPage = await browser.open((await buildRequest(await configure(host.issuer, 'demo-web'))).url);
  isBelow(t, signInPage);
  const forgotten = await browser.open(`${signInPage.url.pathname}/return?forgot`);
  t.is(forgotten.url.pathname, '/identity/password-reset');
  isBelow(t, await browser.submit(forgotten, { email }));
  const link = await linkTo(email);
  t.true(link.startsWith(`${host.issuer}/password-reset/`), link);
  const page = await browser.open(link);
  isBelow(t, page);
  const done = await browser.submit(page, { password: 'another long passphrase 77' });
  t.is(done.url.pathname, signInPage.url.pathname.concat('/return'));
  isBelow(t, done);
});

test('somebody comes by another provider, whose answer is taken below the path', async (t) => {
  const browser = new TestBrowser(host.issuer);
  const request = await buildRequest(await configure(host.issuer, 'demo-web'));
  const gone = await browser.submit(await browser.open(request.url), { provider: 'GOOGLE' });
  const person = { sub: 'subject-below', email: 'sso@below.test', email_verified: true, name: 'Sso' };
  const back = await upstream.visit(gone.url, person);
  t.true(back.href.startsWith(`${host.issuer}/sso/google/callback?`), back.href);
  const { url } = await browser.open(back);
  const { claims } = await exchange(request, url);
  t.is(claims()?.iss, host.issuer);
});

test('somebody registers by the mailed link', async (t) => {
  const email = 'new@below.test';
  const browser = new TestBrowser(host.issuer);
  const signInPage = await browser.open((await buildRequest(await configure(host.issuer, 'demo-web'))).url);
  const form = await browser.open(`${signInPage.url.pathname}/return?register`);
  isBelow(t, form);
  await browser.submit(form, { email, displayName: 'New', password: 'a passphrase for below 42' });
  const link = await linkTo(email);
  t.true(link.startsWith(`${host.issuer}/registration/`), link);
  const page = await browser.open(link);
  t.is(page.status, 200);
  isBelow(t, page);
});

test('an invitation is mailed, opened and accepted below the path', async (t) => {
  const { tokens } = await signIn(host.issuer);
  const tenants = (await call(host.issuer, '/api/tenants', tokens.access_token)).body['tenants'] as { id: string }[];
  const email = 'guest@below.test';
  const invited = await call(host.issuer, `/api/tenants/${tenants[0]?.id}/invitations`, tokens.access_token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  t.is(invited.status, 201);
  const link = await linkTo(email);
  t.true(link.startsWith(`${host.issuer}/invitations/`), link);
  const browser = new TestBrowser(host.issuer);
  const page = await browser.open(link);
  isBelow(t, page);
  const accepted = await browser.submit(page, { displayName: 'Guest', password: 'a passphrase for below 43' });
  t.is(accepted.status, 200);
  isBelow(t, accepted);
});

test("the app's own routes know the caller and keep to the tenant of the token", async (t) => {
  const [{ tokens: acme }, { tokens: globex }] = await Promise.all([
    signIn(host.issuer, { changes: { tenant: 'acme' } }),
    signIn(host.issuer, { email: 'owner@globex.test', changes: { tenant: 'globex' } }),
  ]);
  const send = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const made = await call(host.origin, '/projects', acme.access_token, send('{"name":"Rocket"}'));
  t.is(made.status, 201);
  t.is(made.body['createdBy'], acme.claims()?.sub);
  const names = async (token: string) =>
    ((await call(host.origin, '/projects', token)).body['projects'] as { name: string }[]).map(({ name }) => name);
  t.deepEqual(await names(acme.access_token), ['Rocket']);
  t.deepEqual(await names(globex.access_token), []);
  t.is((await call(host.origin, '/projects', acme.access_token, send('{"name":""}'))).status, 422);
  t.is((await call(host.origin, '/projects')).status, 401);
});

test('the app keeps all other addresses, also below the same path', async (t) => {
  const { tokens } = await signIn(host.issuer, { email: 'member@acme.test' });
  t.is((await call(host.origin, '/projects', tokens.access_token)).status, 200);
  t.is((await fetch(host.origin)).status, 200);
  for (const url of [
    '/identity',
    '/identity/',
    '/identity/help',
    '/identityx/account',
    '/account',
    '/api/users/me',
    '/identity//account',
  ])
    t.is((await fetch(`${host.origin}${url}`, { redirect: 'manual' })).status, 404, url);
});
