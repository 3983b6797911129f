import test from 'ava';
import {
  act,
  activeConnection,
  type ConnectedTenant,
  claimsOf,
  server,
  signInBy,
  tenantWithDomain,
} from '../support/connection-tests.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';

const db = () => server.identity.db;

/** A tenant with a group, and calls about the roles of its members. */
async function scene(changes: (group: string) => Record<string, unknown> = () => ({})) {
  const tenant = await tenantWithDomain();
  const group = await addGroup(tenant, 'Ops');
  const id = await activeConnection(tenant, changes(group));
  const at = `/api/tenants/${tenant.id}`;
  const call = (method: string, path: string, body?: unknown) =>
    send(server.issuer, method, `${at}${path}`, tenant.token, body);
  const join = (userId: string, to = group) => call('PUT', `/groups/${to}/members/${userId}`);
  const leave = (userId: string, from = group) => call('DELETE', `/groups/${from}/members/${userId}`);
  const membership = (userId: string) =>
    db().membership.findUniqueOrThrow({ where: { tenantId_userId: { tenantId: tenant.id, userId } } });
  const roleOf = async (userId: string) => (await membership(userId)).role;
  const setRole = async (userId: string, role: string) =>
    call('PATCH', `/members/${(await membership(userId)).id}`, { role });
  return { tenant, group, id, call, join, leave, roleOf, setRole };
}

async function addGroup({ id }: ConnectedTenant, name: string): Promise<string> {
  const data = { tenantId: id, name, nameKey: name.toLowerCase() };
  return (await db().group.create({ data })).id;
}

test('a new member of the connection gets the highest role of the groups, and an event says why', async (t) => {
  const { tenant, id, group, roleOf } = await scene((each) => ({
    defaultGroups: [each],
    roleByGroup: { [each]: 'admin' },
  }));
  const claims = await claimsOf(await signInBy({ sub: 'ops', email: `ops@${tenant.domain}` }));
  const userId = String(claims?.sub);
  t.is(await roleOf(userId), 'admin');
  const event = await db().event.findFirst({ where: { subjectId: userId, type: 'member.role_changed' } });
  t.like(event?.data, { role: 'admin', previousRole: 'member', byRule: true });
  t.deepEqual((await act(tenant, id, '', 'GET')).body['roleByGroup'], { [group]: 'admin' });
});

test('leaving the group takes the role back, and another group with the role keeps it', async (t) => {
  const { tenant, id, group, join, leave, roleOf } = await scene();
  const second = await addGroup(tenant, 'Leads');
  const roleByGroup = { [group]: 'admin', [second]: 'admin' };
  t.like((await act(tenant, id, '', 'PATCH', { roleByGroup })).body, { status: 'ACTIVE', roleByGroup });
  const { userId } = await addMember(server, tenant.id, 'member');
  await join(userId);
  await join(userId, second);
  t.is(await roleOf(userId), 'admin');
  await leave(userId);
  t.is(await roleOf(userId), 'admin');
  await leave(userId, second);
  t.is(await roleOf(userId), 'member');
});

test('a group that says member makes nobody an admin', async (t) => {
  const { tenant, group, join, roleOf } = await scene((each) => ({ roleByGroup: { [each]: 'member' } }));
  const { userId } = await addMember(server, tenant.id, 'member');
  t.is((await join(userId)).status, 200);
  t.is(await roleOf(userId), 'member');
  t.truthy(group);
});

test('a rule neither touches owners nor admins who were appointed by hand', async (t) => {
  const { tenant, join, leave, roleOf, setRole } = await scene((each) => ({ roleByGroup: { [each]: 'admin' } }));
  const [owner, admin, later] = [
    await addMember(server, tenant.id, 'owner'),
    await addMember(server, tenant.id, 'admin'),
    await addMember(server, tenant.id, 'member'),
  ];
  for (const { userId } of [owner, admin, later]) await join(userId);
  t.deepEqual(await Promise.all([owner, admin, later].map(({ userId }) => roleOf(userId))), [
    'owner',
    'admin',
    'admin',
  ]);
  t.is((await setRole(later.userId, 'admin')).status, 200);
  for (const { userId } of [owner, admin, later]) await leave(userId);
  t.deepEqual(await Promise.all([owner, admin, later].map(({ userId }) => roleOf(userId))), [
    'owner',
    'admin',
    'admin',
  ]);
});

test('a changed rule, a deleted group and a deleted connection take the roles back that they gave', async (t) => {
  const { tenant, id, group, join, roleOf, call } = await scene((each) => ({ roleByGroup: { [each]: 'admin' } }));
  const { userId } = await addMember(server, tenant.id, 'member');
  await join(userId);
  const rule = { roleByGroup: { [group]: 'admin' } };
  t.is(await roleOf(userId), 'admin');
  await act(tenant, id, '', 'PATCH', { roleByGroup: {} });
  t.is(await roleOf(userId), 'member');
  await act(tenant, id, '', 'PATCH', rule);
  t.is(await roleOf(userId), 'admin', 'a new rule counts for those who are in the group already');
  await call('DELETE', `/groups/${group}`);
  t.is(await roleOf(userId), 'member');
  t.deepEqual((await act(tenant, id, '', 'GET')).body['roleByGroup'], {});
  const next = await addGroup(tenant, 'Next');
  await act(tenant, id, '', 'PATCH', { roleByGroup: { [next]: 'admin' } });
  await join(userId, next);
  t.is(await roleOf(userId), 'admin');
  await act(tenant, id, '', 'DELETE');
  t.is(await roleOf(userId), 'member');
  t.is(await db().roleRule.count({ where: { sourceId: id } }), 0);
});

test('only owners set the roles of groups, and only of groups of their tenant', async (t) => {
  const { tenant, id, group } = await scene();
  const admin = await addMember(server, tenant.id, 'admin');
  const token = await tokenOf(server.issuer, admin.email, tenant.slug);
  const path = `/api/tenants/${tenant.id}/connections/${id}`;
  t.is((await send(server.issuer, 'PATCH', path, token, { roleByGroup: { [group]: 'admin' } })).status, 403);
  const other = await scene();
  const refused = await act(tenant, id, '', 'PATCH', { roleByGroup: { [other.group]: 'admin' } });
  t.deepEqual([refused.status, refused.body['details']], [422, refused.body['details']]);
  t.is((refused.body['details'] as { path: string }[])[0]?.path, 'roleByGroup');
});

test('a rehearsed rule names those whose role would change', async (t) => {
  const { tenant, id, group, join, roleOf } = await scene();
  const { userId } = await addMember(server, tenant.id, 'member');
  await join(userId);
  const roleByGroup = { [group]: 'admin' };
  const { body } = await act(tenant, id, '?rehearse=true', 'PATCH', { roleByGroup });
  const events = body['events'] as { type: string; subjectId: string }[];
  t.deepEqual(
    events.map(({ type }) => type),
    ['connection.updated', 'member.role_changed'],
  );
  t.is(events[1]?.subjectId, userId);
  t.is(await roleOf(userId), 'member');
});
