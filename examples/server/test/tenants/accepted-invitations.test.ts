import { createHash, randomUUID } from 'node:crypto';
import { google, type IdentityServer, tenants, users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { WireBrowser } from '@org/identity-testing/wire-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { startHttpsIssuer } from '../support/https-issuer.js';
import { asksForCode, begin, forgetLastCode, setUpApp, totp, twoFactors } from '../support/second-factor.js';
import { buildRequest, call, configure, signIn } from '../support/sign-in.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@people.test`;

async function invite(email: string, options: { settings?: Record<string, unknown>; clientId?: string } = {}) {
  const tenant = await freshTenant(server);
  const { settings, clientId } = options;
  const token = clientId
    ? (await signIn(server.issuer, { email: tenant.owner.email, clientId })).tokens.access_token
    : await tokenOf(server.issuer, tenant.owner.email);
  if (settings) {
    const changed = await send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}`, token, { settings });
    if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  }
  const { body } = await send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, token, { email });
  return { tenant, id: String(body['id']), secret: await server.mailbox.invitationSecret(email) };
}

/** Whether the browser gets a code for an application without showing a page. */
async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { prompt: 'none' });
  const { url } = await browser.open(request.url);
  return url.searchParams.has('code');
}

test('somebody new who accepts an invitation is signed in, and continues to the account page', async (t) => {
  const { secret } = await invite(newEmail());
  const browser = new TestBrowser(server.issuer);
  const done = await browser.submit(await browser.open(`/invitations/${secret}`), { displayName: 'Nina', password });
  t.deepEqual([done.status, done.url.pathname], [200, '/account']);
  t.regex(done.html, /Nina/u);
  t.true(await isSignedIn(browser));
});

test('an existing user who accepts with the password is signed in, with the amr of a password', async (t) => {
  const { email, userId } = await addUser(server);
  const { secret } = await invite(email);
  const browser = new TestBrowser(server.issuer);
  const done = await browser.submit(await browser.open(`/invitations/${secret}`), { password: demoPassword });
  t.is(done.url.pathname, '/account');
  t.true(await isSignedIn(browser));
  const { payload } = await server.identity.db.oidcSession.findFirstOrThrow({ where: { accountId: userId } });
  t.deepEqual((payload as { amr?: unknown }).amr, ['pwd']);
});

test('a wrong password accepts nothing and opens no session', async (t) => {
  const { email, userId } = await addUser(server);
  const { secret } = await invite(email);
  const browser = new TestBrowser(server.issuer);
  const page = await browser.submit(await browser.open(`/invitations/${secret}`), { password: 'wrong' });
  t.is(page.status, 422);
  t.is(await server.identity.db.oidcSession.count({ where: { accountId: userId } }), 0);
});

const isMember = async ({ identity: { db } }: Pick<TestServer, 'identity'>, tenantId: string, userId: string) =>
  (await db.membership.count({ where: { tenantId, userId, status: 'ACTIVE' } })) > 0;

test('an existing user with a second factor has to prove it before they become a member', async (t) => {
  const { email, userId } = await addUser(server);
  const { secret, tenant, id } = await invite(email);
  const enrolling = await begin(server, { email, changes: { acr_values: twoFactors } });
  const app = await setUpApp(enrolling.browser, enrolling.page);
  await forgetLastCode(server, userId);
  const browser = new TestBrowser(server.issuer);
  const asked = await browser.submit(await browser.open(`/invitations/${secret}`), { password: demoPassword });
  t.regex(asked.url.pathname, /^\/interaction\//u);
  t.true(asksForCode(asked));
  t.false(await isSignedIn(browser), 'the password alone opens nothing');
  t.regex((await browser.open('/account')).url.pathname, /^\/interaction\//u);
  t.is((await browser.submit(asked, { code: '000000' })).status, 401);
  t.false(await isMember(server, tenant.id, userId), 'and accepts nothing');
  t.is((await server.identity.db.invitation.findUniqueOrThrow({ where: { id } })).status, 'PENDING');
  const stolen = Object.values(browser.cookies()).filter((value) => value.includes(secret));
  t.deepEqual(stolen, [], 'no cookie shows the secret');

  const joining = await browser.submit(asked, { code: totp(app.secret) });
  t.is(joining.url.pathname, `/invitations/${secret}`);
  t.regex(joining.html, />Join</u);
  t.false(await isMember(server, tenant.id, userId), 'opening a page accepts nothing');
  const done = await browser.submit(joining, {});
  t.is(done.url.pathname, '/account');
  t.true(await isSignedIn(browser));
  t.true(await isMember(server, tenant.id, userId));
  t.is((await browser.open('/invitations/continue')).url.pathname, '/account', 'only once');
});

test('a person who accepts continues to the start URL of the inviting client', async (t) => {
  const startUrl = 'https://crm.example/welcome?from=invitation';
  await server.identity.db.client.update({ where: { id: 'demo-spa' }, data: { startUrl } });
  const { secret } = await invite(newEmail(), {
    clientId: 'demo-spa',
    settings: { startUrl: 'https://tenant.example/' },
  });
  const browser = new TestBrowser(server.issuer);
  const done = await browser.submit(await browser.open(`/invitations/${secret}`), { displayName: 'Nina', password });
  t.is(done.url.href, startUrl);
  t.true(await isSignedIn(browser));
});

test('without a start URL of the client, that of the tenant counts, also for a user who is signed in', async (t) => {
  const { email } = await addUser(server);
  const { secret } = await invite(email, { settings: { startUrl: 'http://localhost:5173/hello' } });
  const { browser } = await signIn(server.issuer, { email });
  const done = await browser.submit(await browser.open(`/invitations/${secret}`), {});
  t.is(done.url.href, 'http://localhost:5173/hello');
});

test('the start URL of a third-party client is never followed', async (t) => {
  const { secret, id } = await invite(newEmail());
  await server.identity.db.client.update({
    where: { id: 'demo-partner' },
    data: { startUrl: 'https://partner.example/' },
  });
  await server.identity.db.invitation.update({ where: { id }, data: { clientId: 'demo-partner' } });
  const browser = new TestBrowser(server.issuer);
  const done = await browser.submit(await browser.open(`/invitations/${secret}`), { displayName: 'Nina', password });
  t.is(done.url.pathname, '/account');
});

test('where an invitation leads is told only to the user who accepted it', async (t) => {
  const { secret, id } = await invite(newEmail(), { settings: { startUrl: 'https://tenant.example/' } });
  const browser = new TestBrowser(server.issuer);
  await browser.submit(await browser.open(`/invitations/${secret}`), { displayName: 'Nina', password });
  t.is((await browser.open(`/invitations/accepted/${id}`)).url.href, 'https://tenant.example/');
  const { browser: other } = await signIn(server.issuer, { email: 'super@example.test' });
  t.is((await other.open(`/invitations/accepted/${id}`)).url.pathname, '/account');
  for (const wrong of [randomUUID(), 'nothing'])
    t.is((await other.open(`/invitations/accepted/${wrong}`)).url.pathname, '/account');
  const stranger = new TestBrowser(server.issuer);
  t.regex((await stranger.open(`/invitations/accepted/${id}`)).url.pathname, /^\/interaction\//u);
});

for (const startUrl of [
  'javascript:alert(1)',
  'http://example.com/',
  '//example.com',
  '/account',
  'https://user:secret@example.com/',
  'https://example.com/#part',
  'https://exa mple.com/',
  5,
]) {
  test(`a tenant cannot have the start URL ${JSON.stringify(startUrl)}`, async (t) => {
    const tenant = await freshTenant(server);
    const token = await tokenOf(server.issuer, tenant.owner.email);
    const { status, body } = await send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}`, token, {
      settings: { startUrl },
    });
    t.is(status, 422);
    t.regex(JSON.stringify(body['details']), /settings\.startUrl/u);
  });
}

test('a session that was opened with an invitation ends when the password changes', async (t) => {
  const email = newEmail();
  const { secret } = await invite(email);
  const browser = new TestBrowser(server.issuer);
  await browser.submit(await browser.open(`/invitations/${secret}`), { displayName: 'Nina', password });
  const { tokens } = await signIn(server.issuer, { email, password });
  const changed = await send(server.issuer, 'POST', '/api/users/me/password', tokens.access_token, {
    currentPassword: password,
    newPassword: 'another horse battery staple',
  });
  t.is(changed.status, 200, JSON.stringify(changed.body));
  t.false(await isSignedIn(browser));
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
});

/** Adds an invitation of Acme to a demo user, directly in the database of any server. */
async function plant({ db }: IdentityServer, email: string): Promise<string> {
  const secret = randomUUID();
  const { id: tenantId } = await db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } });
  const secretHash = Uint8Array.from(createHash('sha256').update(secret).digest());
  const expiresAt = new Date(Date.now() + 60_000);
  await db.invitation.create({
    data: { tenantId, email, normalizedEmail: email, secretHash, expiresInDays: 1, expiresAt },
  });
  return secret;
}

test('where passwords open nothing, accepting with one opens no session', async (t) => {
  const sso = [google({ clientId: 'none', clientSecret: 'none' })];
  const other = await startTestServer({ plugins: [users({ sso, passwordSignIn: false }), tenants()] });
  t.teardown(() => other.stop());
  const browser = new TestBrowser(other.issuer);
  const existing = await browser.open(`/invitations/${await plant(other.identity, 'super@example.test')}`);
  const asked = await browser.submit(existing, { password: demoPassword });
  t.regex(asked.url.pathname, /^\/interaction\//u);
  const { id: userId } = await other.identity.db.user.findFirstOrThrow({ where: { email: 'super@example.test' } });
  t.is(await other.identity.db.membership.count({ where: { userId } }), 0, 'nor does it accept anything');
  const fresh = await browser.open(`/invitations/${await plant(other.identity, newEmail())}`);
  const again = await browser.submit(fresh, { displayName: 'Nina', password });
  t.regex(again.url.pathname, /^\/interaction\//u);
  t.is(await other.identity.db.oidcSession.count({ where: { accountId: { not: null } } }), 0);
});

test('without account pages, the last page says that the person has joined', async (t) => {
  const other = await startTestServer({ plugins: [users({ accountPages: false }), tenants()] });
  t.teardown(() => other.stop());
  const browser = new TestBrowser(other.issuer);
  const page = await browser.open(`/invitations/${await plant(other.identity, newEmail())}`);
  const done = await browser.submit(page, { displayName: 'Nina', password });
  t.is(done.status, 200);
  t.regex(done.html, /You are now a member of/u);
});

test('behind https the new session has a __Host- cookie that is Secure, HttpOnly and SameSite=Lax', async (t) => {
  const https = await startHttpsIssuer('Example');
  t.teardown(() => https.stop());
  const browser = new WireBrowser(https.issuer, { port: https.port, headers: { 'x-forwarded-proto': 'https' } });
  const page = await browser.open(`/invitations/${await plant(https.identity, 'super@example.test')}`);
  const done = await browser.submit(page, { password: demoPassword });
  t.is(done.url.pathname, '/account');
  const line = browser.received.find((cookie) => /^__Host-identity-session=./u.test(cookie)) ?? '';
  for (const attribute of [/; path=\//u, /; secure/u, /; httponly/u, /; samesite=lax/u, /; expires=/u])
    t.regex(line, attribute);
});
