import test from 'ava';
import { directoryScene, groupSchema, startScimServer, type TestServer } from '../support/scim.js';
import { send } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

/** A member whom the directory has made and put into Sales, and who was promoted after that. */
async function scene() {
  const directory = await directoryScene(server);
  const { tenant, addUser, rowOf, call, patch, owner, path, id: directoryId } = directory;
  const { id } = await addUser();
  const userId = (await rowOf(id)).userId ?? '';
  const addGroup = async (displayName: string, members: string[]) => {
    const body = { schemas: [groupSchema], displayName, members: members.map((value) => ({ value })) };
    return String((await call('POST', '/Groups', body)).body['id']);
  };
  const sales = await addGroup('Sales', [id]);
  const { id: membershipId } = await db().membership.findUniqueOrThrow({
    where: { tenantId_userId: { tenantId: tenant.id, userId } },
  });
  const becomes = async (role: 'admin' | 'member') => {
    const to = `/api/tenants/${tenant.id}/members/${membershipId}`;
    const { status, body } = await send(server.issuer, 'PATCH', to, owner, { role });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const join = (group: string) => patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value: id }] });
  const leave = (group: string) => patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${id}"]` });
  const adopt = () => send(server.issuer, 'POST', `${path}/${directoryId}/adopt`, owner, { userIds: [userId] });
  const groups = async () => {
    const rows = await db().groupMember.findMany({
      where: { tenantId: tenant.id, userId },
      select: { group: { select: { name: true } } },
    });
    return rows.map(({ group: { name } }) => name).sort();
  };
  return { ...directory, resourceId: id, userId, sales, addGroup, becomes, join, leave, adopt, groups };
}

test('a directory neither puts a promoted member into groups nor takes them out, until the hand-over', async (t) => {
  const { addGroup, sales, becomes, join, leave, adopt, groups, resourceId, call } = await scene();
  await becomes('admin');
  const support = await addGroup('Support', []);
  t.is((await join(support)).status, 204);
  t.is((await leave(sales)).status, 204);
  await addGroup('Board', [resourceId]);
  t.deepEqual(await groups(), ['Sales']);
  const body = { schemas: [groupSchema], displayName: 'Sales', members: [] };
  t.is((await call('PUT', `/Groups/${sales}`, body)).status, 200);
  t.deepEqual(await groups(), ['Sales']);
  t.is((await adopt()).status, 200);
  t.deepEqual(await groups(), ['Board', 'Support'], 'what the directory wants is done');
  t.is((await join(sales)).status, 204);
  t.deepEqual(await groups(), ['Board', 'Sales', 'Support']);
});

test('a super admin whom the directory has made stays in the groups of before', async (t) => {
  const { addGroup, sales, userId, leave, groups, resourceId } = await scene();
  await db().user.update({ where: { id: userId }, data: { superAdmin: true } });
  await addGroup('Support', [resourceId]);
  await leave(sales);
  t.deepEqual(await groups(), ['Sales']);
});

test('who is no admin any more gets the groups that the directory has named meanwhile', async (t) => {
  const { addGroup, sales, becomes, leave, groups, resourceId } = await scene();
  await becomes('admin');
  await addGroup('Support', [resourceId]);
  await leave(sales);
  t.deepEqual(await groups(), ['Sales']);
  await becomes('member');
  t.deepEqual(await groups(), ['Support']);
});
