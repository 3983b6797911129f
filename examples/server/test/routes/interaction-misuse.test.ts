import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  begin,
  credentials,
  hasCode,
  hashOf,
  isRefused,
  newBrowser,
  newRequest,
  server,
  uidOf,
} from '../support/interaction-tests.js';
import { call, exchange } from '../support/sign-in.js';

test.serial('an interaction opened in another browser is a page that says what to do, without a form', async (t) => {
  const { page } = await begin();
  isRefused(t, await newBrowser().open(page.url));
});

test.serial('a sign-in form sent without its cookies is refused, right password or not', async (t) => {
  const { page, browser } = await begin();
  const stranger = newBrowser();
  isRefused(t, await stranger.request('POST', page.url, { fields: credentials('owner@acme.test') }));
  isRefused(t, await stranger.request('POST', `${page.url.pathname}/abort`, { fields: {} }));
  t.deepEqual(stranger.jar.all(), []);
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

/** The page after a wrong password, without the parts that differ between attempts. */
async function refusal(email: string, password = 'not the password') {
  const { browser, page } = await begin();
  const refused = await browser.submit(page, { email, password });
  const strip = (text: string) => text.replaceAll(email, 'EMAIL').replaceAll(uidOf(page), 'UID');
  // Every request has its own id.
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
  for (const [method, url] of [
    ['GET', page.url.pathname],
    ['HEAD', page.url.pathname],
    ['GET', `${page.url.pathname}?${query}`],
    ['GET', page.url.pathname],
  ] as const) {
    const again = await browser.request(method, url);
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

const strangeIds = ['__proto__', 'constructor', '..', '%2e%2e', 'a'.repeat(4000), 'x/y', 'x/abort/y', ''];
for (const id of strangeIds) {
  test.serial(`/interaction/${id.slice(0, 20)} is nothing: 4xx for every method`, async (t) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status } = await newBrowser().request(method, `/interaction/${id}`);
      t.true(status >= 400 && status < 500, `${method} ${status}`);
    }
  });
}
