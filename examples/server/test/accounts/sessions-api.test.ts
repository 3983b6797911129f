import test from 'ava';
import * as client from 'openid-client';
import { buildRequest, call, configure, signIn } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

interface Session {
  id: string;
  userAgent: string;
  ipAddress: string;
  location: string;
  lastActive: string;
  createdAt: string;
  isCurrent: boolean;
}

async function twoSessions() {
  const { email, userId } = await addUser(server);
  const here = await signIn(server.issuer, { email });
  const there = await signIn(server.issuer, { email });
  return { here, there, userId };
}
const list = async (token: string) =>
  (await call(server.issuer, '/api/users/me/sessions', token)).body['sessions'] as Session[];
const end = (token: string, id = '') => send(server.issuer, 'DELETE', `/api/users/me/sessions${id && `/${id}`}`, token);

test('sessions are listed with the fields of the contract, and one is the current', async (t) => {
  const { here, there } = await twoSessions();
  const sessions = await list(here.tokens.access_token);
  t.is(sessions.length, 2);
  t.is(sessions.filter(({ isCurrent }) => isCurrent).length, 1);
  const [session] = sessions;
  t.deepEqual(Object.keys(session ?? {}).sort(), [
    'createdAt',
    'id',
    'ipAddress',
    'isCurrent',
    'lastActive',
    'location',
    'userAgent',
  ]);
  t.like(session, { ipAddress: '127.0.0.1', location: 'Local network', userAgent: 'node' });
  const other = await list(there.tokens.access_token);
  t.deepEqual(other.map(({ id }) => id).sort(), sessions.map(({ id }) => id).sort());
  t.not(other.find(({ isCurrent }) => isCurrent)?.id, sessions.find(({ isCurrent }) => isCurrent)?.id);
});

test('the id of a session is neither the cookie’s value nor its stable name', async (t) => {
  const { here } = await twoSessions();
  const [session] = await list(here.tokens.access_token);
  t.regex(String(session?.id), /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-/u);
  t.false(Object.values(here.browser.cookies()).includes(String(session?.id)));
});

test('ending another session kills its cookie, refresh token and access token, and nothing of this one', async (t) => {
  const { here, there } = await twoSessions();
  const other = (await list(here.tokens.access_token)).find(({ isCurrent }) => !isCurrent);
  const response = await end(here.tokens.access_token, other?.id);
  t.is(response.status, 200);
  t.like(response.body, { success: true });
  t.is((await call(server.issuer, '/api/users/me', there.tokens.access_token)).status, 401);
  const error = await t.throwsAsync(client.refreshTokenGrant(there.config, String(there.tokens.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(error.error, 'invalid_grant');
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { prompt: 'none' });
  t.is((await there.browser.open(request.url)).url.searchParams.get('error'), 'login_required');
  t.is((await list(here.tokens.access_token)).length, 1);
  t.truthy(
    (
      await here.browser.open((await buildRequest(await configure(server.issuer, 'demo-web'), { prompt: 'none' })).url)
    ).url.searchParams.get('code'),
  );
});

test('ending all others leaves exactly this one', async (t) => {
  const { here, there } = await twoSessions();
  t.is((await end(here.tokens.access_token)).status, 200);
  t.is((await call(server.issuer, '/api/users/me', there.tokens.access_token)).status, 401);
  const left = await list(here.tokens.access_token);
  t.deepEqual(
    left.map(({ isCurrent }) => isCurrent),
    [true],
  );
});

test('one’s own session can be ended, too', async (t) => {
  const { here, there } = await twoSessions();
  const mine = (await list(here.tokens.access_token)).find(({ isCurrent }) => isCurrent);
  t.is((await end(here.tokens.access_token, mine?.id)).status, 200);
  t.is((await call(server.issuer, '/api/users/me', here.tokens.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/users/me', there.tokens.access_token)).status, 200);
});

test('somebody else’s session, an ended one, a random id and no id are the same 404', async (t) => {
  const { here } = await twoSessions();
  const others = await twoSessions();
  const [theirs] = await list(others.here.tokens.access_token);
  const gone = (await list(here.tokens.access_token)).find(({ isCurrent }) => !isCurrent);
  await end(here.tokens.access_token, gone?.id);
  for (const id of [theirs?.id, gone?.id, '01890000-0000-7000-8000-000000000000', 'x']) {
    const { status, body } = await end(here.tokens.access_token, id);
    t.deepEqual(
      [status, body['error'], body['message']],
      [404, 'SESSION_NOT_FOUND', 'There is no such session, or it has ended.'],
    );
  }
  t.is((await list(others.here.tokens.access_token)).length, 2);
});

test('the last activity is written at most once a minute', async (t) => {
  const { here, userId } = await twoSessions();
  const { db } = server.identity;
  const [before] = await list(here.tokens.access_token);
  const [after] = await list(here.tokens.access_token);
  t.is(before?.lastActive, after?.lastActive);
  await db.oidcSession.updateMany({
    where: { accountId: userId },
    data: { lastActiveAt: new Date(Date.now() - 120_000) },
  });
  await call(server.issuer, '/api/users/me', here.tokens.access_token);
  // The server does not wait for this write, so it may happen a moment later.
  for (let age = 120_000; age > 60_000; ) {
    const current = (await list(here.tokens.access_token)).find(({ isCurrent }) => isCurrent);
    age = Date.now() - Date.parse(String(current?.lastActive));
  }
  t.pass();
});
