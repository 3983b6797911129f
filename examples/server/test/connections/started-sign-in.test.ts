import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import {
  act,
  activeConnection,
  addConnection,
  type Claims,
  lastAttempt,
  server,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { signIn } from '../support/sign-in.js';

const db = () => server.identity.db;
const startUrl = (id: string, query: Record<string, string> = {}) =>
  `${server.issuer}/sso/c/${id}/start?${new URLSearchParams(query)}`;
const app = 'http://127.0.0.1:8765';

/** A tenant with an active connection, and a browser that starts from the provider's tile. */
async function scene() {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const person = { sub: 'tile', email: `tile@${tenant.domain}` };
  const start = async (browser: TestBrowser, query: Record<string, string> = {}, claims: Claims = person) => {
    const gone = await browser.open(startUrl(id, query));
    const back = gone.url.origin === upstream.issuer ? await upstream.visit(gone.url, claims) : undefined;
    return { gone, page: back ? await browser.open(back) : gone };
  };
  return { tenant, id, person, start };
}

const userOf = (email: string) => db().user.findUniqueOrThrow({ where: { normalizedEmail: email } });
const sessionsOf = async (email: string) =>
  db().$queryRaw<{ via: string | null; connectionId: string | null }[]>`
    SELECT payload->>'via' AS via, payload->>'connectionId' AS "connectionId" FROM identity.oidc_sessions
    WHERE account_id = ${(await userOf(email)).id}`;

test('a tile of the provider signs in by its connection and opens the console of the tenant', async (t) => {
  const { tenant, id, person, start } = await scene();
  const { gone, page } = await start(new TestBrowser(server.issuer), {
    iss: upstream.issuer,
    login_hint: person.email,
  });
  t.is(gone.url.origin, upstream.issuer);
  t.is(gone.url.searchParams.get('login_hint'), person.email);
  t.is(gone.url.searchParams.get('prompt'), null, 'the provider does not ask for the password again');
  t.is(page.url.pathname, `/console/${tenant.slug}`);
  t.is(page.status, 200);
  t.deepEqual(await sessionsOf(person.email), [{ via: tenant.id, connectionId: id }]);
  t.like(await lastAttempt(id), { result: 'SIGNED_IN', reason: 'created' });
});

test('a started sign-in opens a page of the service or of an application that it knows', async (t) => {
  const { tenant, start } = await scene();
  const own = `${server.issuer}/console/${tenant.slug}/members`;
  const ours = await start(new TestBrowser(server.issuer), { target_link_uri: own });
  t.is(ours.page.url.href, own);
  const theirs = `${app}/deep/link?tab=1`;
  const { page } = await start(new TestBrowser(server.issuer), { target_link_uri: theirs });
  t.is(page.url.href, theirs);
});

test('a started sign-in never opens a page of somebody else', async (t) => {
  const { tenant, id, start } = await scene();
  await db().client.create({
    data: { id: `x-${tenant.slug}`, name: 'X', type: 'SPA', redirectUris: ['https://third.example/callback'] },
  });
  const hostile = [
    'https://evil.example/',
    'https://third.example/',
    `${server.issuer}.evil.example/`,
    `${server.issuer}@evil.example/`,
    `http://user@127.0.0.1:8765/`,
    'http://127.0.0.1:87651/',
    `${app}\\@evil.example/`,
    'http:\\\\evil.example/',
    '//evil.example',
    '/account',
    'javascript:alert(1)',
    `${app}/${'a'.repeat(1000)}`,
    `${app}/\n`,
    '',
  ];
  for (const target of hostile) {
    const { gone } = await start(new TestBrowser(server.issuer), { target_link_uri: target });
    t.is(gone.status, 400, target);
    t.is(gone.url.pathname, `/sso/c/${id}/start`, target);
  }
  const browser = new TestBrowser(server.issuer);
  await start(browser);
  const arrived = await browser.request(
    'GET',
    new URL(`${server.issuer}/sso/c/${id}/arrived?target_link_uri=${app}.evil.example`),
  );
  t.is(arrived.headers.get('location'), `/sso/c/${id}/start`);
});

test('the page after a started sign-in opens nothing for somebody who has not signed in by the provider', async (t) => {
  const { tenant, id } = await scene();
  const url = new URL(`${server.issuer}/sso/c/${id}/arrived?target_link_uri=${app}/`);
  const strange = await new TestBrowser(server.issuer).request('GET', url);
  t.is(strange.headers.get('location'), `/sso/c/${id}/start`);
  const owner = await tenant.signedIn.browser.request('GET', url);
  t.is(owner.headers.get('location'), `/sso/c/${id}/start`);
});

test('only an active connection starts, and only for its own issuer', async (t) => {
  const { tenant, id, start } = await scene();
  const { gone } = await start(new TestBrowser(server.issuer), { iss: 'https://other.example' });
  t.is(gone.status, 400);
  const slash = await start(new TestBrowser(server.issuer), { iss: `${upstream.issuer}/` });
  t.is(slash.gone.url.origin, upstream.issuer, 'only the slash after the host may be missing');
  const draft = await addConnection(tenant);
  for (const other of [draft, 'unknown', crypto.randomUUID()])
    t.is((await new TestBrowser(server.issuer).open(startUrl(other))).status, 404, other);
  await act(tenant, id, '/disable');
  t.is((await new TestBrowser(server.issuer).open(startUrl(id))).status, 404);
});

test('a form of another site starts a sign-in as a link does', async (t) => {
  const { id } = await scene();
  const body = new URLSearchParams({ iss: upstream.issuer, login_hint: 'a@b.test', other: 'x' });
  const headers = { 'sec-fetch-site': 'cross-site', origin: upstream.issuer };
  const sent = await new TestBrowser(server.issuer).request(
    'POST',
    new URL(`${server.issuer}/sso/c/${id}/start`),
    body,
    headers,
  );
  t.is(sent.status, 303);
  const expected = new URLSearchParams({ iss: upstream.issuer, login_hint: 'a@b.test' });
  t.is(sent.headers.get('location'), `/sso/c/${id}/start?${expected}`);
});

test('a started sign-in asks before it replaces the session of another user', async (t) => {
  const { tenant, person, start } = await scene();
  const { browser } = await signIn(server.issuer, { email: tenant.owner.email });
  const asked = await start(browser);
  t.is(asked.page.status, 200);
  t.true(asked.page.html.includes(tenant.owner.email) && asked.page.html.includes(person.email));
  t.is(await db().user.count({ where: { normalizedEmail: person.email } }), 0, 'nothing has happened so far');
  const stayed = await browser.open(`/console/${tenant.slug}`);
  t.is(stayed.status, 200);
  const query = new URL(asked.page.url);
  query.searchParams.set('switch', 'yes');
  t.true((await browser.open(query)).html.includes(tenant.owner.email), 'a link does not switch');
  const switched = await browser.submit(asked.page, {});
  t.is(switched.url.pathname, `/console/${tenant.slug}`);
  t.like(await sessionsOf(person.email), [{ via: tenant.id }]);
});

test('a started sign-in of the user who is signed in does not ask', async (t) => {
  const { tenant, start } = await scene();
  const browser = new TestBrowser(server.issuer);
  await start(browser);
  const { page } = await start(browser);
  t.is(page.url.pathname, `/console/${tenant.slug}`);
});

test('the response of a started sign-in counts only in the browser that has started it', async (t) => {
  const { id, person } = await scene();
  const gone = await new TestBrowser(server.issuer).open(startUrl(id));
  const back = await upstream.visit(gone.url, person);
  t.is((await new TestBrowser(server.issuer).open(back)).status, 400);
  t.is(await db().user.count({ where: { normalizedEmail: person.email } }), 0);
});

test('a refused user of a started sign-in gets to the usual sign-in page', async (t) => {
  const { start } = await scene();
  const browser = new TestBrowser(server.issuer);
  const { page } = await start(browser, {}, { sub: 'foreign', email: 'foreign@elsewhere.test' });
  t.is(page.status, 403);
  const [, back] = /href="(\/interaction\/[^"]+)"/u.exec(page.html) ?? [];
  const shown = await browser.open(String(back));
  t.is(shown.url.origin, new URL(server.issuer).origin);
  t.regex(shown.html, /name="email"/u);
});

test('a longer hint than any email is not passed on', async (t) => {
  const { id } = await scene();
  const gone = await new TestBrowser(server.issuer).open(startUrl(id, { login_hint: 'x'.repeat(400) }));
  t.is(gone.url.searchParams.get('login_hint'), null);
});

test('the answers about a connection have the URLs to register at the provider', async (t) => {
  const { tenant, id } = await scene();
  const { body } = await act(tenant, id, '', 'GET');
  const base = `${server.issuer}/sso/c/${id}`;
  t.like(body, {
    redirectUri: `${base}/callback`,
    initiateLoginUri: `${base}/start`,
    postLogoutRedirectUri: `${base}/signed-out`,
  });
});

test('one network starts a bounded number of sign-ins at one provider', async (t) => {
  const [{ id }, other] = [await scene(), await scene()];
  const start = async (connectionId: string) =>
    (await fetch(startUrl(connectionId, { iss: 'https://other.example' }), { redirect: 'manual' })).status;
  const statuses: number[] = [];
  for (let batch = 0; batch < 15; batch += 1)
    statuses.push(...(await Promise.all(Array.from({ length: 21 }, () => start(id)))));
  t.deepEqual(
    [400, 429].map((status) => statuses.filter((each) => each === status).length),
    [300, 15],
  );
  t.is(await start(other.id), 400);
});
