import test from 'ava';
import { addConsent } from '../support/application-changes.js';
import { alive, connect, dead, eventsAbout, refresh, works } from '../support/connected-applications.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, startAuthorization } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const path = '/api/users/me/applications';
const list = (token: string) => send(server.issuer, 'GET', path, token);
const takeBack = (token: string, clientId: string) => send(server.issuer, 'DELETE', `${path}/${clientId}`, token);
const consentOf = (userId: string, clientId: string) =>
  db().consent.findUniqueOrThrow({ where: { userId_clientId: { userId, clientId } } });

/** A user with a first-party token, who has allowed a third-party client something. */
async function scene() {
  const user = await addUser(server);
  const clientId = await addClient(server);
  const connected = await connect(server, { clientId, email: user.email });
  return { ...user, clientId, connected, token: await tokenOf(server.issuer, user.email) };
}

test('a user sees what was allowed to whom, since when, and when it was last used', async (t) => {
  const { userId, clientId, token } = await scene();
  const { body, status } = await list(token);
  t.is(status, 200);
  const { createdAt, lastUsedAt } = await consentOf(userId, clientId);
  t.truthy(lastUsedAt);
  t.deepEqual(body['applications'], [
    {
      clientId,
      name: 'Third Party',
      clientUri: null,
      source: 'MANUAL',
      host: null,
      redirectsTo: ['localhost:8080', '127.0.0.1:8765'],
      agent: false,
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      apiScopes: {},
      createdAt: createdAt.toISOString(),
      allowedIn: [{ tenantId: null, tenantName: null, at: createdAt.toISOString() }],
      lastUsedAt: lastUsedAt?.toISOString(),
    },
  ]);
});

test('the last use is noted once an hour, by codes and refreshes alike', async (t) => {
  const { userId, clientId, connected } = await scene();
  const at = async (lastUsedAt: Date) => {
    await db().consent.update({ where: { userId_clientId: { userId, clientId } }, data: { lastUsedAt } });
    const { tokens } = await connect(server, {
      clientId,
      email: (await db().user.findUniqueOrThrow({ where: { id: userId } })).email,
    });
    t.truthy(tokens.access_token);
    return (await consentOf(userId, clientId)).lastUsedAt;
  };
  const recently = new Date(Date.now() - 30 * 60_000);
  t.deepEqual(await at(recently), recently);
  const before = new Date(Date.now() - 2 * 60 * 60_000);
  t.true(((await at(before)) ?? before) > before);
  await db().consent.update({ where: { userId_clientId: { userId, clientId } }, data: { lastUsedAt: before } });
  t.is(await refresh(connected), 'ok');
  t.true(((await consentOf(userId, clientId)).lastUsedAt ?? before) > before);
});

test('taking back ends everything that was issued at once, and keeps the consent as a mark', async (t) => {
  const { userId, clientId, connected, token } = await scene();
  const second = await connect(server, {
    clientId,
    email: (await db().user.findUniqueOrThrow({ where: { id: userId } })).email,
  });
  t.like(await works(server, connected), alive);
  t.is((await takeBack(token, clientId)).status, 204);
  t.like(await works(server, { ...connected }), { api: 401, userinfo: 401, active: false });
  t.deepEqual(await works(server, second), dead);
  const { revokedAt, scopes } = await consentOf(userId, clientId);
  t.truthy(revokedAt);
  t.true(scopes.includes('email'));
  t.deepEqual((await list(token)).body['applications'], []);
  const [event, ...others] = await eventsAbout(server, 'application.revoked', clientId);
  t.like(event, { actorKind: 'user', actorId: userId, tenantId: null });
  t.is(others.length, 0);
  t.deepEqual(await takeBack(token, clientId).then(({ status, body }) => [status, body['error']]), [404, 'NOT_FOUND']);
});

test('what others have allowed, and what the user has allowed others, stays', async (t) => {
  const { email, clientId, token } = await scene();
  const other = await addUser(server);
  const ofOther = await connect(server, { clientId, email: other.email });
  const another = await connect(server, { clientId: await addClient(server), email });
  t.is((await takeBack(token, clientId)).status, 204);
  t.deepEqual(await works(server, ofOther), alive);
  t.deepEqual(await works(server, another), alive);
});

test('the next sign-in asks again, and the new consent has only what is allowed then', async (t) => {
  const { userId, email, clientId, token } = await scene();
  await takeBack(token, clientId);
  const asked = await startAuthorization(server, { clientId, email, scope: 'openid email' });
  t.true(asked.page.html.includes('wants access to your account'));
  await asked.browser.submit(asked.page, {});
  const { scopes, revokedAt, createdAt } = await consentOf(userId, clientId);
  t.deepEqual([[...scopes].sort(), revokedAt], [['email', 'openid'], null]);
  t.true(createdAt > new Date(Date.now() - 60_000));
  const events = await eventsAbout(server, 'application.connected', clientId);
  t.is(events.length, 2);
  t.like(events[1], { actorId: userId, tenantId: null, data: { name: 'Third Party', scopes: ['openid', 'email'] } });
});

test('a code that was written at that moment is worth nothing: the mark is compared at use', async (t) => {
  const { userId, email, clientId, connected } = await scene();
  const again = await connect(server, { clientId, email });
  // As if the grants had been written a moment after the others were revoked.
  await db().consent.update({ where: { userId_clientId: { userId, clientId } }, data: { revokedAt: new Date() } });
  t.is(await db().oidcGrant.count({ where: { accountId: userId, clientId, revokedAt: { not: null } } }), 0);
  t.deepEqual(await works(server, connected), dead);
  t.deepEqual(await works(server, again), dead);
});

test('a first-party client is never listed and cannot be taken back, and an old mark does not lock it out', async (t) => {
  const { userId, email, clientId, token } = await scene();
  await takeBack(token, clientId);
  await db().client.update({ where: { id: clientId }, data: { firstParty: true } });
  const connected = await connect(server, { clientId, email });
  t.false(connected.asked);
  t.deepEqual(await works(server, connected), alive);
  await db().consent.update({ where: { userId_clientId: { userId, clientId } }, data: { revokedAt: null } });
  t.deepEqual((await list(token)).body['applications'], []);
  t.is((await takeBack(token, clientId)).status, 404);
});

test('no third-party token takes anything back, with whatever scopes', async (t) => {
  const { email, userId, clientId } = await scene();
  const partner = await addClient(server, { scopes: ['account:read', 'account:write'] });
  const { tokens } = await connect(server, { clientId: partner, email, scope: 'openid account:read account:write' });
  t.is((await list(tokens.access_token)).status, 200);
  for (const id of [clientId, partner])
    t.deepEqual(await takeBack(tokens.access_token, id).then(({ status, body }) => [status, body['error']]), [
      403,
      'FORBIDDEN',
    ]);
  t.is((await consentOf(userId, clientId)).revokedAt, null);
});

test('twenty requests at once take it back once', async (t) => {
  const { clientId, token } = await scene();
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await takeBack(token, clientId)).status));
  t.deepEqual(statuses.sort().slice(0, 2), [204, 404]);
  t.is((await eventsAbout(server, 'application.revoked', clientId)).length, 1);
});

test('taking back ends the tokens for every tenant, and forgets the use there', async (t) => {
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, 'member');
  const clientId = await addClient(server);
  const connected = await connect(server, { clientId, email: member.email, tenant: tenant.slug });
  t.is(await db().clientUse.count({ where: { tenantId: tenant.id, clientId } }), 1);
  t.is((await takeBack(await tokenOf(server.issuer, member.email), clientId)).status, 204);
  t.deepEqual(await works(server, connected), dead);
  t.is(await db().clientUse.count({ where: { tenantId: tenant.id, clientId } }), 0);
});

test('an id that names no client, or that of another user, is not found', async (t) => {
  const { token } = await scene();
  const other = await addUser(server);
  const ofOther = await addConsent(server, other.userId);
  for (const id of [ofOther, 'no-such-client', '%00', 'a'.repeat(3000), encodeURIComponent('https://x.test/a')])
    t.true([400, 404, 414].includes((await takeBack(token, id)).status), id.slice(0, 20));
});
