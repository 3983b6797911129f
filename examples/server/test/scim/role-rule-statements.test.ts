import { randomUUID } from 'node:crypto';
import test from 'ava';
import { recordRequests } from '../support/counted-requests.js';
import { directoryScene, groupSchema, startScimServer, type TestServer } from '../support/scim.js';
import { send } from '../support/tenant-api.js';

// Before the server opens its connections.
const recorder = recordRequests();
let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(async () => {
  recorder.stop();
  await server?.stop();
});

const db = () => server.identity.db;

/** A tenant with as many members, whom the directory knows, and calls that tell how many statements they make. */
async function scene(size: number) {
  const directory = await directoryScene(server);
  const { tenant, id: directoryId, ownEmail, call, patch, owner, path } = directory;
  const tenantId = tenant.id;
  const people = Array.from({ length: size }, () => ({ userId: randomUUID(), rowId: randomUUID(), email: ownEmail() }));
  await db().user.createMany({
    data: people.map(({ userId, email }) => ({ id: userId, email, normalizedEmail: email })),
  });
  await db().membership.createMany({
    data: people.map(({ userId }) => ({ tenantId, userId, role: 'member' as const, status: 'ACTIVE' as const })),
  });
  await db().directoryMember.createMany({ data: people.map(({ userId }) => ({ directoryId, userId })) });
  await db().directoryUser.createMany({
    data: people.map(({ userId, rowId, email }) => ({
      ...{ id: rowId, directoryId, tenantId, userId, userName: email, userNameKey: email },
      ...{ emailKeys: [email], status: 'ACTIVE' as const, active: true, attributes: {} },
    })),
  });
  const group = await db().group.create({ data: { tenantId, name: 'Own', nameKey: 'own' } });
  await db().groupMember.createMany({ data: people.map(({ userId }) => ({ tenantId, userId, groupId: group.id })) });
  const counted = async (action: () => Promise<{ status: number }>) => {
    const { result, requests } = await recorder.during(action);
    if (result.status >= 300) throw new Error(JSON.stringify(result));
    const statements = requests.flatMap((request) => request.statements).length;
    return { statements, admins: await db().membership.count({ where: { tenantId, role: 'admin' } }) };
  };
  const api = (method: string, to: string, body?: unknown) =>
    send(server.issuer, method, `/api/tenants/${tenantId}${to}`, owner, body);
  const update = (roleByGroup: object) =>
    send(server.issuer, 'PATCH', `${path}/${directoryId}`, owner, { roleByGroup });
  const members = people.map(({ rowId }) => ({ value: rowId }));
  return { directoryId, group, counted, api, update, members, call, patch };
}

/** Each change that gives or takes the role of the group, with its statements. */
async function costs(size: number) {
  const { directoryId, group, counted, api, update, members, call, patch } = await scene(size);
  const admin = { [group.id]: 'admin' };
  const set = await counted(() => update(admin));
  const unset = await counted(() => update({}));
  await update(admin);
  const groupDeleted = await counted(() => api('DELETE', `/groups/${group.id}`));
  const { body } = await call('POST', '/Groups', { schemas: [groupSchema], displayName: 'Ops' });
  const ops = String(body['id']);
  const { groupId } = await db().directoryGroup.findUniqueOrThrow({ where: { id: ops } });
  await update({ [groupId]: 'admin' });
  const filled = await counted(() => patch(`/Groups/${ops}`, { op: 'add', path: 'members', value: members }));
  const emptied = await counted(() => patch(`/Groups/${ops}`, { op: 'remove', path: 'members' }));
  await patch(`/Groups/${ops}`, { op: 'add', path: 'members', value: members });
  const dropped = await counted(() => call('DELETE', `/Groups/${ops}`));
  // The directory manages nobody any more, so that its end only takes the roles back.
  const own = await api('POST', '/groups', { name: 'Last' });
  const last = String(own.body['id']);
  const { tenantId } = await db().directory.findUniqueOrThrow({ where: { id: directoryId } });
  const rows = await db().directoryUser.findMany({ where: { directoryId }, select: { userId: true } });
  await db().groupMember.createMany({
    data: rows.flatMap(({ userId }) => (userId === null ? [] : [{ tenantId, userId, groupId: last }])),
  });
  await update({ [last]: 'admin' });
  await db().directoryUser.deleteMany({ where: { directoryId } });
  const directoryDeleted = await counted(() => api('DELETE', `/directories/${directoryId}`));
  return { set, unset, groupDeleted, filled, emptied, dropped, directoryDeleted };
}

test('a rule changes the roles of 300 members in as many statements as those of 3', async (t) => {
  const [few, many] = [await costs(3), await costs(300)];
  const statements = (all: typeof few) => Object.entries(all).map(([name, each]) => [name, each.statements]);
  const admins = (all: typeof few) => Object.values(all).map((each) => each.admins);
  t.deepEqual(admins(few), [3, 0, 0, 3, 0, 0, 0]);
  t.deepEqual(admins(many), [300, 0, 0, 300, 0, 0, 0]);
  t.deepEqual(statements(many), statements(few));
});
