import { randomUUID } from 'node:crypto';
import test from 'ava';
import { bcryptHash, newEmail } from '../support/import-tests.js';
import { random } from '../support/licensing-api.js';
import { addSuperAdmin, lastEvent, platformMachine } from '../support/platform-api.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
test.before(async () => {
  server = await startTestServer();
  token = await platformMachine(server);
});
test.after.always(() => server?.stop());

const users = '/api/platform/users';
const patch = (userId: string, body: unknown, by = token) =>
  send(server.issuer, 'PATCH', `${users}/${userId}`, by, body);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']];

test('a new email is unverified, ends sessions and resets, and both emails are told', async (t) => {
  const tenant = await freshTenant(server);
  const { userId, email } = tenant.owner;
  const session = await tokenOf(server.issuer, email, tenant.slug);
  await send(server.issuer, 'POST', `${users}/${userId}/send-reset`, token, {});
  const other = newEmail();
  const changed = await patch(userId, { email: other });
  t.is(changed.status, 200);
  t.like(changed.body, { id: userId, email: other, emailVerified: false, sessions: 0 });
  t.is((await send(server.issuer, 'GET', '/api/users/me', session)).status, 401);
  t.is(await server.identity.db.passwordReset.count({ where: { userId } }), 0);
  t.like(await lastEvent(server, 'email.changed', userId), { actorKind: 'machine' });
  t.regex((await server.mailbox.mailTo(email, 2)).text, /was changed to/u);
  t.regex((await server.mailbox.mailTo(other)).text, /was changed to/u);
  t.like((await patch(userId, { email: newEmail(), emailVerified: true })).body, { emailVerified: true });
});

test('names and the external id are changed, and null clears them', async (t) => {
  const { userId } = await addUser(server);
  const fields = { displayName: 'Ada', givenName: 'Augusta', familyName: 'King', externalId: randomUUID() };
  t.like((await patch(userId, { ...fields, locale: 'de', zoneinfo: 'Europe/Berlin' })).body, fields);
  t.like((await patch(userId, { givenName: null, externalId: null })).body, { givenName: null, externalId: null });
  t.deepEqual((await lastEvent(server, 'profile.updated', userId)).data, { changed: ['externalId', 'givenName'] });
  t.is((await patch(userId, {})).status, 200);
  for (const wrong of [{ superAdmin: true }, { email: null }, { locale: '?' }, { externalId: '' }])
    t.is((await patch(userId, wrong)).status, 422, JSON.stringify(wrong));
});

test('an email or external id of another account is refused', async (t) => {
  const [{ userId }, other] = [await addUser(server), await addUser(server)];
  t.deepEqual(codeOf(await patch(userId, { email: other.email.toUpperCase() })), [409, 'EMAIL_TAKEN']);
  const externalId = randomUUID();
  await patch(other.userId, { externalId });
  t.deepEqual(codeOf(await patch(userId, { externalId })), [409, 'EXTERNAL_ID_TAKEN']);
  for (const unknown of [random, 'nobody'])
    t.deepEqual(codeOf(await patch(unknown, { displayName: 'x' })), [404, 'USER_NOT_FOUND']);
});

test('a machine changes neither the email nor a name of a super admin, and another super admin does', async (t) => {
  const [admin, other] = [await addSuperAdmin(server), await addSuperAdmin(server)];
  t.deepEqual(codeOf(await patch(other.userId, { email: newEmail(), emailVerified: true })), [403, 'FORBIDDEN']);
  t.deepEqual(codeOf(await patch(other.userId, { displayName: 'Still' })), [403, 'FORBIDDEN']);
  t.is((await patch(other.userId, { email: newEmail() }, admin.token)).status, 200);
});

test('one person over the API is a line of an import, and an account that exists is an error', async (t) => {
  const tenant = await freshTenant(server);
  const [email, externalId] = [newEmail(), randomUUID()];
  const create = (body: object) => send(server.issuer, 'POST', users, token, body);
  const made = await create({
    email,
    externalId,
    password: { algorithm: 'bcrypt', hash: bcryptHash },
    memberships: [{ tenant: tenant.slug, role: 'admin' }],
  });
  t.is(made.status, 201);
  t.like(made.body, { email, externalId, hasPassword: true, emailVerified: false });
  t.like(made.body['memberships'], [{ tenantId: tenant.id, role: 'admin' }]);
  t.deepEqual(codeOf(await create({ email })), [409, 'EMAIL_TAKEN']);
  t.deepEqual(codeOf(await create({ email: newEmail(), externalId })), [409, 'EXTERNAL_ID_TAKEN']);
  const refused = await create({ email: newEmail(), memberships: [{ tenant: 'no-such-tenant' }] });
  t.like(refused, { status: 422, body: { details: [{ path: 'memberships.0.tenant' }] } });
});

test('of changes to one email or external id at the same moment, one succeeds and the others are told why', async (t) => {
  const people = await Promise.all(Array.from({ length: 5 }, () => addUser(server)));
  for (const [changes, code] of [
    [{ email: newEmail() }, 'EMAIL_TAKEN'],
    [{ externalId: randomUUID() }, 'EXTERNAL_ID_TAKEN'],
  ] as const) {
    const answers = await Promise.all(people.map(({ userId }) => patch(userId, changes)));
    const refused = answers.filter(({ status }) => status !== 200);
    t.is(refused.length, 4);
    t.true(refused.every(({ status, body }) => status === 409 && body['error'] === code));
  }
  const person = { email: newEmail(), externalId: randomUUID() };
  const created = await Promise.all(people.map(() => send(server.issuer, 'POST', users, token, person)));
  t.deepEqual(created.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
});
