import { TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import * as client from 'openid-client';
import { startEventServer } from '../support/event-tests.js';
import {
  asksForCode,
  begin,
  enrol,
  forgetLastCode,
  isDone,
  setUpApp,
  totp,
  twoFactors,
} from '../support/second-factor.js';
import { buildRequest, configure, enterPassword, signIn } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startEventServer();
});
test.after.always(() => server?.stop());

const types = ['session.started', 'session.ended', 'sign_in.failed'];

/** The events of sign-ins about a user, oldest first. */
async function eventsOf({ identity: { db } }: TestServer, subjectId: string | null) {
  const rows = await db.event.findMany({ where: { subjectId, type: { in: types } }, orderBy: { id: 'asc' } });
  return rows.map(({ type, tenantId, actorKind, actorId, data }) => ({ type, tenantId, actorKind, actorId, data }));
}

const started = (userId: string, tenantId: string | null, secondFactor = false) => ({
  type: 'session.started',
  tenantId,
  actorKind: 'user',
  actorId: userId,
  data: { clientId: 'demo-web', secondFactor },
});
const failed = (tenantId: string | null, reason: string) => ({
  type: 'sign_in.failed',
  tenantId,
  actorKind: 'system',
  actorId: null,
  data: { reason },
});
const ended = (userId: string, tenantId: string | null = null) => ({
  type: 'session.ended',
  tenantId,
  actorKind: 'user',
  actorId: userId,
  data: {},
});

/** Enters a wrong password; the page says nothing about why. */
async function failToSignIn(email: string, changes: Record<string, string> = {}, password = 'not the password') {
  const browser = new TestBrowser(server.issuer);
  const { url } = await buildRequest(await configure(server.issuer, 'demo-web'), changes);
  return enterPassword(browser, await browser.open(url), email, password);
}

test('a sign-in is an event of the tenant it is for, once, and a logout is one there and one of no tenant', async (t) => {
  const tenant = await freshTenant(server);
  const { userId, email } = tenant.owner;
  const { browser, config, tokens } = await signIn(server.issuer, { email, changes: { tenant: tenant.slug } });
  t.deepEqual(await eventsOf(server, userId), [started(userId, tenant.id)]);
  // The session continues: another code is no other sign-in.
  await signIn(server.issuer, { browser, email, changes: { tenant: tenant.slug } });
  t.is((await eventsOf(server, userId)).length, 1);
  await browser.request(
    'GET',
    client.buildEndSessionUrl(config, {
      id_token_hint: String(tokens.id_token),
      post_logout_redirect_uri: 'http://127.0.0.1:8765/logged-out',
    }),
  );
  const all = [started(userId, tenant.id), ended(userId), ended(userId, tenant.id)];
  t.deepEqual(await eventsOf(server, userId), all);
});

test('a sign-in without a tenant belongs to none, and ends by the page of the server', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, config } = await signIn(server.issuer, { email });
  t.deepEqual(await eventsOf(server, userId), [started(userId, null)]);
  const page = await browser.open(client.buildEndSessionUrl(config));
  await browser.submit(page, { logout: 'yes' });
  t.deepEqual(await eventsOf(server, userId), [started(userId, null), ended(userId)]);
});

test('a session that the user revokes makes its own event only', async (t) => {
  const { userId, email } = await addUser(server);
  const { tokens } = await signIn(server.issuer, { email });
  const { body } = await send(server.issuer, 'GET', '/api/users/me/sessions', tokens.access_token);
  const [session] = body['sessions'] as { id: string }[];
  await send(server.issuer, 'DELETE', `/api/users/me/sessions/${session?.id}`, tokens.access_token);
  t.deepEqual(await eventsOf(server, userId), [started(userId, null)]);
});

test('the session of a sign-in with a second factor starts after it, and a wrong code is a failure', async (t) => {
  const user = await addUser(server);
  const { secret } = await enrol(server, user);
  await forgetLastCode(server, user.userId);
  const before = (await eventsOf(server, user.userId)).length;
  const { browser, page } = await begin(server, { email: user.email });
  t.true(asksForCode(page));
  t.is((await eventsOf(server, user.userId)).length, before, 'the password alone is no sign-in');
  const refused = await browser.submit(page, { code: totp(secret, 0) });
  await until(async () => (await eventsOf(server, user.userId)).length > before);
  t.true(isDone(await browser.submit(refused, { code: totp(secret) })));
  t.deepEqual((await eventsOf(server, user.userId)).slice(before), [
    failed(null, 'wrong_second_factor'),
    started(user.userId, null, true),
  ]);
});

test('a second factor that is asked for later starts no session', async (t) => {
  const user = await addUser(server);
  const { browser } = await signIn(server.issuer, { email: user.email });
  const { page } = await begin(server, { browser, changes: { acr_values: twoFactors } });
  t.true(isDone((await setUpApp(browser, page)).next));
  t.deepEqual(await eventsOf(server, user.userId), [started(user.userId, null)]);
});

test('a failed sign-in says why, without an email', async (t) => {
  const tenant = await freshTenant(server);
  const { userId, email } = tenant.owner;
  t.is((await failToSignIn(email)).status, 401);
  // The only tenant of the user is the one of the sign-in.
  t.deepEqual(await until(async () => has(await eventsOf(server, userId), 1)), [failed(tenant.id, 'wrong_password')]);
  const other = await addUser(server);
  await server.identity.db.user.update({ where: { id: other.userId }, data: { disabledAt: new Date() } });
  t.is((await failToSignIn(other.email, {}, undefined)).status, 401);
  t.is((await failToSignIn(other.email, {}, 'demo-Passphrase-42')).status, 401);
  t.deepEqual(await until(async () => has(await eventsOf(server, other.userId), 2)), [
    failed(null, 'wrong_password'),
    failed(null, 'account_refused'),
  ]);
  const unknown = (await eventsOf(server, null)).length;
  t.is((await failToSignIn('nobody@nowhere.test')).status, 401);
  const events = await until(async () => has(await eventsOf(server, null), unknown + 1));
  t.deepEqual(events.at(-1), failed(null, 'unknown_account'));
  const stored = await server.identity.db.event.findMany({ where: { type: 'sign_in.failed' } });
  t.notRegex(JSON.stringify(stored), /@/u);
});

const has = <Item>(list: Item[], count: number) => list.length >= count && list;

test('a tenant does not learn of failed sign-ins of people who are not its members', async (t) => {
  const [tenant, stranger] = [await freshTenant(server), await addUser(server)];
  const suspended = await addMember(server, tenant.id, 'member', 'SUSPENDED');
  for (const { userId, email } of [stranger, suspended]) {
    await failToSignIn(email, { tenant: tenant.slug });
    t.deepEqual(await until(async () => has(await eventsOf(server, userId), 1)), [failed(null, 'wrong_password')]);
  }
});

test('attempts that a limit refuses are no events', async (t) => {
  const { userId, email } = await addUser(server);
  for (let attempt = 0; attempt < 14; attempt += 1) await failToSignIn(email);
  await until(async () => (await eventsOf(server, userId)).length >= 10);
  // A later attempt at another account is written after them.
  const other = await addUser(server);
  await failToSignIn(other.email);
  await until(async () => (await eventsOf(server, other.userId)).length === 1);
  t.is((await eventsOf(server, userId)).length, 10);
});

test('without the plugin nothing is recorded', async (t) => {
  const plain = await startTestServer();
  t.teardown(() => plain.stop());
  const { browser, config } = await signIn(plain.issuer, { email: 'member@acme.test' });
  await browser.submit(await browser.open(client.buildEndSessionUrl(config)), { logout: 'yes' });
  const again = await browser.open((await buildRequest(config)).url);
  t.is((await enterPassword(browser, again, 'member@acme.test', 'wrong')).status, 401);
  t.is(await plain.identity.db.event.count({ where: { type: { in: types } } }), 0);
});
