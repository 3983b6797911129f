import { randomUUID } from 'node:crypto';
import { lockUntilCommit } from '@org/identity-prisma';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { licensedTenant, random, seat } from '../support/licensing-api.js';
import { addSuperAdmin, lastEvent, platformMachine, type SuperAdmin } from '../support/platform-api.js';
import { enrol } from '../support/second-factor.js';
import { buildRequest, configure, enterPassword } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let admin: SuperAdmin;
test.before(async () => {
  server = await startTestServer();
  admin = await addSuperAdmin(server);
});
test.after.always(() => server?.stop());

const base = '/api/platform/users';
const call = (method: string, path: string, token = admin.token) =>
  send(server.issuer, method, `${base}${path}`, token, method === 'POST' ? {} : undefined);
const emailsOf = ({ body }: { body: Record<string, unknown> }) =>
  (body['users'] as { email: string }[]).map(({ email }) => email);
const isSignedIn = async (token: string) => (await send(server.issuer, 'GET', '/api/users/me', token)).status === 200;

test('the details of a user have no credentials, and reading them is an event', async (t) => {
  const tenant = await freshTenant(server);
  const { userId, email } = await addMember(server, tenant.id, 'admin');
  await tokenOf(server.issuer, email, tenant.slug);
  const { status, body } = await call('GET', `/${userId}`);
  t.is(status, 200);
  t.like(body, { id: userId, email, status: 'ACTIVE', hasPassword: true, secondFactor: false, sessions: 1 });
  t.deepEqual(body['memberships'], [{ tenantId: tenant.id, slug: tenant.slug, role: 'admin', status: 'ACTIVE' }]);
  t.notRegex(JSON.stringify(body), /argon|"passwordHash"|secret/u);
  const { actorId, actorKind, data, tenantId } = await lastEvent(server, 'user.viewed', userId);
  t.deepEqual({ actorId, actorKind, tenantId }, { actorId: admin.userId, actorKind: 'user', tenantId: null });
  t.deepEqual(data, { part: 'details' });
  await call('GET', `/${userId}/sessions`, await platformMachine(server));
  const again = await lastEvent(server, 'user.viewed', userId);
  t.like(again, { actorKind: 'machine', data: { part: 'sessions' } });
});

test('users are found by the beginning of a word of their name or email, by the whole email and by id', async (t) => {
  const mark = `zz${randomUUID().slice(0, 6)}`;
  const { userId, email } = await addUser(server, `${mark}.lovelace@people.test`);
  await server.identity.db.user.update({
    where: { id: userId },
    data: { givenName: 'Ada', familyName: `Byrön${mark}` },
  });
  for (const search of [mark, mark.toUpperCase(), email, `byron${mark}`, `ada byron${mark}`, userId, `${mark}.love`])
    t.deepEqual(emailsOf(await call('GET', `?search=${encodeURIComponent(search)}`)), [email], search);
  for (const search of [mark.slice(1), '!!', `${mark}.x`, random])
    t.deepEqual(emailsOf(await call('GET', `?search=${encodeURIComponent(search)}`)), [], search);
  await server.identity.db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
  t.deepEqual(emailsOf(await call('GET', `?search=${mark}&status=DISABLED`)), [email]);
  t.deepEqual(emailsOf(await call('GET', `?search=${mark}&status=ACTIVE`)), []);
});

test('the list has pages and a total for each status, without an event', async (t) => {
  const events = await server.identity.db.event.count({ where: { type: 'user.viewed', subjectId: admin.userId } });
  const all = await call('GET', '?limit=2');
  const { total, pages } = all.body['pagination'] as { total: number; pages: number };
  t.is(pages, Math.ceil(total / 2));
  t.is(emailsOf(all).length, 2);
  t.is(emailsOf(await call('GET', '?limit=2&page=1000000')).length, 0);
  for (const status of ['ACTIVE', 'DISABLED', 'DELETED']) t.is((await call('GET', `?status=${status}`)).status, 200);
  t.is(await server.identity.db.event.count({ where: { type: 'user.viewed', subjectId: admin.userId } }), events);
  for (const query of ['?status=GONE', '?limit=0', '?search=', '?email=a'])
    t.is((await call('GET', query)).status, 422);
});

test('an operator ends one session of a user, or all', async (t) => {
  const { userId, email } = await addUser(server);
  const [first, second] = [await tokenOf(server.issuer, email), await tokenOf(server.issuer, email)];
  const { body } = await call('GET', `/${userId}/sessions`);
  const sessions = body['sessions'] as { id: string; isCurrent: boolean }[];
  t.is(sessions.length, 2);
  t.false(sessions.some(({ isCurrent }) => isCurrent));
  const other = await addUser(server);
  const path = `/sessions/${sessions[0]?.id}`;
  t.like(await call('DELETE', `/${other.userId}${path}`), { status: 404, body: { error: 'SESSION_NOT_FOUND' } });
  t.is((await call('DELETE', `/${userId}${path}`)).status, 200);
  t.deepEqual([await isSignedIn(first), await isSignedIn(second)].sort(), [false, true]);
  t.like(await lastEvent(server, 'session.revoked', userId), { actorId: admin.userId, data: { one: true } });
  t.is((await call('DELETE', `/${userId}/sessions`)).status, 200);
  t.deepEqual([await isSignedIn(first), await isSignedIn(second)], [false, false]);
  t.like(await lastEvent(server, 'session.revoked', userId), { actorId: admin.userId, data: { one: false } });
});

test('a disabled user is out at once, and can sign in again once enabled', async (t) => {
  const { userId, email } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  t.like(await call('POST', `/${userId}/disable`), { status: 200, body: { changed: true, lastSuperAdmin: false } });
  t.false(await isSignedIn(token));
  t.like(await call('POST', `/${userId}/disable`), { status: 200, body: { changed: false } });
  t.like(await call('POST', `/${userId}/enable`), { status: 200, body: { changed: true } });
  t.true(await isSignedIn(await tokenOf(server.issuer, email)));
  for (const type of ['user.disabled', 'user.enabled'])
    t.is((await lastEvent(server, type, userId)).actorId, admin.userId);
});

test('an unlocked user need not wait any more, wherever the wrong passwords came from', async (t) => {
  const { userId, email } = await addUser(server);
  const attempt = async (password?: string) => {
    const browser = new TestBrowser(server.issuer);
    const { url } = await buildRequest(await configure(server.issuer, 'demo-web'));
    return enterPassword(browser, await browser.open(url), email, password);
  };
  for (let count = 0; count < 11; count += 1) await attempt('a wrong password');
  const refused = await attempt();
  t.false(refused.url.searchParams.has('code'));
  t.is((await call('POST', `/${userId}/unlock`)).status, 200);
  const allowed = await attempt();
  t.true(allowed.url.searchParams.has('code'));
  t.is((await lastEvent(server, 'user.unlocked', userId)).actorId, admin.userId);
});

test('an operator removes the second factors of a user', async (t) => {
  const { userId, email } = await enrol(server, await addUser(server));
  t.like(await call('DELETE', `/${userId}/second-factors`), { status: 200, body: { removed: 1 } });
  t.truthy(await tokenOf(server.issuer, email));
  t.like(await lastEvent(server, 'mfa.disabled', userId), { actorId: admin.userId, data: { method: 'all' } });
});

test('an erased user is out at once, gets a mail, loses the seat, and is gone after the job', async (t) => {
  const { db } = server.identity;
  const tenant = await licensedTenant(server, 2);
  const { userId, email } = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, userId);
  const token = await tokenOf(server.issuer, email, tenant.slug);
  t.is((await call('DELETE', `/${userId}`)).status, 200);
  t.false(await isSignedIn(token));
  t.is(await db.seat.count({ where: { userId } }), 0);
  const { eraseAt } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  t.true((eraseAt?.getTime() ?? Infinity) <= Date.now());
  t.truthy(await server.mailbox.mailTo(email));
  t.is((await lastEvent(server, 'account.deleted', userId)).actorId, admin.userId);
  t.is((await call('GET', `/${userId}`)).body['status'], 'DELETED');
});

test('super admins cannot disable or erase themselves, and nobody erases the only owner of a tenant', async (t) => {
  for (const [method, path] of [
    ['POST', `/${admin.userId}/disable`],
    ['DELETE', `/${admin.userId}`],
    ['DELETE', `/${admin.userId.toUpperCase()}`],
  ] as const)
    t.like(await call(method, path), { status: 422, body: { details: [{ path: 'userId' }] } });
  t.true(await isSignedIn(admin.token));
  const { owner } = await freshTenant(server);
  t.like(await call('DELETE', `/${owner.userId}`), { status: 400, body: { error: 'TENANT_OWNER' } });
});

test('an unknown user is 404 for every route', async (t) => {
  for (const id of [random, 'nobody', 'owner@acme.test']) {
    const paths = [
      'GET /',
      'GET /sessions',
      'DELETE /sessions',
      `DELETE /sessions/${random}`,
      'POST /disable',
      'POST /enable',
    ];
    for (const path of [...paths, 'POST /unlock', 'DELETE /second-factors', 'DELETE /']) {
      const [method = '', rest = ''] = path.split(' ');
      const answer = await call(method, `/${id}${rest === '/' ? '' : rest}`);
      t.like(answer, { status: 404, body: { error: 'USER_NOT_FOUND' } }, `${path} ${id}`);
    }
  }
});

test('the last super admin cannot be erased, even by two at once', async (t) => {
  const own = await startTestServer();
  t.teardown(() => own.stop());
  const { db } = own.identity;
  await db.user.updateMany({ data: { superAdmin: false } });
  const [one, other] = [await addSuperAdmin(own), await addSuperAdmin(own)];
  const erase = (by: SuperAdmin, whom: SuperAdmin) => send(own.issuer, 'DELETE', `${base}/${whom.userId}`, by.token);
  let erasures: ReturnType<typeof erase>[] = [];
  // Both wait for this lock, so both may still erase somebody when it is their turn.
  await db.$transaction(async (tx) => {
    await lockUntilCommit(tx, 'erasures');
    erasures = [erase(one, other), erase(other, one)];
    await until(async () => {
      const waiting = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
      return waiting.length === 2;
    });
  });
  const answers = await Promise.all(erasures);
  t.deepEqual(answers.map(({ status, body }) => [status, body['error']]).sort(), [
    [200, undefined],
    [409, 'LAST_SUPER_ADMIN'],
  ]);
  t.is(await db.user.count({ where: { superAdmin: true, deletedAt: null } }), 1);
});
