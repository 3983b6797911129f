import test from 'ava';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import { codeOf, membershipOf, remove, server, signedInUser, userOf } from '../support/deletion-tests.js';
import { buildRequest, call, signIn } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, machineTokenOf, send, tokenOf } from '../support/tenant-api.js';

test('deleting and exporting an account is for people: 401 without a token, 403 for machines', async (t) => {
  const machine = await machineTokenOf(server.issuer, 'platform-machine');
  t.deepEqual(codeOf(await remove(undefined)), [401, 'UNAUTHORIZED']);
  t.deepEqual(codeOf(await remove(machine)), [403, 'FORBIDDEN']);
  t.is((await call(server.issuer, '/api/users/me/export')).status, 401);
  t.is((await call(server.issuer, '/api/users/me/export', machine)).status, 403);
});

test('any word but DELETE is INCORRECT_CONFIRMATION, and none or an unknown field is 422', async (t) => {
  const { token, userId } = await signedInUser();
  for (const confirmation of ['delete', 'DELETE ', '', 'yes'])
    t.deepEqual(codeOf(await remove(token, { confirmation })), [400, 'INCORRECT_CONFIRMATION']);
  t.is((await remove(token, { confirmation: undefined })).status, 422);
  t.is((await remove(token, { force: true })).status, 422);
  t.is((await userOf(userId))?.deletedAt, null);
});

test('deleting with a wrong password or none is CURRENT_PASSWORD_INCORRECT, and too many of them wait like sign-ins', async (t) => {
  const { token, userId } = await signedInUser();
  t.deepEqual(codeOf(await remove(token, { password: undefined })), [400, 'CURRENT_PASSWORD_INCORRECT']);
  for (let attempt = 0; attempt < 11; attempt += 1)
    t.deepEqual(codeOf(await remove(token, { password: 'wrong' })), [400, 'CURRENT_PASSWORD_INCORRECT']);
  t.is((await remove(token)).status, 400, 'even the right one has to wait now');
  t.is((await userOf(userId))?.deletedAt, null);
});

test('a deleted account is closed at once: cookie, refresh token and access token are dead, and a mail says until when', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, config, tokens } = await signIn(server.issuer, { email });
  const before = await userOf(userId);
  const { status, body } = await remove(tokens.access_token);
  t.is(status, 200);
  t.like(body, { success: true });

  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 401);
  const error = await t.throwsAsync(client.refreshTokenGrant(config, String(tokens.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(error.error, 'invalid_grant');
  const silent = await buildRequest(config, { prompt: 'none' });
  t.is((await browser.open(silent.url)).url.searchParams.get('error'), 'login_required');

  const user = await userOf(userId);
  t.is(Number(user?.eraseAt) - Number(user?.deletedAt), 30 * 24 * 60 * 60 * 1000);
  t.is(user?.signInEpoch, Number(before?.signInEpoch) + 1);
  const mail = await server.mailbox.mailTo(email);
  t.regex(mail.text, /will be permanently deleted on \d+ \w+ \d{4} \(UTC\)\. To keep it, sign in before then/u);
  const events = await server.identity.db.event.findMany({ where: { subjectId: userId } });
  t.deepEqual(
    events.map(({ type }) => type),
    ['account.deleted'],
  );
  t.is((await remove(tokens.access_token)).status, 401);
});

test('what was pending ends with the account', async (t) => {
  const { userId, token } = await signedInUser();
  const { db } = server.identity;
  const later = new Date(Date.now() + 1_000_000);
  const row = () => ({ userId, secretHash: crypto.getRandomValues(new Uint8Array(32)), expiresAt: later });
  await db.emailChange.create({ data: { ...row(), newEmail: 'next@people.test' } });
  await db.passwordReset.create({ data: row() });
  await db.emailVerification.create({ data: { ...row(), normalizedEmail: 'x@people.test' } });
  await db.ssoAttempt.create({ data: { ...row(), provider: 'GOOGLE' } });
  t.is((await remove(token)).status, 200);
  const left = await db.user.findUniqueOrThrow({
    where: { id: userId },
    include: { emailChange: true, passwordReset: true, emailVerification: true, ssoAttempts: true },
  });
  t.like(left, { emailChange: null, passwordReset: null, emailVerification: null });
  t.deepEqual(left.ssoAttempts, []);
});

test('somebody without a password needs a sign-in of the last ten minutes instead', async (t) => {
  const { userId, token } = await signedInUser();
  const { db } = server.identity;
  await db.user.update({ where: { id: userId }, data: { passwordHash: null } });
  const signedIn = async (secondsAgo: number) => {
    const session = await db.oidcSession.findFirstOrThrow({ where: { accountId: userId } });
    const loginTs = Math.floor(Date.now() / 1000) - secondsAgo;
    const payload = { ...(session.payload as Record<string, string>), loginTs };
    await db.oidcSession.update({ where: { uid: session.uid }, data: { payload } });
  };
  await signedIn(601);
  t.deepEqual(codeOf(await remove(token, { password: undefined })), [403, 'REAUTHENTICATION_REQUIRED']);
  t.deepEqual(codeOf(await remove(token)), [403, 'REAUTHENTICATION_REQUIRED'], 'no password makes up for it');
  await signedIn(590);
  t.is((await remove(token, { password: undefined })).status, 200);
});

test('the only active owner of a tenant cannot delete the account', async (t) => {
  const { id, owner } = await freshTenant(server);
  await addMember(server, id, 'owner', 'SUSPENDED');
  await addMember(server, id, 'owner', 'INVITED');
  await addMember(server, id, 'admin');
  const token = await tokenOf(server.issuer, owner.email);
  t.deepEqual(codeOf(await remove(token)), [400, 'TENANT_OWNER']);
  t.is((await userOf(owner.userId))?.deletedAt, null);
  t.is((await membershipOf(owner.membershipId)).status, 'ACTIVE');
  t.is((await call(server.issuer, '/api/users/me', token)).status, 200, 'nothing has ended');
  await addMember(server, id, 'owner');
  t.is((await remove(token)).status, 200);
});

/** Two owners of a tenant, signed in to it. */
async function twoOwners() {
  const { id, slug, owner } = await freshTenant(server);
  const other = await addMember(server, id, 'owner');
  const tokens = await Promise.all([owner, other].map(({ email }) => tokenOf(server.issuer, email, slug)));
  return { id, owner, other, token: tokens[0], otherToken: tokens[1] };
}
const activeOwners = (tenantId: string) =>
  server.identity.db.membership.count({ where: { tenantId, role: 'owner', status: 'ACTIVE' } });

test('of two owners who delete their accounts at the same moment one stays', async (t) => {
  const { id, token, otherToken } = await twoOwners();
  const responses = await Promise.all([remove(token), remove(otherToken)]);
  t.deepEqual(responses.map(codeOf).sort(), [
    [200, undefined],
    [400, 'TENANT_OWNER'],
  ]);
  t.is(await activeOwners(id), 1);
});

for (const [act, method, body] of [
  ['leaves', 'DELETE', undefined],
  ['steps down', 'PATCH', { role: 'admin' }],
  ['suspends herself', 'PATCH', { status: 'SUSPENDED' }],
] as const) {
  test(`of an owner who deletes the account and one who ${act} at the same moment one stays`, async (t) => {
    const { id, other, token, otherToken } = await twoOwners();
    const path = `/api/tenants/${id}/members/${other.membershipId}`;
    const responses = await Promise.all([remove(token), send(server.issuer, method, path, otherToken, body)]);
    t.is(responses.filter(({ status }) => status === 200).length, 1);
    const refusal = String(responses.map(codeOf).find(([status]) => status !== 200)?.[1]);
    t.regex(refusal, /^(TENANT_OWNER|LAST_OWNER)$/u);
    t.is(await activeOwners(id), 1);
  });
}

test('a tenant that is created while its owner deletes the account has an owner or does not exist', async (t) => {
  const { userId, token } = await signedInUser();
  const [deleted, created] = await Promise.all([
    remove(token),
    send(server.issuer, 'POST', '/api/tenants', token, { name: 'In between' }),
  ]);
  const owners = await server.identity.db.membership.findMany({ where: { userId, role: 'owner' } });
  t.is(owners.length, created.status === 201 ? 1 : 0);
  if (created.status === 201) t.deepEqual(codeOf(deleted), [400, 'TENANT_OWNER']);
  else t.is(deleted.status, 200);
});

/** Hashes of the demo password and of a new one, with other parameters than today's. */
const newPassword = 'violet harbor engine 78';
const olderHashes = [
  '$argon2id$v=19$m=8192,t=2,p=1$kRK/d5cq3ZOXD+ccmqSLvw$g8gUhXoV9KY7SMRii4cfybBdhN1z8EkmuoA8id62/7g',
  '$argon2id$v=19$m=8192,t=2,p=1$07ehMpcpN42+TedN1bSpMw$bFOXlf9nVpGPUku2ECkbXzFxYaFLSzsrts4gbFXuUa0',
];

test('with a password hash of older parameters, the password is changed and the account deleted at once', async (t) => {
  const { token, userId } = await signedInUser();
  const store = (passwordHash = '') =>
    server.identity.db.user.update({ where: { id: userId }, data: { passwordHash } });
  await store(olderHashes[0]);
  const change = { currentPassword: demoPassword, newPassword };
  t.is((await send(server.issuer, 'POST', '/api/users/me/password', token, change)).status, 200);
  await store(olderHashes[1]);
  t.is((await remove(token, { password: newPassword })).status, 200);
});
