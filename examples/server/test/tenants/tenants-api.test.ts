import test from 'ava';
import { call } from '../support/sign-in.js';
import { addMember, freshTenant, machineTokenOf, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let owner: string;
test.before(async () => {
  server = await startTestServer();
  owner = await tokenOf(server.issuer, 'owner@acme.test');
});
test.after.always(() => server?.stop());

const api = (method: string, path: string, token: string | undefined, body?: unknown) =>
  send(server.issuer, method, path, token, body);

test('a tenant is created with its creator as owner', async (t) => {
  const { status, body } = await api('POST', '/api/tenants', owner, { name: 'Hooli', slug: 'hooli' });
  t.is(status, 201);
  t.deepEqual(Object.keys(body).sort(), ['createdAt', 'id', 'name', 'slug']);
  t.like(body, { name: 'Hooli', slug: 'hooli' });
  const { body: list } = await call(server.issuer, '/api/tenants', owner);
  t.like(
    (list['tenants'] as { slug: string }[]).find(({ slug }) => slug === 'hooli'),
    { role: 'owner', memberCount: 1 },
  );
});

test('a slug is made from the name, with a suffix when it is taken', async (t) => {
  const first = await api('POST', '/api/tenants', owner, { name: 'Größe & Söhne, Ltd.' });
  t.is(first.body['slug'], 'gro-e-sohne-ltd');
  const second = await api('POST', '/api/tenants', owner, { name: 'Größe & Söhne, Ltd.' });
  t.regex(String(second.body['slug']), /^gro-e-sohne-ltd-[a-z0-9]{6}$/u);
  const reserved = await api('POST', '/api/tenants', owner, { name: 'Admin' });
  t.regex(String(reserved.body['slug']), /^admin-[a-z0-9]{6}$/u);
  const unnamed = await api('POST', '/api/tenants', owner, { name: '株式会社' });
  t.regex(String(unnamed.body['slug']), /^tenant/u);
});

test('20 parallel creates of one slug give one 201 and nineteen 409', async (t) => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => api('POST', '/api/tenants', owner, { name: 'Race', slug: 'race' })),
  );
  t.is(responses.filter(({ status }) => status === 201).length, 1);
  const lost = responses.filter(({ status, body }) => status === 409 && body['error'] === 'SLUG_TAKEN');
  t.is(lost.length, 19);
});

for (const body of [
  {},
  { name: '' },
  { name: ' ' },
  { name: 'x'.repeat(101) },
  { name: 1 },
  { name: 'A', slug: 'ab' },
  { name: 'A', slug: 'Upper' },
  { name: 'A', slug: 'a--b' },
  { name: 'A', slug: '-abc' },
  { name: 'A', slug: 'abc-' },
  { name: 'A', slug: 'a_b' },
  { name: 'A', slug: 'x'.repeat(64) },
  { name: 'A', slug: 'admin' },
  { name: 'A', slug: 'www' },
  { name: 'A', id: 'x' },
  { name: 'A\u0000' },
]) {
  test(`creating a tenant with ${JSON.stringify(body).slice(0, 60)} is 422 VALIDATION_FAILED`, async (t) => {
    const response = await api('POST', '/api/tenants', owner, body);
    t.deepEqual([response.status, response.body['error']], [422, 'VALIDATION_FAILED']);
    t.true(Array.isArray(response.body['details']));
  });
}

test('a tenant is updated and answers the fields of the contract', async (t) => {
  const { id, owner: person } = await freshTenant(server);
  const { status, body } = await api('PATCH', `/api/tenants/${id}`, await tokenOf(server.issuer, person.email), {
    name: 'New',
    settings: { theme: { dark: true }, brand: { name: 'Acme', accentColor: '#5b2a9d' } },
    mfaPolicy: 'REQUIRED',
  });
  t.is(status, 200);
  t.deepEqual(Object.keys(body).sort(), ['id', 'mfaPolicy', 'name', 'settings', 'slug', 'updatedAt']);
  t.like(body, { name: 'New', mfaPolicy: 'REQUIRED' });
  // Otherwise the tenant would require a second factor from here on.
  await server.identity.db.tenant.update({ where: { id }, data: { mfaPolicy: 'OPTIONAL' } });
  const token = await tokenOf(server.issuer, person.email);
  await api('PATCH', `/api/tenants/${id}`, token, { settings: { other: 1 } });
  const { body: read } = await call(server.issuer, `/api/tenants/${id}`, token);
  t.deepEqual(read['settings'], { other: 1 }, 'settings are replaced whole');
  for (const bad of [
    {},
    { slug: 'new-slug' },
    { mfaPolicy: 'NEVER' },
    { settings: [] },
    { settings: { brand: 'Acme' } },
    { settings: { brand: { accentColor: '#ffee00' } } },
    { settings: { brand: { accentColor: '#000000}body{display:none' } } },
    { settings: { brand: { logoUrl: 'javascript:alert(1)' } } },
    { settings: { brand: { colour: '#5b2a9d' } } },
    { settings: { big: 'x'.repeat(17_000) } },
    { name: null },
  ]) {
    t.is((await api('PATCH', `/api/tenants/${id}`, token, bad)).status, 422, JSON.stringify(bad).slice(0, 40));
  }
  const pale = await api('PATCH', `/api/tenants/${id}`, token, { settings: { brand: { accentColor: '#ffee00' } } });
  t.like(pale.body, { error: 'VALIDATION_FAILED', details: [{ path: 'settings.brand.accentColor' }] });
});

test('members are listed in pages with filters', async (t) => {
  const { id, owner: person } = await freshTenant(server);
  for (let index = 0; index < 5; index += 1) await addMember(server, id, 'member');
  await addMember(server, id, 'admin');
  await addMember(server, id, 'member', 'SUSPENDED');
  const token = await tokenOf(server.issuer, person.email);
  const list = (query: string) => call(server.issuer, `/api/tenants/${id}/members${query}`, token);
  const { body } = await list('');
  t.deepEqual(body['pagination'], { page: 1, limit: 20, total: 8, pages: 1 });
  const [first] = body['members'] as Record<string, unknown>[];
  t.deepEqual(Object.keys(first ?? {}).sort(), ['id', 'joinedAt', 'role', 'status', 'user', 'userId']);
  t.deepEqual(Object.keys((first?.['user'] ?? {}) as object).sort(), ['displayName', 'email', 'pictureUrl']);
  t.like((await list('?status=SUSPENDED')).body, { pagination: { total: 1 } });
  t.like((await list('?role=admin')).body, { pagination: { total: 1 } });
  t.like((await list('?role=member&status=ACTIVE')).body, { pagination: { total: 5 } });
  const second = await list('?page=2&limit=3');
  t.deepEqual(second.body['pagination'], { page: 2, limit: 3, total: 8, pages: 3 });
  t.is((second.body['members'] as unknown[]).length, 3);
  t.is(((await list('?page=9')).body['members'] as unknown[]).length, 0);
  for (const bad of [
    '?page=0',
    '?limit=0',
    '?limit=101',
    '?page=x',
    '?status=GONE',
    '?role=king',
    '?other=1',
    '?page=1&page=2',
  ]) {
    t.is((await list(bad)).status, 422, bad);
  }
});

test('a suspended member’s tokens of that tenant die at once and stay dead after reactivation', async (t) => {
  const { id, slug, owner: person } = await freshTenant(server);
  const member = await addMember(server, id, 'member');
  const ownerToken = await tokenOf(server.issuer, person.email);
  const token = await tokenOf(server.issuer, member.email, slug);
  t.is((await call(server.issuer, '/api/users/me', token)).status, 200);
  const path = `/api/tenants/${id}/members/${member.membershipId}`;
  const suspended = await api('PATCH', path, ownerToken, { status: 'SUSPENDED' });
  t.is(suspended.status, 200);
  t.deepEqual(Object.keys(suspended.body).sort(), ['id', 'role', 'status', 'updatedAt', 'userId']);
  t.is((await call(server.issuer, '/api/users/me', token)).status, 401);
  t.is((await api('PATCH', path, ownerToken, { status: 'ACTIVE' })).status, 200);
  t.is((await call(server.issuer, '/api/users/me', token)).status, 401);
  t.is((await call(server.issuer, '/api/users/me', await tokenOf(server.issuer, member.email, slug))).status, 200);
});

test('a removed member is out at once; a member can leave; a machine cannot change anything', async (t) => {
  const { id, owner: person } = await freshTenant(server);
  const [removed, leaving] = [await addMember(server, id, 'member'), await addMember(server, id, 'member')];
  const ownerToken = await tokenOf(server.issuer, person.email);
  const token = await tokenOf(server.issuer, removed.email);
  t.is((await api('DELETE', `/api/tenants/${id}/members/${removed.membershipId}`, ownerToken)).status, 200);
  t.is((await call(server.issuer, '/api/users/me', token)).status, 401);
  const leave = await api(
    'DELETE',
    `/api/tenants/${id}/members/${leaving.membershipId}`,
    await tokenOf(server.issuer, leaving.email),
  );
  t.like(leave.body, { success: true });
  const machine = await machineTokenOf(server.issuer, 'platform-machine');
  t.is((await api('PATCH', `/api/tenants/${id}`, machine, { name: 'X' })).status, 403);
  t.is((await api('DELETE', `/api/tenants/${id}/members/${person.membershipId}`, machine)).status, 403);
  t.is((await api('GET', `/api/tenants/${id}/members`, machine)).status, 200);
});

test('the last owner can be neither demoted, suspended nor removed, and of two at once one stays', async (t) => {
  const { id, owner: first } = await freshTenant(server);
  const token = await tokenOf(server.issuer, first.email);
  const path = `/api/tenants/${id}/members/${first.membershipId}`;
  for (const attempt of [
    api('PATCH', path, token, { role: 'member' }),
    api('PATCH', path, token, { status: 'SUSPENDED' }),
    api('DELETE', path, token),
  ]) {
    const { status, body } = await attempt;
    t.deepEqual([status, body['error']], [409, 'LAST_OWNER']);
  }
  for (let round = 0; round < 5; round += 1) {
    const tenant = await freshTenant(server);
    const second = await addMember(server, tenant.id, 'owner');
    const tokens = [await tokenOf(server.issuer, tenant.owner.email), await tokenOf(server.issuer, second.email)];
    const responses = await Promise.all([
      api('DELETE', `/api/tenants/${tenant.id}/members/${tenant.owner.membershipId}`, tokens[0]),
      api('PATCH', `/api/tenants/${tenant.id}/members/${second.membershipId}`, tokens[1], { role: 'member' }),
    ]);
    t.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
    t.is(
      await server.identity.db.membership.count({ where: { tenantId: tenant.id, role: 'owner', status: 'ACTIVE' } }),
      1,
    );
  }
});

test('deleting a tenant ends everything in it and nothing elsewhere', async (t) => {
  const { id, slug, owner: person } = await freshTenant(server);
  const elsewhere = await freshTenant(server);
  await server.identity.db.membership.create({
    data: { tenantId: elsewhere.id, userId: person.userId, role: 'member' },
  });
  const here = await tokenOf(server.issuer, person.email, slug);
  const there = await tokenOf(server.issuer, person.email, elsewhere.slug);
  const admin = await addMember(server, id, 'admin');
  const refused = await api('DELETE', `/api/tenants/${id}`, await tokenOf(server.issuer, admin.email));
  t.deepEqual([refused.status, refused.body['error']], [403, 'OWNER_REQUIRED']);
  t.like((await api('DELETE', `/api/tenants/${id}`, here)).body, { success: true });
  t.is((await call(server.issuer, '/api/users/me', here)).status, 401);
  t.is((await call(server.issuer, '/api/users/me', there)).status, 200);
  t.is((await call(server.issuer, `/api/tenants/${id}`, there)).status, 404);
  t.is(await server.identity.db.membership.count({ where: { tenantId: id } }), 0);
});

test('every change is in the audit trail, newest first', async (t) => {
  const { id, owner: person } = await freshTenant(server);
  const member = await addMember(server, id, 'member');
  const token = await tokenOf(server.issuer, person.email);
  const path = `/api/tenants/${id}/members/${member.membershipId}`;
  await api('PATCH', `/api/tenants/${id}`, token, { name: 'Audited' });
  await api('PATCH', path, token, { role: 'admin' });
  await api('PATCH', path, token, { status: 'SUSPENDED' });
  await api('PATCH', path, token, { status: 'ACTIVE' });
  await api('DELETE', path, token);
  const { body } = await call(server.issuer, `/api/tenants/${id}/events`, token);
  const events = body['events'] as Record<string, unknown>[];
  t.deepEqual(
    events.map(({ type }) => type),
    ['member.removed', 'member.reactivated', 'member.suspended', 'member.role_changed', 'tenant.updated'],
  );
  t.like(events[0], { actor: { kind: 'user', id: person.userId }, subjectId: member.userId });
  t.deepEqual(Object.keys(events[0] ?? {}).sort(), ['actor', 'data', 'id', 'occurredAt', 'subjectId', 'type']);
  const filtered = await call(server.issuer, `/api/tenants/${id}/events?type=member.suspended`, token);
  t.like(filtered.body, { pagination: { total: 1 } });
});

test('the audit trail of a deleted tenant stays readable for super admins, and for nobody else', async (t) => {
  const { id, owner: person } = await freshTenant(server);
  const { email } = await addMember(server, id, 'admin');
  // A token that lasts longer than the tenant.
  const side = await freshTenant(server);
  await server.identity.db.membership.create({ data: { tenantId: side.id, userId: person.userId } });
  const token = await tokenOf(server.issuer, person.email, side.slug);
  const machine = await machineTokenOf(server.issuer, 'platform-machine');
  t.is((await api('PATCH', `/api/tenants/${id}`, token, { name: 'Last', mfaPolicy: 'OPTIONAL' })).status, 200);
  t.is((await api('DELETE', `/api/tenants/${id}`, token)).status, 200);
  const superAdmin = await tokenOf(server.issuer, 'super@example.test');
  const { status, body } = await call(server.issuer, `/api/tenants/${id}/events`, superAdmin);
  t.is(status, 200);
  const events = body['events'] as { type: string; data: Record<string, unknown> }[];
  t.deepEqual(
    events.map(({ type }) => type),
    ['tenant.deleted', 'tenant.updated'],
  );
  t.deepEqual(events[1]?.data, { changed: ['name', 'mfaPolicy'], mfaPolicy: 'OPTIONAL' });
  const { body: one } = await call(server.issuer, `/api/tenants/${id}/events?type=tenant.deleted`, superAdmin);
  t.like(one, { pagination: { total: 1 } });
  for (const other of [token, await tokenOf(server.issuer, email)]) {
    const refused = await call(server.issuer, `/api/tenants/${id}/events`, other);
    t.deepEqual([refused.status, refused.body['error']], [404, 'TENANT_NOT_FOUND']);
  }
  t.is((await call(server.issuer, `/api/tenants/${id}/events`, machine)).status, 404);
  t.is((await call(server.issuer, `/api/tenants/${id}`, superAdmin)).status, 404, 'the trail alone');
  for (const unknown of [crypto.randomUUID(), 'no-id'])
    t.is((await call(server.issuer, `/api/tenants/${unknown}/events`, superAdmin)).status, 404, unknown);
});
