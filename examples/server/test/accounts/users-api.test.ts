import test from 'ava';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import { call, signIn } from '../support/sign-in.js';
import { addUser, machineTokenOf, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const api = (method: string, path: string, token: string | undefined, body?: unknown) =>
  send(server.issuer, method, path, token, body);

async function signedInUser() {
  const { userId, email } = await addUser(server);
  return { userId, email, token: await tokenOf(server.issuer, email) };
}

test('a profile is changed field by field, and null clears', async (t) => {
  const { token, userId, email } = await signedInUser();
  const changes = {
    displayName: 'Zoë Zed',
    givenName: 'Zoë',
    familyName: 'Zed',
    middleName: 'M.',
    nickname: 'Z',
    pictureUrl: 'https://pictures.example/z.png',
    website: 'http://zed.example',
    zoneinfo: 'Europe/Berlin',
    locale: 'de-AT',
  };
  const { status, body } = await api('PATCH', '/api/users/me', token, changes);
  t.is(status, 200);
  t.deepEqual(Object.keys(body).sort(), [
    'displayName',
    'email',
    'familyName',
    'givenName',
    'id',
    'middleName',
    'updatedAt',
  ]);
  t.like(body, { id: userId, email, displayName: 'Zoë Zed', middleName: 'M.' });
  t.like((await call(server.issuer, '/api/users/me', token)).body, changes);
  await api('PATCH', '/api/users/me', token, { middleName: null, website: null });
  t.like((await call(server.issuer, '/api/users/me', token)).body, { ...changes, middleName: null, website: null });
  const userinfo = await call(server.issuer, '/api/oauth/userinfo', token);
  t.like(userinfo.body, { name: 'Zoë Zed', zoneinfo: 'Europe/Berlin', locale: 'de-AT' });
});

for (const body of [
  {},
  { emailVerified: true },
  { id: 'x' },
  { email: 'new@people.test' },
  { role: 'owner' },
  { superAdmin: true },
  { username: 'root' },
  { displayName: '' },
  { displayName: ' ' },
  { displayName: 'x'.repeat(101) },
  { displayName: 1 },
  { displayName: 'a\u0000b' },
  { nickname: '\ud800' },
  { pictureUrl: 'javascript:alert(1)' },
  { pictureUrl: '/me.png' },
  { website: 'ftp://x.example' },
  { website: `https://x.example/${'a'.repeat(2048)}` },
  { zoneinfo: 'Mars/Olympus' },
  { zoneinfo: '+02:00' },
  { locale: 'not a tag' },
  { locale: 'x'.repeat(40) },
]) {
  test(`a profile with ${JSON.stringify(body).slice(0, 60)} is 422 and changes nothing`, async (t) => {
    const { token, userId } = await signedInUser();
    const before = await server.identity.db.user.findUnique({ where: { id: userId } });
    const response = await api('PATCH', '/api/users/me', token, body);
    t.deepEqual([response.status, response.body['error']], [422, 'VALIDATION_FAILED']);
    t.deepEqual(await server.identity.db.user.findUnique({ where: { id: userId } }), before);
  });
}

test('__proto__ in a profile is refused', async (t) => {
  const { token } = await signedInUser();
  const init = {
    method: 'PATCH',
    body: '{"__proto__":{"superAdmin":true},"nickname":"n"}',
    headers: { 'content-type': 'application/json' },
  };
  t.is((await call(server.issuer, '/api/users/me', token, init)).status, 422);
});

const newPassword = 'violet harbor engine 77';
const change = (token: string, currentPassword: string, next: string) =>
  api('POST', '/api/users/me/password', token, { currentPassword, newPassword: next });

test('a changed password ends all other sessions with their tokens, keeps this one, and is told by mail', async (t) => {
  const { email } = await signedInUser();
  const here = await signIn(server.issuer, { email });
  const there = await signIn(server.issuer, { email });
  const { status, body } = await change(here.tokens.access_token, demoPassword, newPassword);
  t.is(status, 200);
  t.like(body, { success: true });

  t.is((await call(server.issuer, '/api/users/me', here.tokens.access_token)).status, 200);
  t.truthy((await client.refreshTokenGrant(here.config, String(here.tokens.refresh_token))).access_token);
  t.is((await call(server.issuer, '/api/users/me', there.tokens.access_token)).status, 401);
  const error = await t.throwsAsync(client.refreshTokenGrant(there.config, String(there.tokens.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(error.error, 'invalid_grant');
  const mail = await server.mailbox.mailTo(email);
  t.regex(mail.subject, /password was changed/u);
  t.false(JSON.stringify(mail).includes(newPassword));

  await t.throwsAsync(signIn(server.issuer, { email }), undefined, 'the old password is dead');
  t.truthy((await signIn(server.issuer, { email, password: newPassword })).tokens.access_token);
});

test('a wrong current password is CURRENT_PASSWORD_INCORRECT, and too many of them wait like sign-ins', async (t) => {
  const { token } = await signedInUser();
  for (let attempt = 0; attempt < 11; attempt += 1) {
    const { status, body } = await change(token, 'wrong', newPassword);
    t.deepEqual([status, body['error']], [400, 'CURRENT_PASSWORD_INCORRECT']);
  }
  t.is((await change(token, demoPassword, newPassword)).status, 400, 'even the right one has to wait now');
});

test('the same password is SAME_PASSWORD', async (t) => {
  const { token } = await signedInUser();
  const { status, body } = await change(token, demoPassword, demoPassword);
  t.deepEqual([status, body['error']], [422, 'SAME_PASSWORD']);
});

for (const weak of [
  'short',
  '12345678',
  'password1',
  'qwertyuiop',
  'aaaaaaaaaaaa',
  'iloveyou2',
  'x'.repeat(257),
  '{email}',
  '{name}1!',
]) {
  test(`"${weak.slice(0, 20)}" is WEAK_PASSWORD`, async (t) => {
    const { token, userId, email } = await signedInUser();
    await server.identity.db.user.update({ where: { id: userId }, data: { displayName: 'Bartholomew' } });
    const password = weak.replace('{email}', email).replace('{name}', 'Bartholomew');
    const { status, body } = await change(token, demoPassword, password);
    t.deepEqual([status, body['error']], [422, 'WEAK_PASSWORD']);
  });
}

test('user endpoints are for people: 401 without a token, 403 for machines, 405 for other methods', async (t) => {
  const machine = await machineTokenOf(server.issuer, 'platform-machine');
  for (const [method, path, body] of [
    ['PATCH', '/api/users/me', { nickname: 'n' }],
    ['POST', '/api/users/me/password', {}],
    ['POST', '/api/users/me/email', {}],
    ['GET', '/api/users/me/sessions', undefined],
    ['DELETE', '/api/users/me/sessions', undefined],
    ['DELETE', '/api/users/me/sessions/x', undefined],
  ] as const) {
    t.is((await api(method, path, undefined, body)).status, 401);
    const refused = await api(method, path, machine, body);
    t.deepEqual([refused.status, refused.body['error']], [403, 'FORBIDDEN']);
  }
  const { token } = await signedInUser();
  t.is((await api('GET', '/api/users/me/password', token)).status, 405);
  t.is((await api('POST', '/api/users/me/password', token, { currentPassword: 'x' })).status, 422);
});

test('of four password changes at once one is made', async (t) => {
  const { token } = await signedInUser();
  const responses = await Promise.all(
    Array.from({ length: 4 }, (_, index) => change(token, demoPassword, `${newPassword} ${index}`)),
  );
  t.is(responses.filter(({ status }) => status === 200).length, 1);
  t.true(responses.every(({ status }) => status === 200 || status === 400));
});

test('changes of profile, password and sessions are in the audit trail, without a word of the password', async (t) => {
  const { token, userId } = await signedInUser();
  await api('PATCH', '/api/users/me', token, { nickname: 'Zed' });
  await change(token, demoPassword, newPassword);
  await api('DELETE', '/api/users/me/sessions', token);
  const events = await server.identity.db.event.findMany({ where: { subjectId: userId }, orderBy: { id: 'asc' } });
  t.deepEqual(
    events.map(({ type }) => type),
    ['profile.updated', 'password.changed', 'session.revoked'],
  );
  t.like(events[0], { actorKind: 'user', actorId: userId, data: { changed: ['nickname'] } });
  t.false(JSON.stringify(events).includes(newPassword));
});
