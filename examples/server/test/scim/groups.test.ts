import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  directoryScene,
  freshEmail,
  groupSchema,
  startScimServer,
  type TestServer,
  userSchema,
} from '../support/scim.js';
import { send, tokenOf } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

async function scene() {
  const directory = await directoryScene(server);
  const { call, tenant } = directory;
  const addGroup = async (displayName: string, members: string[] = []) => {
    const body = { schemas: [groupSchema], displayName, members: members.map((value) => ({ value })) };
    const created = await call('POST', '/Groups', body);
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    return String(created.body['id']);
  };
  const membersOf = async (id: string) => {
    const { body } = await call('GET', `/Groups/${id}`);
    return (body['members'] as { value: string }[]).map(({ value }) => value).sort();
  };
  /** The accounts in the group of the tenant. */
  const accountsIn = async (name: string) => {
    const where = { tenantId: tenant.id, group: { name }, active: true };
    return (await db().groupMember.findMany({ where, select: { userId: true } })).map(({ userId }) => userId).sort();
  };
  return { ...directory, addGroup, membersOf, accountsIn };
}

test('a group of a directory is a group of the tenant that nobody else changes', async (t) => {
  const { call, addUser, addGroup, membersOf, accountsIn, rowOf, tenant } = await scene();
  const [one, two] = [await addUser(), await addUser()];
  const id = await addGroup('Sales', [one.id]);
  t.deepEqual(await membersOf(id), [one.id]);
  t.deepEqual(await accountsIn('Sales'), [(await rowOf(one.id)).userId]);
  const group = await db().group.findFirstOrThrow({ where: { tenantId: tenant.id } });
  t.like(group, { name: 'Sales', source: 'DIRECTORY', memberCount: 1 });
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const path = `/api/tenants/${tenant.id}/groups/${group.id}`;
  t.like(await send(server.issuer, 'DELETE', path, token), { status: 409, body: { error: 'MANAGED_BY_DIRECTORY' } });
  const members = [{ value: two.id }];
  const replaced = await call('PUT', `/Groups/${id}`, { schemas: [groupSchema], displayName: 'Sales Europe', members });
  t.is(replaced.status, 200);
  t.deepEqual(await membersOf(id), [two.id]);
  t.deepEqual(await accountsIn('Sales Europe'), [(await rowOf(two.id)).userId]);
  t.is((await call('DELETE', `/Groups/${id}`)).status, 204);
  t.is(await db().group.count({ where: { tenantId: tenant.id } }), 0);
  t.is((await call('GET', `/Groups/${id}`)).status, 404);
});

test('members are added and removed by value, by path, and all at once', async (t) => {
  const { patch, addUser, addGroup, membersOf } = await scene();
  const users = [await addUser(), await addUser(), await addUser()].map(({ id }) => id).sort();
  const [one = '', two = '', three = ''] = users;
  const id = await addGroup('Sales');
  const to = `/Groups/${id}`;
  t.is((await patch(to, { op: 'Add', path: 'members', value: users.map((value) => ({ value })) })).status, 204);
  t.deepEqual(await membersOf(id), users);
  // As Entra ID removes: the members are in the value.
  await patch(to, { op: 'Remove', path: 'members', value: [{ $ref: null, value: one }] });
  t.deepEqual(await membersOf(id), [two, three]);
  await patch(to, { op: 'remove', path: `members[value eq "${two}"]` });
  t.deepEqual(await membersOf(id), [three]);
  // As Okta replaces.
  await patch(to, { op: 'replace', path: 'members', value: [{ value: one, display: 'x' }] });
  t.deepEqual(await membersOf(id), [one]);
  await patch(to, { op: 'replace', value: { id, displayName: 'Renamed' } });
  await patch(to, { op: 'remove', path: 'members' });
  t.deepEqual(await membersOf(id), []);
});

test('somebody who has not accepted yet joins the group when they do', async (t) => {
  const { call, addGroup, accountsIn, membersOf } = await scene();
  const email = freshEmail('elsewhere.test');
  const { body } = await call('POST', '/Users', { schemas: [userSchema], userName: email });
  const id = String(body['id']);
  const group = await addGroup('Sales', [id]);
  t.deepEqual(await membersOf(group), [id]);
  t.deepEqual(await accountsIn('Sales'), []);
  const secret = await server.mailbox.invitationSecret(email);
  const password = `A long ${randomUUID()}`;
  const accepted = await send(server.issuer, 'POST', `/api/invitations/${secret}/accept`, undefined, { password });
  t.is(accepted.status, 200, JSON.stringify(accepted.body));
  t.deepEqual(await accountsIn('Sales'), [accepted.body['userId'] as string]);
});

test('a suspended member is in no group until active again, and a deleted one leaves it for good', async (t) => {
  const { call, patch, addUser, addGroup, accountsIn, membersOf, rowOf } = await scene();
  const { id, email } = await addUser();
  const { userId } = await rowOf(id);
  const group = await addGroup('Sales', [id]);
  await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
  t.deepEqual(await accountsIn('Sales'), []);
  t.deepEqual(await membersOf(group), [id]);
  await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
  t.deepEqual(await accountsIn('Sales'), [userId]);
  await call('DELETE', `/Users/${id}`);
  t.deepEqual(await membersOf(group), []);
  await call('POST', '/Users', { schemas: [userSchema], userName: email });
  t.deepEqual(await accountsIn('Sales'), []);
});

test('groups are found by name, external id and member, with or without their members', async (t) => {
  const { call, addUser, addGroup } = await scene();
  const user = await addUser();
  const id = await addGroup('Sales Team', [user.id]);
  await addGroup('Other');
  const found = async (filter: string, more = '') => {
    const { body } = await call('GET', `/Groups?filter=${encodeURIComponent(filter)}${more}`);
    return body['Resources'] as Record<string, unknown>[];
  };
  for (const filter of ['displayName eq "SALES team"', `members.value eq "${user.id}"`, `id eq "${id}"`])
    t.deepEqual(
      (await found(filter)).map((group) => group['id']),
      [id],
      filter,
    );
  t.deepEqual(await found('externalId eq "x"'), []);
  const [plain] = await found('displayName eq "Sales Team"', '&excludedAttributes=members');
  t.false('members' in (plain ?? {}));
  const { body } = await call('GET', `/Users/${user.id}`);
  t.like((body['groups'] as object[])[0], { value: id, display: 'Sales Team' });
});

test('names and external ids of groups are unique, and members are users of the directory', async (t) => {
  const { call, addGroup, patch } = await scene();
  const id = await addGroup('Sales');
  const group = (more: object) => call('POST', '/Groups', { schemas: [groupSchema], displayName: 'New', ...more });
  t.like(await group({ displayName: 'SALES' }), { status: 409, body: { scimType: 'uniqueness' } });
  t.like(await group({ externalId: 'a' }), { status: 201 });
  t.like(await group({ displayName: 'Third', externalId: 'a' }), { status: 409, body: { scimType: 'uniqueness' } });
  for (const value of [randomUUID(), 'nobody', '', null])
    t.is((await patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value }] })).status, 400, String(value));
  const stranger = await (await directoryScene(server)).addUser();
  const foreign = [{ value: stranger.id }];
  t.is((await patch(`/Groups/${id}`, { op: 'add', path: 'members', value: foreign })).status, 400);
  t.is((await group({ displayName: 'Fourth', members: foreign })).status, 400);
  t.is(await db().group.count({ where: { name: 'Fourth' } }), 0);
});

test('two thousand members come into a group by one request', async (t) => {
  const { addUser, addGroup, patch, membersOf, id: directoryId, tenant } = await scene();
  const group = await addGroup('Everybody');
  await addUser();
  const rows = Array.from({ length: 2_000 }, (_, index) => ({ email: `${randomUUID()}@owned.test`, index }));
  const users = await db().user.createManyAndReturn({
    data: rows.map(({ email }) => ({ email, normalizedEmail: email, emailVerified: true })),
    select: { id: true, email: true },
  });
  await db().membership.createMany({ data: users.map(({ id }) => ({ tenantId: tenant.id, userId: id })) });
  const resources = await db().directoryUser.createManyAndReturn({
    data: users.map(({ id: userId, email }) => ({
      directoryId,
      tenantId: tenant.id,
      userId,
      status: 'ACTIVE' as const,
      userName: email,
      userNameKey: email,
      active: true,
      attributes: {},
    })),
    select: { id: true },
  });
  const value = resources.map(({ id }) => ({ value: id }));
  t.is((await patch(`/Groups/${group}`, { op: 'add', path: 'members', value })).status, 204);
  t.is((await membersOf(group)).length, 2_000);
  const { memberCount } = await db().group.findFirstOrThrow({ where: { tenantId: tenant.id } });
  t.is(memberCount, 2_000);
});
