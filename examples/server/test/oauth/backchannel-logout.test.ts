import { TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import { LogoutReceiver } from '../support/logout-receiver.js';
import { buildRequest, call, exchange, type SignedIn, signIn } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let receiver: LogoutReceiver;
test.before(async () => {
  server = await startTestServer();
  receiver = new LogoutReceiver(server.issuer);
  await receiver.start();
  const { db } = server.identity;
  for (const id of ['demo-web', 'demo-spa'])
    await db.client.update({ where: { id }, data: { backchannelLogoutUri: receiver.urlOf(id) } });
  // This client has no logout URL.
  await db.client.update({ where: { id: 'demo-partner' }, data: { firstParty: true } });
});
test.after.always(async () => {
  await server?.stop();
  receiver?.stop();
});

const sidOf = ({ tokens }: SignedIn) => String(tokens.claims()?.['sid']);

/** A browser in which a user is signed in to three clients. Two of them get logout notices. */
async function threeClients(email: string) {
  const browser = new TestBrowser(server.issuer);
  const web = await signIn(server.issuer, { browser, email });
  const spa = await signIn(server.issuer, { browser, email, clientId: 'demo-spa' });
  await signIn(server.issuer, { browser, email, clientId: 'demo-partner' });
  return { ...web, told: [`demo-spa ${sidOf(spa)}`, `demo-web ${sidOf(web)}`] };
}

/** A user with two sessions: one with three clients, and one that must stay. */
async function twoSessions() {
  const { email, userId } = await addUser(server);
  return { email, userId, here: await signIn(server.issuer, { email }), there: await threeClients(email) };
}
type Sessions = Awaited<ReturnType<typeof twoSessions>>;

const api = (method: string, path: string, token: string, body?: unknown) =>
  send(server.issuer, method, path, token, body);
const endOthers = ({ here }: Sessions) => api('DELETE', '/api/users/me/sessions', here.tokens.access_token);
const waiting = (accountId: string) => server.identity.db.logoutNotice.findMany({ where: { accountId } });

const ways: Record<string, (sessions: Sessions) => Promise<unknown>> = {
  'logout with an ID token': ({ there: { browser, config, tokens } }) =>
    browser.request(
      'GET',
      client.buildEndSessionUrl(config, {
        id_token_hint: String(tokens.id_token),
        post_logout_redirect_uri: 'http://127.0.0.1:8765/logged-out',
      }),
    ),
  '"Sign out" on the page that asks': async ({ there: { browser } }) =>
    browser.submit(await browser.open('/api/oauth/logout?client_id=demo-web'), { logout: 'yes' }),
  'ending the session in the list': async ({ here, there }) => {
    const { body } = await call(server.issuer, '/api/users/me/sessions', there.tokens.access_token);
    const current = (body['sessions'] as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent);
    await api('DELETE', `/api/users/me/sessions/${current?.id}`, here.tokens.access_token);
  },
  'ending all other sessions': endOthers,
  'changing the password elsewhere': ({ here }) =>
    api('POST', '/api/users/me/password', here.tokens.access_token, {
      currentPassword: demoPassword,
      newPassword: 'violet harbor engine 77',
    }),
  'somebody else who signs in in the same browser': async ({ there: { browser, config } }) => {
    const { email } = await addUser(server);
    const request = await buildRequest(config, { prompt: 'login' });
    const end = await browser.submit(await browser.open(request.url), { email, password: demoPassword });
    await exchange(request, end.url);
  },
};

for (const [way, end] of Object.entries(ways)) {
  test(`${way} tells each client of that session once, and no client of another`, async (t) => {
    const sessions = await twoSessions();
    const { userId, here, there } = sessions;
    await end(sessions);
    await until(async () => (await waiting(userId)).length === 0);
    const told = await receiver.toldOf(userId);
    t.deepEqual(told.map(({ clientId, claims }) => `${clientId} ${claims['sid']}`).sort(), there.told);
    t.is(receiver.callsAbout(userId), 2);
    t.is((await call(server.issuer, '/api/users/me', here.tokens.access_token)).status, 200);
    t.is((await call(server.issuer, '/api/users/me', there.tokens.access_token)).status, 401);
  });
}

test('a logout token is what the standard wants, and is no ID token', async (t) => {
  const sessions = await twoSessions();
  await endOthers(sessions);
  await until(async () => (await waiting(sessions.userId)).length === 0);
  const found = await receiver.toldOf(sessions.userId);
  t.is(found.length, 2);
  for (const { claims } of found) {
    t.deepEqual(claims['events'], { 'http://schemas.openid.net/event/backchannel-logout': {} });
    t.deepEqual(Object.keys(claims).sort(), ['aud', 'events', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
    t.is(Number(claims.exp) - Number(claims.iat), 120);
  }
  t.not(found[0]?.claims.jti, found[1]?.claims.jti);
});

test('staying signed in tells nobody', async (t) => {
  const { email, userId } = await addUser(server);
  const { browser } = await signIn(server.issuer, { email });
  await browser.submit(await browser.open('/api/oauth/logout?client_id=demo-web'), {});
  t.is(receiver.callsAbout(userId), 0);
  t.deepEqual(await waiting(userId), []);
});

test('a receiver that refuses, breaks off or never answers is told again later, and holds nobody up', async (t) => {
  const { email, userId } = await addUser(server);
  const sessions = { here: await signIn(server.issuer, { email }), there: await signIn(server.issuer, { email }) };
  const end = () => api('DELETE', '/api/users/me/sessions', sessions.here.tokens.access_token);
  const troubles: Parameters<LogoutReceiver['respondTo']>[1][] = [
    (response) => response.writeHead(400).end('{"error":"invalid_request"}'),
    (response) => response.writeHead(302, { location: receiver.urlOf('demo-web') }).end(),
    (response) => response.destroy(),
    // No response: the caller must get its own response anyway.
    () => {},
  ];
  for (const [index, trouble] of troubles.entries()) {
    receiver.respondTo(userId, trouble);
    t.is((await end()).status, 200);
    // A claim lasts two minutes. The next attempt is scheduled after this one has failed.
    const wait = 15 * 4 ** index;
    const [notice] = await until(async () => {
      const rows = await waiting(userId);
      const left = ((rows[0]?.dueAt.getTime() ?? 0) - Date.now()) / 1000;
      return rows[0]?.attempts === index + 1 && Math.abs(left - wait) < 40 && rows;
    });
    t.is(receiver.callsAbout(userId), index + 1);
    await end();
    t.is((await waiting(userId))[0]?.attempts, index + 1, 'not before it is due');
    await server.identity.db.logoutNotice.update({ where: { id: String(notice?.id) }, data: { dueAt: new Date(0) } });
  }
  receiver.respondTo(userId, (response) => response.writeHead(204).end());
  await end();
  await until(async () => (await waiting(userId)).length === 0);
  t.is(receiver.callsAbout(userId), troubles.length + 1);
});
