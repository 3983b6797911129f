import { randomUUID } from 'node:crypto';
import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { outcomeOf } from '../support/console-pages.js';
import { textOf } from '../support/console-visitors.js';
import { licensedTenant, random, seat } from '../support/licensing-api.js';
import { lastEvent } from '../support/platform-api.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { enrol } from '../support/second-factor.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let operator: Operator;
test.before(async () => {
  server = await startTestServer();
  operator = await openPlatform(server);
});
test.after.always(() => server?.stop());

const isSignedIn = async (token: string) => (await send(server.issuer, 'GET', '/api/users/me', token)).status === 200;
const person = (userId: string) => `people/${userId}`;

test('people are found by name or email, and by status', async (t) => {
  const mark = `zy${randomUUID().slice(0, 6)}`;
  const { userId, email } = await addUser(server, `${mark}.love@people.test`);
  for (const query of [`search=${mark}`, `search=${mark}&status=ACTIVE`, `search=${userId}`]) {
    const { html } = await operator.open(`people?${query}`);
    t.true(html.includes(`href="/platform/people/${userId}"`), query);
    t.true(html.includes(email));
  }
  const none = await operator.open(`people?search=${mark}&status=DISABLED`);
  t.true(none.html.includes('No people found.'));
  const hostile = await operator.open(`people?${new URLSearchParams({ search: '"><b>\'', status: 'x', after: '-1' })}`);
  t.is(hostile.status, 200);
  t.false(hostile.html.includes('"><b>'));
});

const peopleOn = (html: string) => [...html.matchAll(/\/platform\/people\/[\da-f]{8}-/gu)].length;

test('a list of more than fifty people has pages', async (t) => {
  const mark = `zx${randomUUID().slice(0, 6)}`;
  const rows = Array.from({ length: 51 }, (_, index) => {
    const email = `${mark}-${String(index).padStart(2, '0')}@people.test`;
    return { email, normalizedEmail: email };
  });
  await server.identity.db.user.createMany({ data: rows });
  const first = await operator.open(`people?search=${mark}`);
  t.is(peopleOn(first.html), 50);
  t.true(first.html.includes(`search=${mark}&amp;after=2`));
  const second = await operator.open(`people?search=${mark}&after=2`);
  t.true(second.html.includes(`${mark}-50@people.test`));
  t.is(peopleOn(second.html), 1);
});

test('opening a person shows memberships and sessions, and is an event', async (t) => {
  const tenant = await freshTenant(server);
  const { userId, email } = await addMember(server, tenant.id, 'admin');
  await tokenOf(server.issuer, email, tenant.slug);
  const page = await operator.open(person(userId));
  t.is(page.status, 200);
  t.true(page.html.includes(`href="/console/${tenant.slug}"`));
  t.is(page.html.split('name="session"').length - 1, 1);
  t.notRegex(page.html, /argon/u);
  t.like(await lastEvent(server, 'user.viewed', userId), { actorId: operator.userId, data: { part: 'sessions' } });
  t.is(await server.identity.db.event.count({ where: { type: 'user.viewed', subjectId: userId } }), 2);
});

test('a session is ended with the second click', async (t) => {
  const { userId, email } = await addUser(server);
  const [first, second] = [await tokenOf(server.issuer, email), await tokenOf(server.issuer, email)];
  const page = await operator.open(person(userId));
  const session = /name="session" value="([^"]+)"/u.exec(page.html)?.[1] ?? '';
  const { asked, done } = await operator.confirm(person(userId), { action: 'sign-out', session });
  t.regex(asked.html, /Sign out .* in this browser\?/u);
  t.is(done.location, `/platform/people/${userId}?done=sign-out`);
  t.deepEqual([await isSignedIn(first), await isSignedIn(second)].sort(), [false, true]);
  await operator.confirm(person(userId), { action: 'sign-out-all' });
  t.deepEqual([await isSignedIn(first), await isSignedIn(second)], [false, false]);
  t.is((await lastEvent(server, 'session.revoked', userId)).actorId, operator.userId);
  t.is((await operator.post(person(userId), { action: 'sign-out', session })).status, 404);
});

test('unlocking and enabling happen at once', async (t) => {
  const { userId } = await addUser(server);
  const unlocked = await operator.post(person(userId), { action: 'unlock' });
  t.is(unlocked.location, `/platform/people/${userId}?done=unlock`);
  t.is((await lastEvent(server, 'user.unlocked', userId)).actorId, operator.userId);
  await operator.confirm(person(userId), { action: 'disable' });
  t.is((await operator.post(person(userId), { action: 'enable' })).location, `/platform/people/${userId}?done=enable`);
  t.is((await lastEvent(server, 'user.enabled', userId)).actorId, operator.userId);
});

test('the first click disables nobody; the second ends every session', async (t) => {
  const { userId, email } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  const asked = await operator.post(person(userId), { action: 'disable' });
  t.true(asked.html.includes(`Disable the account of ${email}?`));
  t.true(await isSignedIn(token));
  await operator.confirm(person(userId), { action: 'disable' });
  t.false(await isSignedIn(token));
  t.is((await lastEvent(server, 'user.disabled', userId)).actorId, operator.userId);
  t.true((await operator.open(person(userId))).html.includes('Disabled since'));
});

test('second factors are removed with the second click', async (t) => {
  const { userId, email } = await enrol(server, await addUser(server));
  const { done } = await operator.confirm(person(userId), { action: 'remove-factors' });
  t.is(done.location, `/platform/people/${userId}?done=remove-factors`);
  t.truthy(await tokenOf(server.issuer, email));
});

test('erasing shows the mail and the seat that is lost, and then does it', async (t) => {
  const { db } = server.identity;
  const tenant = await licensedTenant(server, 1);
  const { userId, email } = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, userId);
  const { asked, done } = await operator.confirm(person(userId), { action: 'erase' });
  t.true(asked.html.includes('1 email is sent'));
  t.true(asked.html.includes(email));
  t.is(done.location, `/platform/people/${userId}?done=erase`);
  t.is(await db.seat.count({ where: { userId } }), 0);
  t.truthy((await db.user.findUniqueOrThrow({ where: { id: userId } })).eraseAt);
});

test('a user who goes on acting is disabled by two clicks', async (t) => {
  const { userId, email } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  const asked = await operator.post(person(userId), { action: 'disable' });
  const made = await send(server.issuer, 'POST', '/api/tenants', token, { name: 'Another', slug: `t-${randomUUID()}` });
  t.is(made.status, 201);
  const done = await operator.post(person(userId), { action: 'disable', outcome: outcomeOf(asked) });
  t.is(done.status, 303);
  t.false(await isSignedIn(token));
});

test('operators cannot disable or erase themselves, nor the only owner of a tenant', async (t) => {
  for (const action of ['disable', 'erase']) {
    const refused = await operator.post(person(operator.userId), { action });
    t.is(refused.status, 422, action);
    t.true(refused.html.includes('You cannot do this to your own account.'));
  }
  const { owner } = await freshTenant(server);
  const refused = await operator.post(person(owner.userId), { action: 'erase' });
  t.is(refused.status, 400);
  t.true(refused.html.includes('the only owner of an organization'));
});

test('unknown people and actions are refused', async (t) => {
  for (const id of [random, 'nobody', 'owner@acme.test']) t.is((await operator.open(person(id))).status, 404, id);
  t.is((await operator.open(person('%00'))).status, 400);
  t.is((await operator.post(person(random), { action: 'erase' })).status, 404);
  const { userId } = await addUser(server);
  t.is((await operator.post(person(userId), { action: 'explode' })).status, 422);
});

test('names with markup are shown as text, and the pages speak German', async (t) => {
  const { userId } = await addUser(server);
  const name = '<img src=x onerror=alert(1)>';
  await server.identity.db.user.update({ where: { id: userId }, data: { displayName: name } });
  const german = await openPlatform(server, { locale: 'de' });
  const page = await german.open(person(userId));
  t.false(page.html.includes('<img src=x'));
  t.true(textOf(page.html).includes('Hilfe bei der Anmeldung'));
  t.regex((await german.open('people')).html, /<h1>Personen<\/h1>/u);
});

test('for users who are not super admins the pages do not exist, neither do their forms', async (t) => {
  const tenant = await freshTenant(server);
  const { browser, page } = await openAccount(server.issuer, tenant.owner.email, { path: '/console' });
  for (const path of ['/platform', '/platform/people', `/platform/people/${operator.userId}`])
    t.is((await browser.open(path)).status, 404, path);
  const path = `/platform/people/${operator.userId}`;
  t.is((await post(browser, page, { action: 'disable' }, { path })).status, 404);
});
