import { formAction, type WireBrowser, type WirePage } from '@org/identity-testing/wire-browser';
import test from 'ava';
import {
  begin,
  credentials,
  hasCode,
  hashOf,
  isRefused,
  newBrowser,
  newRequest,
  opens,
  server,
  signedIn,
} from '../support/interaction-tests.js';
import { call, callback, exchange, type Request } from '../support/sign-in.js';

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
  const before = browser.jar.all();
  const request = await newRequest({ prompt: 'login' });
  const page = await browser.open(request.url);
  t.true(page.body.includes('name="password"'));
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200, 'the page alone ends nothing');

  const end = await browser.submit(page, credentials('member@acme.test'));
  const second = await exchange(request, end.url);
  t.is((await call(server.issuer, '/api/users/me', second.access_token)).body['email'], 'member@acme.test');
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 401);
  t.is(await opens(before), 'login_required');
  t.is(await opens(browser.jar.all()), 'code');
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

test.serial(
  'prompt=none gives a code without a page to whoever is signed in, and an error to everybody else',
  async (t) => {
    const { browser } = await signedIn();
    const request = await newRequest({ prompt: 'none' });
    const response = await browser.request('GET', request.url);
    t.is(response.status, 303);
    const end = new URL(String(response.headers.location));
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

/** A user with the demo password who belongs to no tenant. */
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
