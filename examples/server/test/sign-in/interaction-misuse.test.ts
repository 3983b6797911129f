import { createHash, createHmac } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { buildRequest, call, callback, configure, exchange, type Request } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { formAction, type StoredCookie, WireBrowser, type WirePage } from '../support/wire-browser.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());
// The tests run one after the other: sign-ins of one account take turns anyway, and time out when too many queue up.

const newBrowser = () => new WireBrowser(server.issuer);

async function newRequest(changes: Record<string, string | undefined> = {}, clientId = 'demo-web'): Promise<Request> {
  return buildRequest(await configure(server.issuer, clientId), changes);
}

const credentials = (email: string) => ({ email, password: demoPassword });

/** A browser at the first page of a new request. */
async function begin(changes: Record<string, string | undefined> = {}, clientId = 'demo-web') {
  const browser = newBrowser();
  const request = await newRequest(changes, clientId);
  return { browser, request, page: await browser.open(request.url) };
}

/** A browser in which somebody has signed in, with the tokens of that. */
async function signedIn(email = 'owner@acme.test', clientId = 'demo-web') {
  const { browser, request, page } = await begin({}, clientId);
  const end = await browser.submit(page, credentials(email));
  return { browser, tokens: await exchange(request, end.url) };
}

function isRefused(t: ExecutionContext, page: WirePage, code = 'session_not_found'): void {
  t.is(page.status, 400);
  t.is(page.headers.location, undefined);
  t.true(page.body.includes(`<dd>${code}</dd>`), page.body.slice(-400));
  t.true(page.body.includes('Go back to the application'), 'the page says what to do');
  t.false(page.body.includes('name="password"'));
  t.false(page.body.includes('<form'));
}

const hasCode = ({ url }: WirePage) => url.href.startsWith(`${callback}?`) && url.searchParams.has('code');
const uidOf = ({ url }: WirePage) => String(url.pathname.split('/')[2]);
const hashOf = (id: string) => Uint8Array.from(createHash('sha256').update(id).digest());

test.serial('an interaction opened in another browser is a page that says what to do, without a form', async (t) => {
  const { page } = await begin();
  isRefused(t, await newBrowser().open(page.url));
});

test.serial('a sign-in form sent without its cookies is refused, right password or not', async (t) => {
  const { page, browser } = await begin();
  const stranger = newBrowser();
  isRefused(t, await stranger.request('POST', page.url, { fields: credentials('owner@acme.test') }));
  isRefused(t, await stranger.request('POST', `${page.url.pathname}/abort`, { fields: {} }));
  t.is(stranger.jar.size, 0);
  t.true(hasCode(await browser.submit(page, credentials('owner@acme.test'))), 'its own browser still can');
});

test.serial('a sign-in form sent with the cookie of another interaction is refused', async (t) => {
  const victim = await begin();
  const attacker = await begin();
  const cookie = attacker.browser.cookieHeader(attacker.page.url.pathname);
  t.true(cookie.includes('identity-interaction='));
  const refused = await newBrowser().request('POST', victim.page.url, {
    fields: credentials('owner@acme.test'),
    headers: { cookie },
  });
  isRefused(t, refused);
  isRefused(t, await newBrowser().request('GET', victim.page.url, { headers: { cookie } }));
  isRefused(t, await newBrowser().request('POST', `${victim.page.url.pathname}/abort`, { headers: { cookie } }));
  for (const { browser, page } of [victim, attacker]) {
    t.true(hasCode(await browser.submit(page, credentials('owner@acme.test'))), 'both can still be finished');
  }
});

test.serial('a sign-in cannot be taken over at its end by another browser', async (t) => {
  const { browser, page } = await begin();
  const submitted = await browser.request('POST', page.url, { fields: credentials('owner@acme.test') });
  isRefused(t, await newBrowser().open(String(submitted.headers.location)));
  t.true(hasCode(await browser.open(String(submitted.headers.location))));
});

test.serial('the back button after a finished sign-in shows a page and changes nothing', async (t) => {
  const { browser, request, page } = await begin();
  const end = await browser.submit(page, credentials('owner@acme.test'));
  const tokens = await exchange(request, end.url);
  const cookie = browser.cookie('identity-session');

  isRefused(t, await browser.request('GET', page.url));
  isRefused(t, await browser.request('POST', page.url, { fields: credentials('owner@acme.test') }));
  isRefused(t, await browser.request('POST', page.url, { fields: credentials('member@acme.test') }));
  isRefused(t, await browser.request('POST', `${page.url.pathname}/abort`, { fields: {} }));
  isRefused(t, await browser.request('GET', `/oauth/authorize/${uidOf(page)}`));

  t.is(browser.cookie('identity-session'), cookie);
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
});

test.serial('a form sent several times at once ends with working codes or a page, never with a failure', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const { browser, request, page } = await begin();
    const ends = await Promise.all([1, 2, 3].map(() => browser.submit(page, credentials('owner@acme.test'))));
    const codes = ends.filter(hasCode);
    t.true(codes.length >= 1, ends.map(({ status, url }) => `${status} ${url.pathname}`).join());
    for (const end of ends) if (!hasCode(end)) isRefused(t, end);
    for (const end of codes) t.truthy((await exchange(request, end.url)).access_token);
    const silent = await newRequest({ prompt: 'none' });
    t.true(hasCode(await browser.open(silent.url)), 'the browser is signed in');
  }
});

test.serial('a right and a wrong password at once sign in by the right one only', async (t) => {
  const { browser, page } = await begin();
  const [right, wrong] = await Promise.all([
    browser.request('POST', page.url, { fields: credentials('admin@acme.test') }),
    browser.request('POST', page.url, { fields: { email: 'admin@acme.test', password: 'not the password' } }),
  ]);
  t.is(right.status, 303);
  t.is(wrong.status, 401);
  t.is(wrong.headers.location, undefined);
});

const crossSite: [title: string, headers: Record<string, string>][] = [
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site, as from a subdomain', { 'sec-fetch-site': 'same-site' }],
  ['Sec-Fetch-Site: cross-site and our Origin', { 'sec-fetch-site': 'cross-site', origin: 'OURS' }],
  ['the Origin of another site', { origin: 'https://evil.example' }],
  ['the Origin of another port', { origin: 'http://127.0.0.1:1' }],
  ['the Origin of a host that begins like ours', { origin: 'OURS.evil.example' }],
  ['an Origin in upper case of another scheme', { origin: 'HTTPS://127.0.0.1' }],
  ["a client's own origin", { origin: 'http://127.0.0.1:8765' }],
  [
    'an Origin of another site that claims to be the same',
    { 'sec-fetch-site': 'same-origin', origin: 'https://x.example' },
  ],
];
for (const [title, template] of crossSite) {
  test.serial(`a form that another site sends is refused and uses nothing up: ${title}`, async (t) => {
    const headers = Object.fromEntries(
      Object.entries(template).map(([name, value]) => [name, value.replace('OURS', server.issuer)]),
    );
    const { browser, page } = await begin();
    const fields = credentials('owner@acme.test');
    isRefused(t, await browser.request('POST', page.url, { fields, headers }), 'access_denied');
    const abort = `${page.url.pathname}/abort`;
    isRefused(t, await browser.request('POST', abort, { fields: {}, headers }), 'access_denied');
    t.true(hasCode(await browser.submit(page, fields)));
  });
}

test.serial('a form that our own page sends is taken, with whatever browsers send along', async (t) => {
  const own: Record<string, string>[] = [
    {},
    { origin: server.issuer },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: server.issuer, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  ];
  for (const headers of own) {
    const { browser, page } = await begin();
    const submitted = await browser.request('POST', page.url, { fields: credentials('owner@acme.test'), headers });
    t.is(submitted.status, 303, JSON.stringify(headers));
    t.true(hasCode(await browser.open(String(submitted.headers.location))));
  }
});

test.serial('another site cannot give consent for a person', async (t) => {
  const { browser, page } = await begin({ scope: 'openid email' }, 'demo-partner');
  const consent = await browser.submit(page, credentials('super@example.test'));
  t.true(consent.body.includes('wants access to your account</h1>'));
  const headers = { 'sec-fetch-site': 'cross-site' };
  isRefused(t, await browser.request('POST', consent.url, { fields: {}, headers }), 'access_denied');
  const user = await server.identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: 'super@example.test' } });
  t.is(await server.identity.db.consent.count({ where: { userId: user.id } }), 0);
});

test.serial('two authorization requests in one browser can both be finished, in either order', async (t) => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const browser = newBrowser();
    const requests = [await newRequest(), await newRequest({}, 'demo-spa')];
    const tabs: { request: Request; page: WirePage }[] = [];
    for (const request of requests) tabs.push({ request, page: await browser.open(request.url) });
    for (const index of order) {
      const tab = tabs[index];
      if (!tab) continue;
      const end = await browser.submit(tab.page, credentials('owner@acme.test'));
      t.true(hasCode(end), `${end.status} ${end.url.href}`);
      t.truthy((await exchange(tab.request, end.url)).access_token);
    }
  }
});

test.serial('a second tab that is reloaded after the sign-in in the first one can still be finished', async (t) => {
  const browser = newBrowser();
  const [first, second] = [await newRequest(), await newRequest()];
  const [firstPage, secondPage] = [await browser.open(first.url), await browser.open(second.url)];
  t.true(hasCode(await browser.submit(firstPage, credentials('owner@acme.test'))));
  const reloaded = await browser.open(secondPage.url);
  t.is(reloaded.status, 200);
  const end = await browser.submit(reloaded, credentials('owner@acme.test'));
  t.truthy((await exchange(second, end.url)).access_token);
});

test.serial('two people in two tabs of one browser: the later one is signed in, the earlier one is out', async (t) => {
  const browser = newBrowser();
  const [first, second] = [await newRequest(), await newRequest()];
  const [firstPage, secondPage] = [await browser.open(first.url), await browser.open(second.url)];
  const firstEnd = await browser.submit(firstPage, credentials('owner@acme.test'));
  const firstTokens = await exchange(first, firstEnd.url);

  const secondEnd = await browser.submit(secondPage, credentials('member@acme.test'));
  t.true(hasCode(secondEnd), `${secondEnd.status} ${secondEnd.url.href} ${secondEnd.body.slice(0, 300)}`);
  const secondTokens = await exchange(second, secondEnd.url);
  const profile = await call(server.issuer, '/api/users/me', secondTokens.access_token);
  t.is(profile.body['email'], 'member@acme.test');
  t.is((await call(server.issuer, '/api/users/me', firstTokens.access_token)).status, 401);
});

test.serial("somebody else's sign-in with prompt=login ends the first session with all its tokens", async (t) => {
  const { browser, tokens } = await signedIn('owner@acme.test');
  const before = new Map(browser.jar);
  const request = await newRequest({ prompt: 'login' });
  const page = await browser.open(request.url);
  t.true(page.body.includes('name="password"'));
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200, 'the page alone ends nothing');

  const end = await browser.submit(page, credentials('member@acme.test'));
  const second = await exchange(request, end.url);
  t.is((await call(server.issuer, '/api/users/me', second.access_token)).body['email'], 'member@acme.test');
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 401);
  t.is(await opens(before.values()), 'login_required');
  t.is(await opens(browser.jar.values()), 'code');
  const refreshed = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: String(tokens.refresh_token),
      client_id: 'demo-web',
      client_secret: 'demo-web-secret-change-me-0123456789abcdef',
    }),
  });
  t.is(refreshed.status, 400);
});

test.serial('a failed try to sign in as somebody else leaves the session as it was', async (t) => {
  const { browser, tokens } = await signedIn('owner@acme.test');
  const request = await newRequest({ prompt: 'login' });
  const page = await browser.open(request.url);
  const refused = await browser.submit(page, { email: 'member@acme.test', password: 'not the password' });
  t.is(refused.status, 401);
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
  const aborted = await browser.submit(refused, {}, '/abort');
  t.is(aborted.url.searchParams.get('error'), 'access_denied');
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
});

/** What a browser that holds just these cookies gets without a page. */
async function opens(cookies: Iterable<StoredCookie>): Promise<string> {
  const browser = newBrowser();
  for (const cookie of cookies) browser.jar.set(`${cookie.name} ${cookie.path}`, cookie);
  const { url } = await browser.open((await newRequest({ prompt: 'none' })).url);
  return url.searchParams.has('code') ? 'code' : String(url.searchParams.get('error'));
}

/** The page after a wrong password, without what differs from try to try. */
async function refusal(email: string, password = 'not the password') {
  const { browser, page } = await begin();
  const refused = await browser.submit(page, { email, password });
  const strip = (text: string) => text.replaceAll(email, 'EMAIL').replaceAll(uidOf(page), 'UID');
  // Every request has an id of its own.
  const { date: _date, 'x-request-id': _id, ...headers } = refused.headers;
  return { status: refused.status, headers: JSON.stringify(headers), body: strip(refused.body), page: refused };
}

test.serial(
  'a wrong password keeps the email and says nothing about the account: every refusal is the same bytes',
  async (t) => {
    const { db } = server.identity;
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { normalizedEmail: 'member@acme.test' } });
    for (const [email, state] of [
      ['delete@acme.test', { deletedAt: new Date(), passwordHash }],
      ['no-pwd@acme.test', { passwordHash: null }],
      ['noverf@acme.test', { passwordHash, emailVerified: false }],
    ] as const) {
      await db.user.create({ data: { email, normalizedEmail: email, ...state } });
    }
    const known = await refusal('member@acme.test');
    t.is(known.status, 401);
    t.true(known.page.body.includes('value="member@acme.test"'));
    t.true(known.page.body.includes('name="password"'));
    t.false(known.page.body.includes('not the password'), 'the password is not sent back');

    for (const email of ['nobody@acme.test', 'delete@acme.test', 'no-pwd@acme.test', 'noverf@acme.test']) {
      const other = await refusal(email);
      t.is(other.status, known.status, email);
      t.is(other.body, known.body, email);
      t.is(other.headers, known.headers, email);
    }
    const deleted = await refusal('delete@acme.test', demoPassword);
    t.is(deleted.body, known.body, 'the right password of a deleted account is as wrong as any');
  },
);

test.serial(
  'a wrong password looks alike for accounts that exist and those that do not, and so does the wait after too many',
  async (t) => {
    const first = await refusal('admin@acme.test');
    t.is((await refusal('nobody-at-all@acme.test')).body, first.body);
    const waits = [];
    for (const email of ['admin@acme.test', 'nobody-at-all@acme.test']) {
      for (let tries = 0; tries < 9; tries += 1) t.is((await refusal(email)).status, first.status);
      waits.push(await refusal(email));
    }
    const [known, unknown] = waits;
    t.is(known?.status, first.status);
    t.regex(String(known?.body), /Try again in a minute/u);
    t.is(known?.body, unknown?.body);
    const right = await refusal('admin@acme.test', demoPassword);
    t.is(right.body, String(known?.body), 'now the right one is refused alike');
  },
);

const emptyForms: [title: string, fields: Record<string, string>][] = [
  ['nothing', {}],
  ['no password', { email: 'owner@acme.test', password: '' }],
  ['no email', { email: '', password: demoPassword }],
  ['an email of blanks', { email: '   ', password: demoPassword }],
  ['an account id', { accountId: '019a0000-0000-7000-8000-000000000001' }],
  ['an answer of another step', { tenant: '019a0000-0000-7000-8000-0000000000c1', consent: 'yes' }],
  ['a result in brackets', { 'login[accountId]': '019a0000-0000-7000-8000-000000000001' }],
];
for (const [title, fields] of emptyForms) {
  test.serial(`a sign-in form with ${title} shows the form again and signs nobody in`, async (t) => {
    const { browser, page } = await begin();
    const again = await browser.request('POST', page.url, { fields });
    t.is(again.status, 422);
    t.true(again.body.includes('name="password"'));
    t.is(again.headers.location, undefined);
  });
}

test.serial('an interaction whose row is gone is a page at every step', async (t) => {
  const { browser, page } = await begin();
  const submitted = await browser.request('POST', page.url, { fields: credentials('owner@acme.test') });
  const { count } = await server.identity.db.oidcRecord.deleteMany({ where: { idHash: hashOf(uidOf(page)) } });
  t.is(count, 1);
  isRefused(t, await browser.request('GET', page.url));
  isRefused(t, await browser.request('POST', page.url, { fields: credentials('owner@acme.test') }));
  isRefused(t, await browser.request('POST', `${page.url.pathname}/abort`, { fields: {} }));
  isRefused(t, await browser.request('GET', String(submitted.headers.location)));
});

test.serial('an interaction that has expired is a page although its row is still there', async (t) => {
  const { browser, page } = await begin();
  await server.identity.db.oidcRecord.updateMany({
    where: { idHash: hashOf(uidOf(page)) },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  isRefused(t, await browser.request('GET', page.url));
  isRefused(t, await browser.request('POST', page.url, { fields: credentials('owner@acme.test') }));
});

test.serial('opening the page consumes nothing, however often and with whatever in the address', async (t) => {
  const { browser, page } = await begin();
  const query = new URLSearchParams(credentials('owner@acme.test'));
  for (const [method, address] of [
    ['GET', page.url.pathname],
    ['HEAD', page.url.pathname],
    ['GET', `${page.url.pathname}?${query}`],
    ['GET', page.url.pathname],
  ] as const) {
    const again = await browser.request(method, address);
    t.is(again.status, 200, method);
    t.is(again.headers.location, undefined);
  }
  const abort = await browser.request('GET', `${page.url.pathname}/abort`);
  t.true(abort.status === 404 || abort.status === 405, String(abort.status));
  t.is(browser.cookie('identity-session'), undefined);
  t.true(hasCode(await browser.submit(page, credentials('owner@acme.test'))));
});

test.serial('the end of a sign-in that was never answered leads back to the sign-in page', async (t) => {
  const { browser, page } = await begin();
  const early = await browser.open(`/oauth/authorize/${uidOf(page)}`);
  t.is(early.status, 200);
  t.true(early.body.includes('name="password"'));
  t.true(hasCode(await browser.submit(early, credentials('owner@acme.test'))));
});

const abortedSteps: [title: string, clientId: string, email: string | undefined][] = [
  ['at the sign-in page', 'demo-web', undefined],
  ['at the page that asks for the tenant', 'demo-web', 'owner@globex.test'],
  ['at the consent page', 'demo-partner', 'super@example.test'],
];
for (const [title, clientId, email] of abortedSteps) {
  test.serial(`whoever cancels ${title} goes back with access_denied and state, once`, async (t) => {
    const { browser, request, page } = await begin({}, clientId);
    const step = email ? await browser.submit(page, credentials(email)) : page;
    t.true(step.url.pathname.startsWith('/interaction/'));
    const end = await browser.submit(step, {}, '/abort');
    t.is(end.url.origin + end.url.pathname, callback);
    t.is(end.url.searchParams.get('error'), 'access_denied');
    t.is(end.url.searchParams.get('state'), request.state);
    t.is(end.url.searchParams.get('iss'), server.issuer);
    t.false(end.url.searchParams.has('code'));
    isRefused(t, await browser.request('GET', step.url));
    isRefused(t, await browser.request('POST', step.url, { fields: email ? {} : credentials('owner@acme.test') }));
  });
}

/** Another value of the same length. */
function flip(value: string): string {
  const middle = Math.floor(value.length / 2);
  return `${value.slice(0, middle)}${value[middle] === 'A' ? 'B' : 'A'}${value.slice(middle + 1)}`;
}

const tamperings: [title: string, change: (jar: WireBrowser['jar'], name: string) => void][] = [
  ['its value changed by a byte', (jar, name) => change(jar, name, flip)],
  ['its signature changed by a byte', (jar, name) => change(jar, `${name}.sig`, flip)],
  ['its signature cut', (jar, name) => change(jar, `${name}.sig`, (value) => value.slice(0, -1))],
  ['an empty signature', (jar, name) => change(jar, `${name}.sig`, () => '')],
  ['no signature', (jar, name) => void jar.delete(keyOf(jar, `${name}.sig`))],
  ['no value', (jar, name) => void jar.delete(keyOf(jar, name))],
  ['the word __proto__', (jar, name) => change(jar, name, () => '__proto__')],
];

function keyOf(jar: WireBrowser['jar'], name: string): string {
  const found = [...jar].find(([, cookie]) => cookie.name === name);
  if (!found) throw new Error(`There is no cookie ${name}.`);
  return found[0];
}

function change(jar: WireBrowser['jar'], name: string, edit: (value: string) => string): void {
  const key = keyOf(jar, name);
  const cookie = jar.get(key);
  if (cookie) jar.set(key, { ...cookie, value: edit(cookie.value) });
}

for (const [title, tamper] of tamperings) {
  test.serial(`an interaction cookie with ${title} is refused`, async (t) => {
    const { browser, page } = await begin();
    tamper(browser.jar, 'identity-interaction');
    isRefused(t, await browser.request('GET', page.url));
    isRefused(t, await browser.request('POST', page.url, { fields: credentials('owner@acme.test') }));
  });

  test.serial(`a resume cookie with ${title} is refused`, async (t) => {
    const { browser, page } = await begin();
    const submitted = await browser.request('POST', page.url, { fields: credentials('owner@acme.test') });
    tamper(browser.jar, 'identity-resume');
    const end = await browser.request('GET', String(submitted.headers.location));
    isRefused(t, end);
    t.is(browser.cookie('identity-session'), undefined);
  });

  test.serial(`a session cookie with ${title} opens nothing`, async (t) => {
    const { browser } = await signedIn();
    t.is(await opens(browser.jar.values()), 'code');
    tamper(browser.jar, 'identity-session');
    t.is(await opens(browser.jar.values()), 'login_required');
  });
}

/** Signs a cookie as the server does, with its own key: what a thief of the database cannot do. */
function signature(name: string, value: string): string {
  const keys = server.identity.provider.keys;
  const [key] = Array.isArray(keys) ? keys : [];
  if (typeof key !== 'string') throw new Error('The key of the cookies is not where it was.');
  const hash = createHmac('sha1', key).update(`${name}=${value}`).digest('base64');
  return hash.replace(/\/|\+|=/gu, (sign) => ({ '/': '_', '+': '-', '=': '' })[sign] ?? '');
}

function signed(name: string, value: string, path = '/'): StoredCookie[] {
  return [
    { name, value, path },
    { name: `${name}.sig`, value: signature(name, value), path },
  ];
}

test.serial('what the database holds of a session opens nothing, not even when it is rightly signed', async (t) => {
  const { browser } = await signedIn();
  const value = String(browser.cookie('identity-session'));
  t.is(await opens(signed('identity-session', value)), 'code', 'the signature of this test is right');

  const row = await server.identity.db.oidcSession.findFirstOrThrow({ where: { idHash: hashOf(value) } });
  const hash = Buffer.from(row.idHash ?? []);
  const copies = [
    row.uid,
    hash.toString('hex'),
    hash.toString('base64url'),
    hash.toString('base64'),
    `\\x${hash.toString('hex')}`,
  ];
  for (const copy of copies) t.is(await opens(signed('identity-session', copy)), 'login_required', copy);
  t.false(JSON.stringify(row).includes(value), 'the value itself is not stored');
});

test.serial('the stored hash of an interaction opens nothing, not even when it is rightly signed', async (t) => {
  const { browser, page } = await begin();
  const path = page.url.pathname;
  t.is(browser.cookie('identity-interaction.sig'), signature('identity-interaction', uidOf(page)));
  const hash = Buffer.from(hashOf(uidOf(page)));
  for (const copy of [hash.toString('hex'), hash.toString('base64url')]) {
    const thief = newBrowser();
    for (const cookie of signed('identity-interaction', copy, path)) thief.jar.set(cookie.name, cookie);
    isRefused(t, await thief.request('GET', page.url));
    for (const cookie of signed('identity-interaction', copy, `/interaction/${copy}`))
      thief.jar.set(cookie.name, cookie);
    isRefused(t, await thief.request('GET', `/interaction/${copy}`));
  }
});

test.serial('a cookie of one kind is none of another', async (t) => {
  const { browser, page } = await begin();
  const sig = String(browser.cookie('identity-interaction.sig'));
  const forged: StoredCookie[] = [
    { name: 'identity-session', value: uidOf(page), path: '/' },
    { name: 'identity-session.sig', value: sig, path: '/' },
  ];
  t.is(await opens(forged), 'login_required');
  const { browser: other } = await signedIn();
  const session = String(other.cookie('identity-session'));
  const stranger = newBrowser();
  for (const cookie of signed('identity-interaction', session, '/')) stranger.jar.set(cookie.name, cookie);
  isRefused(t, await stranger.request('GET', `/interaction/${session}`));
});

test.serial(
  'prompt=none gives a code without a page to whoever is signed in, and an error to everybody else',
  async (t) => {
    const { browser } = await signedIn();
    const request = await newRequest({ prompt: 'none' });
    const answer = await browser.request('GET', request.url);
    t.is(answer.status, 303);
    const end = new URL(String(answer.headers.location));
    t.truthy((await exchange(request, end)).access_token);

    const errors: [WireBrowser, string, string][] = [
      [newBrowser(), 'demo-web', 'login_required'],
      [browser, 'demo-partner', 'consent_required'],
    ];
    for (const [asking, clientId, error] of errors) {
      const silent = await newRequest({ prompt: 'none' }, clientId);
      const { url } = await asking.open(silent.url);
      t.is(url.searchParams.get('error'), error);
      t.is(url.searchParams.get('state'), silent.state);
    }
  },
);

test.serial('prompt=none asks nobody for the tenant', async (t) => {
  const { browser, page } = await begin();
  await browser.submit(page, credentials('owner@globex.test'));
  const { url } = await browser.open((await newRequest({ prompt: 'none' })).url);
  t.is(url.searchParams.get('error'), 'interaction_required');
});

/** Moves the sign-in of a browser into the past. */
async function age(browser: WireBrowser, seconds: number): Promise<void> {
  const idHash = hashOf(String(browser.cookie('identity-session')));
  const changed = await server.identity.db.$executeRaw`
    UPDATE identity.oidc_sessions
    SET payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - ${seconds}::int))
    WHERE id_hash = ${idHash}`;
  if (changed !== 1) throw new Error('The session was not found.');
}

const now = () => Math.floor(Date.now() / 1000);

test.serial('max_age=0 asks for the password again, and auth_time moves', async (t) => {
  const { browser } = await signedIn();
  await age(browser, 1000);
  const silent = await newRequest({ prompt: 'none', max_age: '2000' });
  const before = (await exchange(silent, (await browser.open(silent.url)).url)).claims()?.auth_time;
  t.true(Math.abs(Number(before) - (now() - 1000)) < 60);

  const request = await newRequest({ max_age: '0' });
  const page = await browser.open(request.url);
  t.true(page.body.includes('name="password"'));
  const end = await browser.submit(page, credentials('owner@acme.test'));
  t.true(hasCode(end));
  const later = await newRequest({ prompt: 'none', max_age: '2000' });
  const after = (await exchange(later, (await browser.open(later.url)).url)).claims()?.auth_time;
  t.true(Math.abs(Number(after) - now()) < 60, `${after}`);
});

test.serial('max_age asks again once the sign-in is older, and prompt=none with it is refused', async (t) => {
  const { browser } = await signedIn();
  await age(browser, 1000);
  const refused = await browser.open((await newRequest({ prompt: 'none', max_age: '500' })).url);
  t.is(refused.url.searchParams.get('error'), 'login_required');
  const page = await browser.open((await newRequest({ max_age: '500' })).url);
  t.true(page.body.includes('name="password"'));
  t.true(hasCode(await browser.open((await newRequest({ max_age: '1500' })).url)));
});

test.serial('prompt=login asks again and prompt=none with login is a contradiction', async (t) => {
  const { browser } = await signedIn();
  const page = await browser.open((await newRequest({ prompt: 'login' })).url);
  t.true(page.body.includes('name="password"'));
  const { url } = await browser.open((await newRequest({ prompt: 'none login' })).url);
  t.is(url.searchParams.get('error'), 'invalid_request');
});

const strangeChoices: [title: string, tenant: string | undefined][] = [
  ['nothing', undefined],
  ['a tenant of other people', '019a0000-0000-7000-8000-0000000000ff'],
  ['a slug', 'acme'],
  ['a pattern', '%'],
  ['__proto__', '__proto__'],
];
for (const [title, tenant] of strangeChoices) {
  test.serial(`choosing ${title} at the page that asks for the tenant shows it again`, async (t) => {
    const { browser, page } = await begin();
    const choice = await browser.submit(page, credentials('owner@globex.test'));
    const again = await browser.request('POST', choice.url, { fields: tenant === undefined ? {} : { tenant } });
    t.is(again.status, 422);
    t.true(again.body.includes('name="tenant"'));
    const end = await browser.submit(again, { tenant: '019a0000-0000-7000-8000-0000000000c2' });
    t.true(hasCode(end));
  });
}

test.serial('a consent page that is still open after the logout gives neither a code nor a consent', async (t) => {
  const email = 'signs-out@acme.test';
  const userId = await newUser(email);
  const { browser, page } = await begin({ scope: 'openid email' }, 'demo-partner');
  const consent = await browser.submit(page, credentials(email));
  t.true(consent.body.includes('wants access to your account</h1>'));
  await browser.submit(await browser.open('/api/oauth/logout'), { logout: 'yes' });
  isRefused(t, await browser.request('GET', consent.url));
  isRefused(t, await browser.request('POST', consent.url, { fields: {} }));
  t.is(await server.identity.db.consent.count({ where: { userId } }), 0);
});

/** A user of the demo password who belongs to no tenant. */
async function newUser(email: string): Promise<string> {
  const { db } = server.identity;
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { normalizedEmail: 'member@acme.test' } });
  const user = await db.user.create({ data: { email, normalizedEmail: email, passwordHash } });
  return user.id;
}

const endings: [title: string, end: (userId: string) => Promise<unknown>][] = [
  ['deleted', (id) => server.identity.db.user.update({ where: { id }, data: { deletedAt: new Date() } })],
  ['erased', (id) => server.identity.db.user.delete({ where: { id } })],
];
for (const [title, end] of endings) {
  for (const clientId of ['demo-partner', 'demo-web']) {
    const step = clientId === 'demo-web' ? 'the page that asks for the tenant' : 'the consent page';
    test.serial(`somebody whose account is ${title} while ${step} is open gets no code and sees a page`, async (t) => {
      const email = `${title}-${clientId}@acme.test`;
      const userId = await newUser(email);
      const tenantIds = ['019a0000-0000-7000-8000-0000000000c1', '019a0000-0000-7000-8000-0000000000c2'];
      if (clientId === 'demo-web') {
        await server.identity.db.membership.createMany({ data: tenantIds.map((tenantId) => ({ tenantId, userId })) });
      }
      const { browser, page } = await begin({ scope: 'openid email' }, clientId);
      const open = await browser.submit(page, credentials(email));
      t.is(open.status, 200);
      await end(userId);

      const shown = await browser.request('GET', open.url);
      t.true(shown.status < 500, `GET ${shown.status}`);
      const fields = clientId === 'demo-web' ? { tenant: String(tenantIds[0]) } : {};
      const sent = await browser.submit({ ...open, url: open.url }, fields);
      t.true(sent.status < 500, `POST ${sent.status}`);
      t.false(hasCode(sent));
      t.is(await server.identity.db.consent.count({ where: { userId } }), 0);
    });
  }
}

test.serial('somebody who is suspended while the page that asks for the tenant is open does not get in', async (t) => {
  const email = 'suspended@acme.test';
  const userId = await newUser(email);
  const tenantIds = ['019a0000-0000-7000-8000-0000000000c1', '019a0000-0000-7000-8000-0000000000c2'];
  const { db } = server.identity;
  await db.membership.createMany({ data: tenantIds.map((tenantId) => ({ tenantId, userId })) });
  const { browser, page } = await begin();
  const open = await browser.submit(page, credentials(email));
  t.true(open.body.includes('name="tenant"'));
  const submitted = await browser.request('POST', formAction(open), { fields: { tenant: String(tenantIds[0]) } });
  t.is(submitted.status, 303);
  await db.membership.updateMany({ where: { userId }, data: { status: 'SUSPENDED' } });
  const end = await browser.open(String(submitted.headers.location));
  t.is(end.url.searchParams.get('error'), 'access_denied');
});

const strangeAddresses = ['__proto__', 'constructor', '..', '%2e%2e', 'a'.repeat(4000), 'x/y', 'x/abort/y', ''];
for (const address of strangeAddresses) {
  test.serial(`/interaction/${address.slice(0, 20)} is nothing: 4xx for every method`, async (t) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status } = await newBrowser().request(method, `/interaction/${address}`);
      t.true(status >= 400 && status < 500, `${method} ${status}`);
    }
  });
}

const passwords = (index: number) => `violet harbor engine ${index}`;

/** Somebody who is signed in, and may change their password from there. */
async function ownerOfAccount() {
  const { email, userId } = await addUser(server);
  const { tokens } = await signedIn(email);
  const change = (currentPassword: string, newPassword: string) =>
    send(server.issuer, 'POST', '/api/users/me/password', tokens.access_token, { currentPassword, newPassword });
  const living = () => server.identity.db.oidcSession.count({ where: { accountId: userId, endedAt: null } });
  return { email, userId, change, living };
}

/** A sign-in with the right password whose last redirect has not been followed yet. */
async function heldSignIn(email: string, password = demoPassword) {
  const { browser, request, page } = await begin();
  const submitted = await browser.request('POST', page.url, { fields: { email, password } });
  return { browser, request, status: submitted.status, resume: String(submitted.headers.location) };
}

const isAsked = ({ status, body }: WirePage) => status === 200 && body.includes('name="password"');

test.serial('a sign-in that is held back until the password was changed opens nothing and asks again', async (t) => {
  const { email, change, living } = await ownerOfAccount();
  const held = await heldSignIn(email);
  const elsewhere = await heldSignIn(email);
  t.is((await change(demoPassword, passwords(0))).status, 200);

  const asked = await held.browser.open(held.resume);
  t.true(isAsked(asked), `${asked.status} ${asked.url.href}`);
  t.is(await opens(held.browser.jar.values()), 'login_required');
  // The library goes by its cookie, so the address of another interaction is no way around.
  const { page } = await begin();
  const cookie = elsewhere.browser.cookieHeader(new URL(elsewhere.resume, server.issuer).pathname);
  const around = await newBrowser().request('GET', `/oauth/authorize/${uidOf(page)}`, { headers: { cookie } });
  t.false(String(around.headers.location).startsWith(callback), String(around.headers.location));
  t.is(await living(), 1);

  const end = await held.browser.submit(asked, { email, password: passwords(0) });
  t.truthy((await exchange(held.request, end.url)).access_token, 'the new password goes on from there');
});

test.serial('a login that does not name when its account was looked at opens nothing', async (t) => {
  const { email, living } = await ownerOfAccount();
  const held = await heldSignIn(email);
  const uid = String(held.resume.split('/').pop());
  const changed = await server.identity.db.$executeRaw`
    UPDATE identity.oidc_records SET payload = payload #- '{result,login,epoch}' WHERE id_hash = ${hashOf(uid)}`;
  t.is(changed, 1);
  t.true(isAsked(await held.browser.open(held.resume)));
  t.is(await living(), 1);
});

test.serial('a password that is changed while a later step is open ends the sign-in there', async (t) => {
  const { db } = server.identity;
  for (const held of [false, true]) {
    const { email, userId, change, living } = await ownerOfAccount();
    const tenants = await db.tenant.findMany({ where: { slug: { in: ['acme', 'globex'] } } });
    await db.membership.createMany({ data: tenants.map(({ id: tenantId }) => ({ tenantId, userId })) });
    const { browser, request, page } = await begin();
    const choice = await browser.submit(page, credentials(email));
    t.true(choice.body.includes('name="tenant"'), `${choice.status} ${choice.url.href}`);
    const fields = { tenant: String(tenants[0]?.id) };
    const submitted = held ? await browser.request('POST', choice.url, { fields }) : undefined;
    t.is((await change(demoPassword, passwords(0))).status, 200);

    const end = await (submitted ? browser.open(String(submitted.headers.location)) : browser.submit(choice, fields));
    t.false(hasCode(end), end.url.href);
    t.is(await opens(browser.jar.values()), 'login_required');
    t.is(await living(), 1);

    const again = await browser.submit(await browser.open(request.url), { email, password: passwords(0) });
    t.truthy((await exchange(request, (await browser.submit(again, fields)).url)).access_token, 'the steps still work');
  }
});

/** Holds back the deletion of an interaction's row: what the library does just before it takes the login. */
async function whileResuming(resume: string, during: (release: () => void) => Promise<void>): Promise<void> {
  const uid = String(resume.split('/').pop());
  await server.identity.db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM identity.oidc_records WHERE id_hash = ${hashOf(uid)} FOR UPDATE`;
      await new Promise<void>((resolve, reject) => during(resolve).catch(reject));
    },
    { timeout: 20_000 },
  );
}

/** Waits for a statement of the server's that cannot go on. */
const isBlocked = (like: string) =>
  until(async () => {
    const rows = await server.identity.db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${like}`;
    return rows.length > 0;
  });

test.serial('a password that is changed just before the session is made leaves no session and no code', async (t) => {
  const { email, change, living } = await ownerOfAccount();
  const held = await heldSignIn(email);
  let resumed: Promise<WirePage> | undefined;
  await whileResuming(held.resume, async (release) => {
    resumed = held.browser.open(held.resume);
    await isBlocked('DELETE FROM identity.oidc_records%');
    t.is((await change(demoPassword, passwords(0))).status, 200);
    release();
  });
  isRefused(t, await (resumed as Promise<WirePage>));
  t.is(await living(), 1);
  t.is(await opens(held.browser.jar.values()), 'login_required');
});

test.serial('a session that is made while a change of the password commits is found by one of the two', async (t) => {
  const { email, userId, living } = await ownerOfAccount();
  const { db } = server.identity;
  const held = await heldSignIn(email);
  let resumed: Promise<WirePage> | undefined;
  await db.$transaction(
    async (change) => {
      await whileResuming(held.resume, async (release) => {
        resumed = held.browser.open(held.resume);
        await isBlocked('DELETE FROM identity.oidc_records%');
        // As a change does: the epoch, then the sessions that can be seen. The new one cannot be seen yet.
        await change.user.update({ where: { id: userId }, data: { signInEpoch: { increment: 1 } } });
        const now = new Date();
        await change.oidcSession.updateMany({ where: { accountId: userId }, data: { endedAt: now, idHash: null } });
        release();
      });
      await isBlocked('%sign_in_epoch%FOR SHARE%');
    },
    { timeout: 20_000 },
  );
  isRefused(t, await (resumed as Promise<WirePage>));
  t.is(await living(), 0);
});

test.serial('sign-ins that race 20 changes of the password leave no session of an old one', async (t) => {
  const { email, userId, change, living } = await ownerOfAccount();
  for (let round = 0; round < 20; round += 1) {
    const old = round === 0 ? demoPassword : passwords(round - 1);
    const ready = round % 2 === 0 ? await heldSignIn(email, old) : undefined;
    const race = async () => {
      const held = ready ?? (await heldSignIn(email, old));
      return held.status === 303 ? held.browser.open(held.resume) : undefined;
    };
    const [changed, end] = await Promise.all([change(old, passwords(round)), race()]);
    t.is(changed.status, 200);
    if (end?.status && end.status >= 500) t.fail(`${end.status} ${end.body}`);
    t.is(await living(), 1, `round ${round}`);
    const grants = { accountId: userId, revokedAt: null };
    t.is(await server.identity.db.oidcGrant.count({ where: grants }), 1, `round ${round}`);
  }
});
