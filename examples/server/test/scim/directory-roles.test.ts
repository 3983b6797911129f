import test from 'ava';
import { directoryScene, groupSchema, startScimServer, type TestServer } from '../support/scim.js';
import { send } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

/** A member whom the directory has made and put into a group whose members are admins. */
async function scene() {
  const directory = await directoryScene(server);
  const { tenant, addUser, rowOf, call, patch, owner, path, id: directoryId } = directory;
  const { id } = await addUser();
  const userId = (await rowOf(id)).userId ?? '';
  const body = { schemas: [groupSchema], displayName: 'Ops', members: [{ value: id }] };
  const ops = String((await call('POST', '/Groups', body)).body['id']);
  const { groupId } = await db().directoryGroup.findUniqueOrThrow({ where: { id: ops } });
  const update = (changes: unknown, query = '') =>
    send(server.issuer, 'PATCH', `${path}/${directoryId}${query}`, owner, changes);
  const leave = () => patch(`/Groups/${ops}`, { op: 'remove', path: `members[value eq "${id}"]` });
  const join = () => patch(`/Groups/${ops}`, { op: 'add', path: 'members', value: [{ value: id }] });
  const membership = () =>
    db().membership.findUniqueOrThrow({ where: { tenantId_userId: { tenantId: tenant.id, userId } } });
  const roleOf = async () => (await membership()).role;
  const setRole = async (role: string) =>
    send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}/members/${(await membership()).id}`, owner, { role });
  return { ...directory, resourceId: id, userId, ops, groupId, update, leave, join, membership, roleOf, setRole };
}

test('members of a group of the directory get its role, and lose it with the group', async (t) => {
  const { groupId, update, leave, join, roleOf } = await scene();
  const changed = await update({ roleByGroup: { [groupId]: 'admin' } });
  t.is(changed.status, 200);
  t.deepEqual(changed.body['roleByGroup'], { [groupId]: 'admin' });
  t.is(await roleOf(), 'admin');
  t.is((await leave()).status, 204);
  t.is(await roleOf(), 'member');
  t.is((await join()).status, 204);
  t.is(await roleOf(), 'admin');
});

test('a directory still suspends the admins whom only its group has made', async (t) => {
  const { groupId, update, patch, resourceId, membership, path, id, owner } = await scene();
  await update({ roleByGroup: { [groupId]: 'admin' } });
  const pending = await send(server.issuer, 'GET', `${path}/${id}/pending`, owner);
  t.deepEqual(pending.body['users'], []);
  t.true((await patch(`/Users/${resourceId}`, { op: 'replace', path: 'active', value: false })).status < 300);
  t.like(await membership(), { status: 'SUSPENDED' });
});

test('an admin who was appointed by hand stays out of the reach of the directory', async (t) => {
  const { groupId, update, leave, patch, resourceId, membership, setRole, roleOf } = await scene();
  await update({ roleByGroup: { [groupId]: 'admin' } });
  t.is((await setRole('admin')).status, 200);
  await leave();
  t.is(await roleOf(), 'admin');
  await patch(`/Users/${resourceId}`, { op: 'replace', path: 'active', value: false });
  t.like(await membership(), { status: 'ACTIVE', role: 'admin' });
});

test('a directory that no owner has confirmed has no roles, and its groups give none', async (t) => {
  const { tenant, groupId, update, id, path, owner, roleOf } = await scene();
  await db().directory.update({ where: { id }, data: { setupLinkId: crypto.randomUUID() } });
  t.is((await update({ roleByGroup: { [groupId]: 'admin' } })).status, 422);
  const other = await send(server.issuer, 'POST', path, owner, { name: 'Other', roleByGroup: { [groupId]: 'admin' } });
  t.is(other.status, 422, 'nor by another directory');
  t.is(await roleOf(), 'member');
  t.is(await db().roleRule.count({ where: { tenantId: tenant.id } }), 0);
});

test('a directory can be renamed, and an event says what was changed', async (t) => {
  const { update, id } = await scene();
  t.is((await update({})).status, 422);
  t.is((await update({ name: 'Okta' })).body['name'], 'Okta');
  t.is((await update({ name: 'Okta' })).status, 200);
  const events = await db().event.findMany({ where: { subjectId: id, type: 'directory.updated' } });
  t.deepEqual(
    events.map(({ data }) => data),
    [{ name: 'Okta', changed: ['name'] }],
  );
});

test('a deleted directory takes the roles back that its rules gave', async (t) => {
  const { groupId, update, id, path, owner, tenant } = await scene();
  const manual = await db().group.create({ data: { tenantId: tenant.id, name: 'Manual', nameKey: 'manual' } });
  t.is((await update({ roleByGroup: { [groupId]: 'admin', [manual.id]: 'admin' } })).status, 200);
  t.is((await send(server.issuer, 'DELETE', `${path}/${id}`, owner)).status, 200);
  t.is(await db().roleRule.count({ where: { tenantId: tenant.id } }), 0);
  t.is(await db().membership.count({ where: { tenantId: tenant.id, role: 'admin' } }), 0);
});
