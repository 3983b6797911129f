import type { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt } from 'jose';
import { isDone, server } from '../support/connection-tests.js';
import { addAppOn, askForPartner, byProvider, ownAccountSession, scene } from '../support/provider-scenes.js';
import { asksToSetUp, begin, totp, twoFactors } from '../support/second-factor.js';
import { buildRequest, configure, exchange } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';

const db = () => server.identity.db;
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']];

const factorsOf = async (userId: string) =>
  (await db().totp.count({ where: { userId } })) + (await db().passkey.count({ where: { userId } }));

test('the provider of a tenant adds no second factor to an account, whatever the form contains', async (t) => {
  const { email, userId, tenant } = await scene();
  const { browser, page } = await byProvider(email, { acr_values: twoFactors, tenant: tenant.slug });
  t.false(isDone(page));
  t.false(asksToSetUp(page), page.html);
  t.is(page.status, 403);
  t.regex(page.html, /<h1>Sign in yourself first<\/h1>/u);
  t.regex(page.html, /href="\/account\/security/u);
  for (const form of [{}, { code: '123456' }, { passkey: '{}' }, { enrolled: 'x' }]) {
    const sent = await browser.request('POST', page.url, new URLSearchParams(form));
    t.is(sent.status, 403, JSON.stringify(form));
  }
  t.is(await factorsOf(userId), 0);
  t.is((await db().user.findUniqueOrThrow({ where: { id: userId } })).mfaEnabled, false);
});

test('the sign-in can be cancelled there, and the account can be opened with the user’s own password', async (t) => {
  const { email, userId, tenant } = await scene();
  const { browser, page } = await byProvider(email, { acr_values: twoFactors, tenant: tenant.slug });
  const asked = await browser.open('/account/security');
  const again = asked.html.includes('name="password"') ? asked : await browser.open('/account/security?sign-in=again');
  // The email belongs to the domain of a provider. The account is the user's own all the same.
  t.regex(again.html, /name="password"/u);
  const own = await browser.submit(again, { email, password: 'demo-Passphrase-42' });
  t.is(own.url.pathname, '/account/security');
  t.is(own.status, 200);
  const cancelled = await browser.submit(page, {}, page.url.pathname.concat('/abort'));
  t.is(cancelled.url.searchParams.get('error'), 'access_denied');
  t.is(await factorsOf(userId), 0);
});

test('a factor that the account has can be proven in such a session', async (t) => {
  const { email, userId, tenant } = await scene();
  // The account page does not lead to the provider of the domain.
  const own = await ownAccountSession(email);
  const factor = await addAppOn(own);
  await db().totp.update({ where: { userId }, data: { lastUsedStep: null } });
  const { browser, page, request } = await byProvider(email, { acr_values: twoFactors, tenant: tenant.slug });
  const done = await browser.submit(page, { code: totp(factor) });
  t.true(isDone(done), done.html);
  const { access_token: token } = await exchange(request, done.url);
  t.is(decodeJwt(token)['tenant_id'], tenant.id);
});

test('such a token reads the user, with one membership, and nothing else of the account', async (t) => {
  const { email, tenant, other, userId } = await scene();
  const { request, page } = await byProvider(email, { tenant: tenant.slug });
  const { access_token: token } = await exchange(request, page.url);
  const call = (method: string, path: string, body?: unknown) => send(server.issuer, method, path, token, body);
  const me = await call('GET', '/api/users/me');
  t.is(me.status, 200);
  const { memberships } = me.body as { memberships: { tenantId: string }[] };
  t.deepEqual(
    memberships.map(({ tenantId }) => tenantId),
    [tenant.id],
  );
  t.false(JSON.stringify(me.body).includes(other.slug));
  const refused = [403, 'REAUTHENTICATION_REQUIRED'];
  t.deepEqual(codeOf(await call('GET', '/api/users/me/events')), refused);
  t.deepEqual(codeOf(await call('PATCH', '/api/users/me', { displayName: 'Renamed' })), refused);
  t.deepEqual(codeOf(await call('POST', '/api/tenants', { name: 'Mine' })), refused);
  t.deepEqual(codeOf(await call('GET', '/api/users/me/applications')), refused);
  t.not((await db().user.findUniqueOrThrow({ where: { id: userId } })).displayName, 'Renamed');
});

async function allowPartner(browser: TestBrowser, tenant: { slug: string }) {
  const { page, request } = await askForPartner(browser, { tenant: tenant.slug });
  return { request, end: await browser.submit(page, {}), page };
}

test('a consent in a provider’s session counts there only: the user’s own session is asked', async (t) => {
  const { email, tenant, other } = await scene();
  const { browser } = await byProvider(email, { tenant: tenant.slug });
  const { end } = await allowPartner(browser, tenant);
  t.true(isDone(end), end.html);
  // Again in the same kind of session: no page.
  const { browser: second } = await byProvider(email, { tenant: tenant.slug });
  t.true(isDone((await askForPartner(second, { tenant: tenant.slug })).page));
  const own = await begin(server, { email: 'nobody@elsewhere.test', changes: { tenant: other.slug } });
  t.false(isDone(own.page));
  const ownBrowser = await ownAccountSession(email);
  for (const { slug } of [tenant, other]) {
    const { page } = await askForPartner(ownBrowser, { tenant: slug, prompt: 'none' });
    t.is(page.url.searchParams.get('error'), 'consent_required', slug);
  }
});

test('a consent counts for the tenant that its page names', async (t) => {
  const { email, tenant, other } = await scene();
  const browser = await ownAccountSession(email);
  const { end, page, request } = await allowPartner(browser, other);
  t.regex(page.html, /Access applies to this organization only/u);
  t.true(isDone(end), end.html);
  const tokens = await exchange(request, end.url);
  t.is((await send(server.issuer, 'GET', '/api/users/me', tokens.access_token)).body['email'], email);
  t.true(isDone((await askForPartner(browser, { tenant: other.slug, prompt: 'none' })).page));
  const elsewhere = await askForPartner(browser, { tenant: tenant.slug, prompt: 'none' });
  t.is(elsewhere.page.url.searchParams.get('error'), 'consent_required');
});

test('a consent of an earlier version counts in the user’s own sessions, and in no other', async (t) => {
  const { email, userId, tenant, other } = await scene();
  const scopes = ['openid', 'profile', 'email', 'offline_access'];
  await db().consent.create({ data: { userId, clientId: 'demo-partner', scopes } });
  const { browser } = await byProvider(email, { tenant: tenant.slug });
  const asked = await askForPartner(browser, { tenant: tenant.slug, prompt: 'none' });
  t.is(asked.page.url.searchParams.get('error'), 'consent_required');
  const own = await ownAccountSession(email);
  const { page, request } = await askForPartner(own, { tenant: other.slug, prompt: 'none' });
  t.true(isDone(page));
  const { access_token: token } = await exchange(request, page.url);
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).body['email'], email);
});

test('a consent ends with the tenant that it was given in, and counts nowhere else then', async (t) => {
  const { email, tenant, other } = await scene();
  const { browser } = await byProvider(email, { tenant: tenant.slug });
  await allowPartner(browser, tenant);
  t.is((await send(server.issuer, 'DELETE', `/api/tenants/${tenant.id}`, tenant.token)).status, 200);
  const { page } = await askForPartner(await ownAccountSession(email), { tenant: other.slug, prompt: 'none' });
  t.is(page.url.searchParams.get('error'), 'consent_required');
});

test('what is taken back ends in every tenant and every kind of session', async (t) => {
  const { email, tenant, other, userId } = await scene();
  const { browser } = await byProvider(email, { tenant: tenant.slug });
  const atProvider = await allowPartner(browser, tenant);
  const own = await ownAccountSession(email);
  const atOther = await allowPartner(own, other);
  const tokens = [
    await exchange(atProvider.request, atProvider.end.url),
    await exchange(atOther.request, atOther.end.url),
  ];
  const page = await own.open('/account/applications');
  t.is(page.status, 200);
  t.is(await db().consentBinding.count({ where: { userId } }), 2);
  const { access_token: mine } = await ownToken(email, other);
  t.is((await send(server.issuer, 'DELETE', '/api/users/me/applications/demo-partner', mine)).status, 204);
  for (const { access_token: token } of tokens)
    t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 401);
  t.is(await db().consentBinding.count({ where: { userId } }), 0);
});

async function ownToken(email: string, tenant: { slug: string }) {
  const browser = await ownAccountSession(email);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { tenant: tenant.slug });
  const page = await browser.open(request.url);
  return exchange(request, page.url);
}

test('an owner whom the provider has signed in cannot plant a form in the account', async (t) => {
  const { email } = await scene();
  const { browser } = await byProvider(email);
  for (const path of ['/account/email', '/account/profile', '/account/security', '/account/password']) {
    const sent = await browser.request(
      'POST',
      new URL(path, server.issuer),
      new URLSearchParams({ email: 'x@y.test' }),
    );
    t.true([303, 403].includes(sent.status), `${path} ${sent.status}`);
    t.notRegex(sent.headers.get('location') ?? '', /resume/u);
  }
  t.is(await db().oidcRecord.count({ where: { model: 'KeptForm' } }), 0);
});

test('a session that the provider has opened is signed out like any other', async (t) => {
  const { email, tenant } = await scene();
  const { browser } = await byProvider(email, { tenant: tenant.slug });
  const page = await browser.open(`/console/${tenant.slug}`);
  t.is(page.status, 200, page.html);
  const out = await browser.submit(page, {}, '/account/sign-out');
  t.is(out.url.pathname, '/account/signed-out');
  t.not((await browser.open(`/console/${tenant.slug}`)).url.pathname, `/console/${tenant.slug}`);
});
