import { randomUUID } from 'node:crypto';
import test from 'ava';
import { machineToken } from '../support/licensing-api.js';
import { call } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

type Entry = Record<string, unknown> & { user: Record<string, unknown> };
const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@people.test`;
const db = () => server.identity.db;

async function tenantWithOwner() {
  const tenant = await freshTenant(server);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const path = `/api/tenants/${tenant.id}`;
  const api = (method: string, below: string, body?: unknown) =>
    send(server.issuer, method, `${path}${below}`, token, body);
  const members = async (query = '') => (await api('GET', `/members${query}`)).body['members'] as Entry[];
  return { tenant, token, path, api, members };
}

/** An account with everything that an inviter must not see. */
async function knownAccount(): Promise<string> {
  const { userId, email } = await addUser(server);
  const data = { displayName: 'Nora Known', givenName: 'Nora', pictureUrl: 'https://pictures.test/nora.png' };
  await db().user.update({ where: { id: userId }, data });
  return email;
}

/** Everything that an inviter can do with one email, with all responses. */
async function everythingAbout(email: string) {
  const { tenant, api } = await tenantWithOwner();
  const responses: unknown[] = [];
  const note = async (method: string, below: string, body?: unknown) => {
    const { status, body: response } = await api(method, below, body);
    responses.push({ method, below, status, response });
    return response;
  };
  const look = async () => {
    for (const below of ['', '/members', '/members?status=INVITED', '/invitations', '/events?limit=100'])
      await note('GET', below);
  };
  const created = await note('POST', '/invitations', { email });
  await look();
  await note('POST', '/invitations', { email: email.toUpperCase() });
  const [entry] = (await note('GET', '/members?status=INVITED'))['members'] as Entry[];
  const member = `/members/${String(entry?.['id'])}`;
  await note('PATCH', member, { role: 'admin' });
  await note('PATCH', member, { status: 'SUSPENDED' });
  await note('PATCH', member, { role: 'owner', status: 'ACTIVE' });
  await look();
  await note('POST', `/invitations/${String(created['id'])}/resend`);
  await look();
  await note('DELETE', member);
  await note('DELETE', member);
  await look();
  const again = await note('POST', '/invitations', { email, role: 'admin' });
  await note('DELETE', `/invitations/${String(again['id'])}`);
  await look();
  const third = await note('POST', '/invitations', { email });
  await db().invitation.update({
    where: { id: String(third['id']) },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  await note('PATCH', `/members/${String(third['id'])}`, { role: 'admin' });
  await note('DELETE', `/members/${String(third['id'])}`);
  await look();
  await note('POST', '/invitations', { email });
  await look();

  // These names replace the values that differ in each run.
  const names = new Map([
    [email, 'the email'],
    [tenant.id, 'the tenant'],
    [tenant.slug, 'the slug'],
    [tenant.owner.userId, 'the owner'],
    [tenant.owner.email, "the owner's email"],
    [tenant.owner.membershipId, "the owner's membership"],
  ]);
  const text = JSON.stringify(responses, null, 1)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'a time')
    .replaceAll(/"requestId": "[^"]+"/gu, '"requestId": "an id"');
  return [...names]
    .reduce((changed, [value, name]) => changed.replaceAll(value, name).replaceAll(value.toUpperCase(), name), text)
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu, (id) => {
      names.set(id, names.get(id) ?? `id ${names.size}`);
      return String(names.get(id));
    });
}

test('nothing that an inviter can see or do tells an email with an account from one without', async (t) => {
  const [known, unknown] = [await everythingAbout(await knownAccount()), await everythingAbout(newEmail())];
  t.deepEqual(known.split('\n'), unknown.split('\n'));
  t.notRegex(known, /Nora|pictures\.test/u);
});

test('an invited member is shown by the email of the invitation alone, and with a profile once they have accepted', async (t) => {
  const { members, api } = await tenantWithOwner();
  const email = await knownAccount();
  const typed = email.replace('people', 'People');
  const { body: created } = await api('POST', '/invitations', { email: typed, role: 'admin' });
  const [entry] = await members('?status=INVITED');
  t.like(entry, {
    id: created['id'],
    userId: null,
    status: 'INVITED',
    role: 'admin',
    user: { email: typed, displayName: null, pictureUrl: null },
  });
  const secret = await server.mailbox.invitationSecret(typed);
  const accepted = await send(
    server.issuer,
    'POST',
    `/api/invitations/${secret}/accept`,
    await tokenOf(server.issuer, email),
    {},
  );
  t.is(accepted.body['membershipId'], created['id'], 'the id that was listed stays');
  const joined = (await members()).find(({ id }) => id === created['id']);
  t.like(joined, { status: 'ACTIVE', role: 'admin', userId: accepted.body['userId'] });
  t.like(joined?.user, { email, displayName: 'Nora Known' });
  t.deepEqual(await members('?status=INVITED'), []);
});

test('somebody new who was made admin while invited joins as admin, under the id that was listed', async (t) => {
  const { members, api } = await tenantWithOwner();
  const email = newEmail();
  await api('POST', '/invitations', { email });
  const [entry] = await members('?status=INVITED');
  const id = String(entry?.['id']);
  const { body } = await api('PATCH', `/members/${id}`, { role: 'admin' });
  t.like(body, { id, userId: null, status: 'INVITED', role: 'admin' });
  const secret = await server.mailbox.invitationSecret(email);
  const accepted = await send(server.issuer, 'POST', `/api/invitations/${secret}/accept`, undefined, { password });
  t.like(accepted, { status: 200, body: { membershipId: id } });
  t.like((await members('?status=ACTIVE')).at(-1), { id, role: 'admin' });
});

test('removing an invited member revokes the invitation, with or without an account', async (t) => {
  for (const email of [newEmail(), await knownAccount()]) {
    const { members, api } = await tenantWithOwner();
    await api('POST', '/invitations', { email });
    const [entry] = await members('?status=INVITED');
    t.is((await api('DELETE', `/members/${String(entry?.['id'])}`)).status, 200);
    const secret = await server.mailbox.invitationSecret(email);
    const accepted = await send(server.issuer, 'POST', `/api/invitations/${secret}/accept`, undefined, { password });
    t.is(accepted.status, 404);
    t.like((await api('GET', '/invitations?status=REVOKED')).body, { invitations: [{ email }] });
  }
});

test('members and invited members are pages of one list, in order, none twice and none left out', async (t) => {
  const { tenant, api } = await tenantWithOwner();
  for (let index = 0; index < 4; index += 1) {
    await addMember(server, tenant.id, index === 0 ? 'admin' : 'member', index === 1 ? 'SUSPENDED' : 'ACTIVE');
    await api('POST', '/invitations', { email: index % 2 ? newEmail() : await knownAccount(), role: 'member' });
  }
  const expired = await api('POST', '/invitations', { email: newEmail() });
  await db().invitation.update({
    where: { id: String(expired.body['id']) },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  for (const [filter, total] of [
    ['', 9],
    ['&status=INVITED', 4],
    ['&status=ACTIVE', 4],
    ['&status=SUSPENDED', 1],
    ['&role=member', 7],
    ['&role=member&status=INVITED', 4],
    ['&role=owner&status=INVITED', 0],
    ['&role=admin', 1],
  ] as const) {
    const ids: unknown[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const { body } = await api('GET', `/members?limit=3&page=${page}${filter}`);
      t.deepEqual(body['pagination'], { page, limit: 3, total, pages: Math.ceil(total / 3) }, filter);
      ids.push(...(body['members'] as Entry[]).map(({ id }) => id));
    }
    t.is(new Set(ids).size, total, filter);
    t.deepEqual(ids, [...ids].sort(), filter);
  }
});

test('invited members are shown to those who may list invitations only', async (t) => {
  const { tenant, api } = await tenantWithOwner();
  await api('POST', '/invitations', { email: await knownAccount() });
  await api('POST', '/invitations', { email: newEmail() });
  const member = await addMember(server, tenant.id, 'member');
  const admin = await addMember(server, tenant.id, 'admin');
  const path = `/api/tenants/${tenant.id}/members`;
  for (const [token, invited] of [
    [await tokenOf(server.issuer, admin.email), 2],
    [await tokenOf(server.issuer, 'super@example.test'), 2],
    [await tokenOf(server.issuer, member.email), 0],
    [await machineToken(server, tenant.id, ['tenants:read']), 0],
  ] as const) {
    const { body } = await call(server.issuer, path, token);
    t.like(body, { pagination: { total: 3 + invited } });
    t.is((body['members'] as Entry[]).length, 3 + invited);
    const { body: only } = await call(server.issuer, `${path}?status=INVITED`, token);
    t.is((only['members'] as Entry[]).length, invited);
  }
});

test('an account that changes its email while invited can be invited and join by the new one', async (t) => {
  const { members, api } = await tenantWithOwner();
  const before = await knownAccount();
  await api('POST', '/invitations', { email: before, role: 'admin' });
  const after = newEmail();
  await db().user.update({
    where: { normalizedEmail: before },
    data: { email: after, normalizedEmail: after },
  });
  const second = await api('POST', '/invitations', { email: after });
  t.is(second.status, 201);
  t.is((await members('?status=INVITED')).length, 2);
  const secret = await server.mailbox.invitationSecret(after);
  const accepted = await send(
    server.issuer,
    'POST',
    `/api/invitations/${secret}/accept`,
    await tokenOf(server.issuer, after),
    {},
  );
  t.like(accepted, { status: 200, body: { membershipId: second.body['id'] } });
  const [waiting] = await members('?status=INVITED');
  t.is(waiting?.user['email'], before);
  t.is((await api('PATCH', `/members/${String(waiting?.['id'])}`, { role: 'owner' })).status, 200);
  t.like(
    (await members()).find(({ id }) => id === second.body['id']),
    { role: 'member', status: 'ACTIVE' },
  );

  // Another user has the old email in the meantime.
  const other = await addUser(server, before);
  const first = await server.mailbox.invitationSecret(before);
  const joined = await send(
    server.issuer,
    'POST',
    `/api/invitations/${first}/accept`,
    await tokenOf(server.issuer, before),
    {},
  );
  t.like(joined, { status: 200, body: { userId: other.userId, membershipId: waiting?.['id'] } });
  t.is((await members()).length, 3);
});
