import { randomUUID } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import { ClientSecretBasic, tokenIntrospection } from 'openid-client';
import { seatScene } from '../support/console-seats.js';
import { configure, secretOf, signIn } from '../support/sign-in.js';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']];

/** A tenant with a member, and calls to its groups by its owner. */
async function scene() {
  const { id: tenantId, owner } = await freshTenant(server);
  const member = await addMember(server, tenantId, 'member');
  const [token, memberToken] = [await tokenOf(server.issuer, owner.email), await tokenOf(server.issuer, member.email)];
  const call = (method: string, path = '', body?: unknown, by = token) =>
    send(server.issuer, method, `/api/tenants/${tenantId}/groups${path}`, by, body);
  const create = async (name: string) => String((await call('POST', '', { name })).body['id']);
  const eventTypes = async () => {
    const rows = await db().event.findMany({ where: { tenantId }, orderBy: { id: 'asc' }, select: { type: true } });
    return rows.map(({ type }) => type).filter((type) => type.startsWith('group.'));
  };
  return { tenantId, owner, member, memberToken, call, create, eventTypes };
}

test('a group is created, listed by name, changed and deleted', async (t) => {
  const { call, eventTypes } = await scene();
  const created = await call('POST', '', { name: 'Sales', description: 'Europe' });
  t.is(created.status, 201);
  const { id, ...group } = created.body;
  t.deepEqual(group, { name: 'Sales', description: 'Europe', source: 'MANUAL', memberCount: 0 });
  await call('POST', '', { name: 'developers' });
  const { body } = await call('GET');
  t.deepEqual(
    (body['groups'] as { name: string }[]).map(({ name }) => name),
    ['developers', 'Sales'],
  );
  t.deepEqual(body['pagination'], { page: 1, limit: 20, total: 2, pages: 1 });
  t.like(await call('PATCH', `/${id}`, { description: null }), {
    status: 200,
    body: { name: 'Sales', description: null },
  });
  t.like(await call('PATCH', `/${id}`, { name: 'sales' }), { status: 200, body: { name: 'sales' } });
  t.like(await call('GET', `/${id}`), { status: 200, body: { id, name: 'sales' } });
  t.like(await call('DELETE', `/${id}`), { status: 200, body: { success: true } });
  for (const method of ['GET', 'DELETE']) t.deepEqual(codeOf(await call(method, `/${id}`)), [404, 'GROUP_NOT_FOUND']);
  t.deepEqual(await eventTypes(), [
    'group.created',
    'group.created',
    'group.updated',
    'group.updated',
    'group.deleted',
  ]);
});

test('a name that differs in case or form only is taken, and wrong input is refused', async (t) => {
  const { call, create } = await scene();
  await create('Ｓales Team');
  const other = await create('Other');
  t.deepEqual(codeOf(await call('POST', '', { name: 'SALES TEAM' })), [409, 'GROUP_EXISTS']);
  t.deepEqual(codeOf(await call('PATCH', `/${other}`, { name: 'sales team' })), [409, 'GROUP_EXISTS']);
  for (const body of [
    {},
    { name: '' },
    { name: 'x'.repeat(257) },
    { name: 'A', source: 'DIRECTORY' },
    { name: 'a\u202eb' },
  ])
    t.is((await call('POST', '', body)).status, 422, JSON.stringify(body));
  // A letter that is eighteen in the form that is compared: no index holds 256 of them.
  t.is((await call('POST', '', { name: '\ufdfa'.repeat(256) })).status, 422);
  t.is((await call('PATCH', `/${other}`, {})).status, 422);
  for (const id of ['nobody', randomUUID()])
    t.deepEqual(codeOf(await call('PATCH', `/${id}`, { name: 'B' })), [404, 'GROUP_NOT_FOUND']);
});

test('members are put into a group and taken out, once each', async (t) => {
  const { tenantId, member, call, create, eventTypes } = await scene();
  const id = await create('Sales');
  const path = `/${id}/members/${member.userId}`;
  t.is((await call('PUT', path)).status, 200);
  t.is((await call('PUT', path)).status, 200);
  t.is((await call('GET', `/${id}`)).body['memberCount'], 1);
  const { body } = await call('GET', `/${id}/members`);
  t.like((body['members'] as object[])[0], { userId: member.userId, email: member.email });
  t.is((body['members'] as object[]).length, 1);
  t.is((await call('DELETE', path)).status, 200);
  t.deepEqual(codeOf(await call('DELETE', path)), [404, 'MEMBER_NOT_FOUND']);
  t.is((await call('GET', `/${id}`)).body['memberCount'], 0);
  t.deepEqual(await eventTypes(), ['group.created', 'group.member_added', 'group.member_removed']);
  const stranger = await addMember(server, (await freshTenant(server)).id, 'member');
  for (const userId of [stranger.userId, randomUUID(), 'nobody'])
    t.deepEqual(codeOf(await call('PUT', `/${id}/members/${userId}`)), [404, 'MEMBER_NOT_FOUND']);
  await db().membership.update({
    where: { tenantId_userId: { tenantId, userId: member.userId } },
    data: { status: 'SUSPENDED' },
  });
  t.deepEqual(codeOf(await call('PUT', path)), [404, 'MEMBER_NOT_FOUND']);
});

test('a suspended member is in no group until it is active again, and a removed one leaves it', async (t) => {
  const { tenantId, owner, member, call, create } = await scene();
  const id = await create('Sales');
  await call('PUT', `/${id}/members/${member.userId}`);
  await call('PUT', `/${id}/members/${owner.userId}`);
  const shown = async () => [
    (await call('GET', `/${id}`)).body['memberCount'],
    ((await call('GET', `/${id}/members`)).body['members'] as object[]).length,
  ];
  const where = { tenantId_userId: { tenantId, userId: member.userId } };
  const { id: membershipId } = await db().membership.findUniqueOrThrow({ where });
  const token = await tokenOf(server.issuer, owner.email);
  const change = (method: string, body?: unknown) =>
    send(server.issuer, method, `/api/tenants/${tenantId}/members/${membershipId}`, token, body);
  await change('PATCH', { status: 'SUSPENDED' });
  t.deepEqual(await shown(), [1, 1]);
  await change('PATCH', { status: 'ACTIVE' });
  t.deepEqual(await shown(), [2, 2]);
  t.is((await change('DELETE')).status, 200);
  t.deepEqual(await shown(), [1, 1]);
  t.is(await db().groupMember.count({ where: { groupId: id } }), 1);
});

test('members list the groups; only managers see one, change them and see who is in it', async (t) => {
  const { member, memberToken, call, create } = await scene();
  const id = await create('Sales');
  t.is((await call('GET', '', undefined, memberToken)).status, 200);
  const refused: [string, string, unknown?][] = [
    ['POST', '', { name: 'Mine' }],
    ['GET', `/${id}`],
    ['PATCH', `/${id}`, { name: 'Mine' }],
    ['DELETE', `/${id}`],
    ['GET', `/${id}/members`],
    ['PUT', `/${id}/members/${member.userId}`],
    ['DELETE', `/${id}/members/${member.userId}`],
  ];
  for (const [method, path, body] of refused)
    t.is((await call(method, path, body, memberToken)).status, 403, `${method} ${path}`);
  const stranger = await tokenOf(server.issuer, (await freshTenant(server)).owner.email);
  for (const [method, path, body] of [...refused, ['GET', ''] as [string, string]])
    t.deepEqual(codeOf(await call(method, path, body, stranger)), [404, 'TENANT_NOT_FOUND'], `${method} ${path}`);
});

test('a group of another tenant does not exist, and one of a directory is not changed by hand', async (t) => {
  const [here, there] = [await scene(), await scene()];
  const foreign = await there.create('Sales');
  t.deepEqual(codeOf(await here.call('GET', `/${foreign}`)), [404, 'GROUP_NOT_FOUND']);
  t.deepEqual(codeOf(await here.call('PUT', `/${foreign}/members/${here.member.userId}`)), [404, 'GROUP_NOT_FOUND']);
  await t.throwsAsync(
    db().groupMember.create({
      data: { groupId: foreign, tenantId: here.tenantId, userId: here.member.userId },
    }),
    undefined,
    'the database refuses it as well',
  );
  const own = await here.create('Synced');
  await db().group.update({ where: { id: own }, data: { source: 'DIRECTORY' } });
  const member = `/${own}/members/${here.member.userId}`;
  for (const [method, path, body] of [
    ['PATCH', `/${own}`, { name: 'B' }],
    ['DELETE', `/${own}`],
    ['PUT', member],
  ] as const)
    t.deepEqual(codeOf(await here.call(method, path, body)), [409, 'MANAGED_BY_DIRECTORY']);
});

test('a rule for a group gives its members seats, also those who join it later', async (t) => {
  const { tenantId, owner, member, admin, applicationId, licenseTypeId } = await seatScene(server, 1);
  const token = await tokenOf(server.issuer, owner.email);
  const call = (method: string, path: string, body?: unknown) =>
    send(server.issuer, method, `/api/tenants/${tenantId}/${path}`, token, body);
  const { body: group } = await call('POST', 'groups', { name: 'Sales' });
  const groupId = String(group['id']);
  await call('PUT', `groups/${groupId}/members/${member.userId}`);
  const rule = { applicationId, licenseTypeId, groupId };
  const added = await call('POST', 'license-rules', rule);
  t.like(added, { status: 201, body: { groupId, role: null } });
  const seats = async () => {
    const rows = await db().seat.findMany({ where: { tenantId }, select: { userId: true } });
    return rows.map(({ userId }) => userId);
  };
  t.deepEqual(await seats(), [member.userId], 'nobody else of the tenant');
  await call('PUT', `groups/${groupId}/members/${admin.userId}`);
  t.deepEqual(await seats(), [member.userId], 'no seat is left');
  t.like(await db().licenseRequest.findFirst({ where: { tenantId, userId: admin.userId } }), { status: 'WAITING' });
  t.deepEqual(codeOf(await call('POST', 'license-rules', rule)), [409, 'RULE_EXISTS']);
  t.is((await call('POST', 'license-rules', { ...rule, role: 'admin' })).status, 201);
  for (const wrong of ['nobody', randomUUID()]) {
    const refused = await call('POST', 'license-rules', { ...rule, groupId: wrong });
    t.like(refused, { status: 422, body: { details: [{ path: 'groupId' }] } });
  }
  t.is((await call('DELETE', `groups/${groupId}/members/${member.userId}`)).status, 200);
  t.deepEqual(await seats(), [member.userId], 'nobody loses a seat by leaving a group');
  t.is((await call('DELETE', `groups/${groupId}`)).status, 200);
  t.is(await db().licenseRule.count({ where: { tenantId } }), 0);
  t.is(await db().event.count({ where: { tenantId, type: 'license_rule.deleted' } }), 2);
});

test('a client that wants them gets the names of the groups in tokens and userinfo, at most 100', async (t) => {
  const { tenantId, owner, call, create } = await scene();
  const { slug } = await db().tenant.findUniqueOrThrow({ where: { id: tenantId } });
  for (const name of ['Sales', 'developers']) await call('PUT', `/${await create(name)}/members/${owner.userId}`);
  await create('Others');
  const demo = await db().client.findUniqueOrThrow({ where: { id: 'demo-web' }, include: { secrets: true } });
  const { secrets, ...copied } = demo;
  const id = `app-${randomUUID()}`;
  const hash = secrets[0]?.hash ?? new Uint8Array();
  await db().client.create({
    data: { ...copied, pluginFields: {}, id, groupClaims: true, secrets: { create: { hash } } },
  });
  const config = await configure(server.issuer, id, ClientSecretBasic(secretOf('demo-web')));
  const { tokens } = await signIn(server.issuer, { email: owner.email, config, changes: { tenant: slug } });
  const claims = decodeJwt(tokens.access_token);
  t.deepEqual([claims['groups'], claims['groups_incomplete']], [['developers', 'Sales'], undefined]);
  t.like(await userinfo(tokens.access_token), { groups: ['developers', 'Sales'] });
  const plain = await signIn(server.issuer, { email: owner.email, changes: { tenant: slug } });
  t.false('groups' in decodeJwt(plain.tokens.access_token), 'other clients get none');
  const more = Array.from({ length: 100 }, (_, index) => ({ tenantId, name: `x${index}`, nameKey: `x${index}` }));
  const added = await db().group.createManyAndReturn({ data: more, select: { id: true } });
  const data = added.map((group) => ({ groupId: group.id, tenantId, userId: owner.userId }));
  await db().groupMember.createMany({ data });
  const introspect = async () => (await tokenIntrospection(config, tokens.access_token)) as Record<string, unknown>;
  const many = await introspect();
  t.is((many['groups'] as string[]).length, 100);
  t.true(many['groups_incomplete']);
  await db().membership.update({
    where: { tenantId_userId: { tenantId, userId: owner.userId } },
    data: { status: 'SUSPENDED' },
  });
  t.false((await introspect())['active']);
});

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const userinfo = async (token: string) =>
  (await (await fetch(`${server.issuer}/api/oauth/userinfo`, bearer(token))).json()) as Record<string, unknown>;
