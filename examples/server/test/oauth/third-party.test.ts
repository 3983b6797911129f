import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as client from 'openid-client';
import { crm } from '../support/licensing-api.js';
import { buildRequest, callback, configure, enterPassword, exchange, secretOf, signIn } from '../support/sign-in.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { allowedToken } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

async function startAuthorization(
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
  const first = await startAuthorization('openid email', 'owner@acme.test');
  t.regex(first.page.html, /<bdi>Demo Partner<\/bdi> wants access to your account/u);
  t.regex(first.page.html, /See your email address/u);
  t.regex(first.page.html, /Acme Inc\./u, 'and for which tenant');
  t.notRegex(first.page.html, /See your profile/u);
  const agreed = await first.browser.submit(first.page, {});
  t.is((await exchange(first.request, agreed.url)).scope, 'openid email');

  const again = await startAuthorization('openid email', 'owner@acme.test', first.browser);
  t.truthy(again.page.url.searchParams.get('code'), 'the same session is not asked again');
  const elsewhere = await startAuthorization('openid email', 'owner@acme.test');
  t.truthy(elsewhere.page.url.searchParams.get('code'), 'nor is a new one');

  const more = await startAuthorization('openid email profile', 'owner@acme.test', first.browser);
  t.regex(more.page.html, /wants more access/u);
  t.regex(more.page.html, /See your profile/u);
  t.notRegex(more.page.html, /See your email address/u);
  const agreedAgain = await more.browser.submit(more.page, {});
  t.is((await exchange(more.request, agreedAgain.url)).scope, 'openid email profile');
  const fewer = await startAuthorization('openid', 'owner@acme.test', first.browser);
  t.truthy(fewer.page.url.searchParams.get('code'), 'and fewer scopes need no question');
});

test('somebody who does not agree goes back with access_denied and state, and is asked the next time', async (t) => {
  const { request, page, browser } = await startAuthorization('openid', 'admin@acme.test');
  const denied = await browser.submit(page, {}, '/abort');
  t.is(denied.url.origin + denied.url.pathname, callback);
  t.is(denied.url.searchParams.get('error'), 'access_denied');
  t.truthy(denied.url.searchParams.get('error_description'));
  t.is(denied.url.searchParams.get('state'), request.state);
  const again = await startAuthorization('openid', 'admin@acme.test', browser);
  t.regex(again.page.html, /<bdi>Demo Partner<\/bdi> wants access/u);
});

test('prompt=consent asks a third-party client’s user again', async (t) => {
  const { page, browser } = await startAuthorization('openid', 'member@acme.test');
  await browser.submit(page, {});
  const again = await startAuthorization('openid', 'member@acme.test', browser, { prompt: 'consent' });
  // Mia's language is German.
  t.regex(again.page.html, /<bdi>Demo Partner<\/bdi> möchte auf Ihr Konto zugreifen/u);
  const agreed = await browser.submit(again.page, {});
  t.truthy((await exchange(again.request, agreed.url)).access_token);
});

test('prompt=none before consent is consent_required', async (t) => {
  const browser = new TestBrowser(server.issuer);
  const web = await buildRequest(await configure(server.issuer, 'demo-web'));
  await enterPassword(browser, await browser.open(web.url), 'super@example.test');
  const { page } = await startAuthorization('openid', 'super@example.test', browser, { prompt: 'none' });
  t.is(page.url.searchParams.get('error'), 'consent_required');
});

test('a first-party client never sees a consent page, not even with prompt=consent', async (t) => {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { prompt: 'consent' });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  t.truthy(page.url.searchParams.get('code'));
});

test('consent for offline_access gives a refresh token without prompt=consent', async (t) => {
  const { request, page, browser } = await startAuthorization(
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

// Serial: it deletes the consent of a demo user.
test.serial('consent to one client says nothing about another person or another client', async (t) => {
  const { db } = server.identity;
  const user = await db.user.findFirstOrThrow({ where: { email: 'owner@globex.test' } });
  await db.consent.deleteMany({ where: { userId: user.id } });
  const { page } = await startAuthorization(
    'openid email profile offline_access',
    'owner@globex.test',
    new TestBrowser(server.issuer),
    { tenant: 'acme' },
  );
  t.regex(page.html, /<bdi>Demo Partner<\/bdi> wants access/u);
});

const call = (method: string, path: string, token: string | undefined, body?: unknown) =>
  send(server.issuer, method, path, token, body);

/** A new tenant, and its owner's token of demo-partner with these scopes. */
async function ownerAtPartner(scope: string) {
  const tenant = await freshTenant(server);
  const { email } = tenant.owner;
  return { tenant, email, token: await allowedToken(server, { email, scope, tenant: tenant.slug }) };
}

test('with consent to openid only, the profile is the id', async (t) => {
  const { tenant, token } = await ownerAtPartner('openid');
  const { status, body } = await call('GET', '/api/users/me', token);
  t.is(status, 200);
  t.deepEqual(body, { id: tenant.owner.userId });
});

const ofProfile = {
  username: null,
  displayName: 'Ada',
  givenName: 'Ada',
  familyName: null,
  middleName: null,
  nickname: null,
  pictureUrl: null,
  website: null,
  gender: null,
  birthdate: '1815-12-10',
  zoneinfo: null,
  locale: null,
};
for (const [scope, fields] of [
  ['openid profile', () => ofProfile],
  ['openid email', (email: string) => ({ email, emailVerified: true })],
  ['openid profile email offline_access', (email: string) => ({ ...ofProfile, email, emailVerified: true })],
] as const) {
  test(`with consent to ${scope}, the profile has the fields that userinfo shows`, async (t) => {
    const { userId, email } = await addUser(server);
    const data = { displayName: 'Ada', givenName: 'Ada', birthdate: '1815-12-10', phone: '+441234567' };
    await server.identity.db.user.update({ where: { id: userId }, data });
    const token = await allowedToken(server, { email, scope });
    const { updatedAt, ...body } = (await call('GET', '/api/users/me', token)).body;
    t.deepEqual(body, { id: userId, ...fields(email) });
    t.is(updatedAt !== undefined, scope.includes('profile'));
  });
}

test('through a first-party client the profile is whole, whatever the scope', async (t) => {
  const { email } = await addUser(server);
  const { tokens } = await signIn(server.issuer, { email, changes: { scope: 'openid' } });
  const { status, body } = await call('GET', '/api/users/me', tokens.access_token);
  t.is(status, 200);
  t.like(body, { email, phone: null, mfaEnabled: false, memberships: [] });
  t.is((await call('GET', '/api/users/me/export', tokens.access_token)).status, 200);
});

const refused: readonly [string, (tenantId: string) => readonly [string, string, unknown?]][] = [
  ['export the data', () => ['GET', '/api/users/me/export']],
  ['change the profile', () => ['PATCH', '/api/users/me', { nickname: 'n' }]],
  ['list the sessions', () => ['GET', '/api/users/me/sessions']],
  ['list the tenants', () => ['GET', '/api/tenants']],
  ['create a tenant', () => ['POST', '/api/tenants', { name: 'Mine' }]],
  ['read the tenant', (id) => ['GET', `/api/tenants/${id}`]],
  ['rename the tenant', (id) => ['PATCH', `/api/tenants/${id}`, { name: 'Renamed' }]],
  ['delete the tenant', (id) => ['DELETE', `/api/tenants/${id}`]],
  ['list the members', (id) => ['GET', `/api/tenants/${id}/members`]],
  ['invite an owner', (id) => ['POST', `/api/tenants/${id}/invitations`, { email: 'e@vil.test', role: 'owner' }]],
  ['list licensed users', () => ['GET', `/api/integration/licenses/apps/${crm}/users`]],
];
for (const [title, request] of refused) {
  test(`with consent to the four scopes of OpenID Connect, a third-party client cannot ${title}`, async (t) => {
    const { tenant, token } = await ownerAtPartner('openid profile email offline_access');
    const { status, body } = await call(...withToken(request(tenant.id), token));
    t.deepEqual([status, body['error']], [403, 'FORBIDDEN']);
    const { name } = await server.identity.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
    t.is(name, 'Fresh');
    t.is(await server.identity.db.invitation.count({ where: { tenantId: tenant.id } }), 0);
  });
}
function withToken([method, path, body]: readonly [string, string, unknown?], token: string) {
  return [method, path, token, body] as const;
}

test("a super admin's rights pass through a first-party client and through no other", async (t) => {
  const { userId, email } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data: { superAdmin: true } });
  const body = () => ({ applicationId: crm, slug: `s-${randomUUID()}`, name: 'New' });
  const partner = await allowedToken(server, { email, scope: 'openid' });
  t.is((await call('POST', '/api/licensing/license-types', partner, body())).status, 403);
  const own = await tokenOf(server.issuer, email);
  t.is((await call('POST', '/api/licensing/license-types', own, body())).status, 201);
});

test('userinfo, introspection and revocation of a third-party token are as before', async (t) => {
  const { tenant, token } = await ownerAtPartner('openid email');
  const { body } = await call('GET', '/api/oauth/userinfo', token);
  t.like(body, { sub: tenant.owner.userId, email: tenant.owner.email, tenant_slug: tenant.slug });
  const form = { client_id: 'demo-partner', client_secret: secretOf('demo-partner'), token };
  const authorization = `Basic ${Buffer.from(`demo-partner:${form.client_secret}`).toString('base64')}`;
  const post = (path: string, fields: Record<string, string>, headers = {}) =>
    fetch(`${server.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers });
  t.like(await (await post('/api/oauth/introspect', { token }, { authorization })).json(), { active: true });
  t.is((await post('/api/oauth/revoke', form)).status, 200);
  t.is((await call('GET', '/api/users/me', token)).status, 401);
});

test('the pages of the account are open to the browser, and to no token', async (t) => {
  const { token } = await ownerAtPartner('openid');
  const response = await fetch(`${server.issuer}/account`, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}` },
  });
  t.not(response.status, 200);
});
