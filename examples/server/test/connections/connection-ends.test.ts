import test from 'ava';
import { decodeJwt } from 'jose';
import { refreshTokenGrant } from 'openid-client';
import { post } from '../support/account-pages.js';
import {
  act,
  activeConnection,
  addConnection,
  addDomain,
  type ConnectedTenant,
  enterEmail,
  isDone,
  pathOf,
  runTest,
  server,
  signInBy,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { openConsole, outcomeIn } from '../support/console-pages.js';
import { begin } from '../support/second-factor.js';
import { exchange, signIn } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';

const db = () => server.identity.db;

/** Somebody who has signed in by a connection. */
async function visitor(tenant: ConnectedTenant, name: string, domain = tenant.domain) {
  const { request, page, browser } = await signInBy({ sub: name, email: `${name}@${domain}` });
  const tokens = await exchange(request, page.url);
  return {
    userId: String(decodeJwt(tokens.access_token).sub),
    token: tokens.access_token,
    status: async () => (await send(server.issuer, 'GET', '/api/users/me', tokens.access_token)).status,
    refresh: () => refreshTokenGrant(request.config, tokens.refresh_token ?? ''),
    errorOfSession: async () =>
      (await begin(server, { browser, changes: { prompt: 'none' } })).page.url.searchParams.get('error'),
  };
}

const ends: Record<string, (tenant: ConnectedTenant, id: string) => ReturnType<typeof act>> = {
  disabled: (tenant, id) => act(tenant, id, '/disable'),
  deleted: (tenant, id) => act(tenant, id, '', 'DELETE'),
};

for (const [ended, end] of Object.entries(ends)) {
  test(`the sessions and tokens that came by a connection end when it is ${ended}, and no others`, async (t) => {
    const tenant = await tenantWithDomain();
    const id = await activeConnection(tenant);
    const second = `second-${tenant.domain}`;
    await activeConnection(tenant, { domains: [await addDomain(tenant.id, second)] });
    const ada = await visitor(tenant, 'ada');
    const other = await visitor(tenant, 'other', second);
    const member = await addUser(server);
    await db().membership.create({ data: { tenantId: tenant.id, userId: member.userId, role: 'member' } });
    const byPassword = await signIn(server.issuer, { email: member.email });
    t.is(await ada.status(), 200);
    t.is((await end(tenant, id)).status, 200);
    t.is(await ada.status(), 401);
    await t.throwsAsync(ada.refresh());
    t.is(await ada.errorOfSession(), 'login_required');
    t.is(await other.status(), 200, 'by another connection of the tenant');
    t.is((await send(server.issuer, 'GET', '/api/users/me', byPassword.tokens.access_token)).status, 200);
    t.is(
      (await act(tenant, id, '', 'GET')).status,
      ended === 'deleted' ? 404 : 200,
      'the session of the owner goes on',
    );
  });

  test(`a session that does not name its connection ends when the connection of its user is ${ended}`, async (t) => {
    const tenant = await tenantWithDomain();
    const id = await activeConnection(tenant);
    const ada = await visitor(tenant, 'ada');
    // As an older version has stored them.
    await db()
      .$executeRaw`UPDATE identity.oidc_sessions SET payload = payload - 'connectionId' WHERE account_id = ${ada.userId}`;
    await db()
      .$executeRaw`UPDATE identity.oidc_grants SET payload = payload - 'connectionId' WHERE account_id = ${ada.userId}`;
    t.is(await ada.status(), 200);
    await end(tenant, id);
    t.is(await ada.status(), 401);
    t.is(await ada.errorOfSession(), 'login_required');
  });

  test(`a sign-in that is almost complete opens no session after its connection was ${ended}`, async (t) => {
    const tenant = await tenantWithDomain();
    const id = await activeConnection(tenant);
    const email = `late@${tenant.domain}`;
    const { browser, gone } = await enterEmail(email);
    const callback = await browser.request('GET', await upstream.visit(gone.url, { sub: 'late', email }));
    const returned = await browser.request('GET', new URL(callback.headers.get('location') ?? '', server.issuer));
    const resume = new URL(returned.headers.get('location') ?? '', server.issuer);
    await end(tenant, id);
    t.false(isDone(await browser.open(resume)));
    const { id: userId } = await db().user.findUniqueOrThrow({ where: { normalizedEmail: email } });
    t.is(await db().oidcSession.count({ where: { accountId: userId, endedAt: null } }), 0);
  });
}

test('the session of the owner who disables a connection ends if it came by it', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const boss = await visitor(tenant, 'boss');
  const where = { tenantId_userId: { tenantId: tenant.id, userId: boss.userId } };
  await db().membership.update({ where, data: { role: 'owner' } });
  t.is((await send(server.issuer, 'POST', pathOf(tenant, `/${id}/disable`), boss.token)).status, 200);
  t.is(await boss.status(), 401);
  t.is((await act(tenant, id, '', 'GET')).body['status'], 'DISABLED');
});

test('sessions go on when another connection takes the domain over, and end when the old one is disabled', async (t) => {
  const tenant = await tenantWithDomain();
  const oldId = await activeConnection(tenant);
  const ada = await visitor(tenant, 'ada');
  const newId = await addConnection(tenant);
  await runTest(tenant, newId);
  await act(tenant, newId, '/activate');
  t.is((await act(tenant, oldId, '', 'GET')).body['status'], 'DISABLED');
  t.is(await ada.status(), 200);
  await act(tenant, oldId, '/disable');
  t.is(await ada.status(), 401);
});

test('tokens end with their connection, also if the user has signed in again with a password in that session', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const ada = await visitor(tenant, 'ada');
  // The session says how the user has signed in last; a grant says how it began.
  await db().$executeRaw`
    UPDATE identity.oidc_sessions SET payload = payload - 'via' - 'connectionId' WHERE account_id = ${ada.userId}`;
  t.is(await ada.status(), 200);
  await act(tenant, id, '/disable');
  t.is(await ada.status(), 401);
  t.is(await db().oidcSession.count({ where: { accountId: ada.userId, endedAt: null } }), 1);
});

test('a session and its grants name the connection that they came by', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const ada = await visitor(tenant, 'ada');
  const session = await db().oidcSession.findFirstOrThrow({ where: { accountId: ada.userId } });
  t.like(session.payload, { via: tenant.id, connectionId: id });
  const grant = await db().oidcGrant.findFirstOrThrow({ where: { accountId: ada.userId } });
  t.like(grant.payload, { via: tenant.id, connectionId: id });
});

test('in the console the owner chooses whether the users who came by it stay signed in', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const ada = await visitor(tenant, 'ada');
  const path = `/console/${tenant.slug}/single-sign-on/connections/${id}`;
  const { browser, page } = await openConsole(server, tenant.owner, path);
  t.regex(page.html, /name="keepSessions"(?![^>]*checked)/u);
  const asked = await post(browser, page, { action: 'disable', keepSessions: 'on' }, { path });
  t.true(asked.html.includes('stay signed in'), asked.html);
  await post(browser, page, { action: 'disable', keepSessions: 'on', outcome: outcomeIn(asked) }, { path });
  t.is((await db().connection.findUniqueOrThrow({ where: { id } })).status, 'DISABLED');
  t.is(await ada.status(), 200);
  const again = await post(browser, page, { action: 'disable' }, { path });
  t.true(again.html.includes('signed out'), again.html);
  await post(browser, page, { action: 'disable', outcome: outcomeIn(again) }, { path });
  t.is(await ada.status(), 401);
});

test('a connection is disabled by two clicks, although people go on signing in by it', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const path = `/console/${tenant.slug}/single-sign-on/connections/${id}`;
  const { browser, page } = await openConsole(server, tenant.owner, path);
  const asked = await post(browser, page, { action: 'disable' }, { path });
  const late = await visitor(tenant, 'late');
  t.is((await post(browser, page, { action: 'disable', outcome: outcomeIn(asked) }, { path })).status, 303);
  t.is((await db().connection.findUniqueOrThrow({ where: { id } })).status, 'DISABLED');
  t.is(await late.status(), 401);
});

test('a connection that is the only way in for the owners is neither stopped nor turned into a draft', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const boss = await visitor(tenant, 'boss');
  const where = { tenantId_userId: { tenantId: tenant.id, userId: boss.userId } };
  await db().membership.update({ where, data: { role: 'owner' } });
  const policy = { requireSso: true, breakGlass: [], sessionHours: null, idleMinutes: null, allowedNetworks: [] };
  await db().tenant.update({ where: { id: tenant.id }, data: { policy } });
  const call = (method: string, rest: string, body?: unknown) =>
    send(server.issuer, method, pathOf(tenant, `/${id}${rest}`), boss.token, body);
  for (const [method, rest, body] of [
    ['POST', '/disable', undefined],
    ['DELETE', '', undefined],
    ['PATCH', '', { clientId: 'another', clientSecret: 'secret' }],
  ] as const) {
    const { status, body: answer } = await call(method, rest, body);
    t.deepEqual([status, answer['error']], [409, 'WOULD_LOCK_OUT'], `${method} ${rest}`);
  }
  t.is((await db().connection.findUniqueOrThrow({ where: { id } })).status, 'ACTIVE');
  t.is(await boss.status(), 200, 'nobody was signed out');
});
