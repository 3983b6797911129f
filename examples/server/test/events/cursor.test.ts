import { randomUUID } from 'node:crypto';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { eventMachine, follow, holdEvent, startEventServer, writeEvent } from '../support/event-tests.js';
import { machineToken } from '../support/licensing-api.js';
import { addSuperAdmin } from '../support/platform-api.js';
import { call } from '../support/sign-in.js';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startEventServer();
});
test.after.always(() => server?.stop());

const idsOf = (body: Record<string, unknown>) => (body['events'] as { id: string }[]).map(({ id }) => id);
const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['error']];

test('a cursor goes through the events of a tenant, oldest first', async (t) => {
  const tenant = await freshTenant(server);
  const machine = await eventMachine(server, tenant.id);
  t.deepEqual((await follow(server, tenant.id, machine, { after: '' })).body, { events: [], next: '' });
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const path = `/api/tenants/${tenant.id}/events`;
  await send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}`, owner, { name: 'Another name' });
  const ids = [await writeEvent(server, tenant.id), await writeEvent(server, tenant.id)];
  await writeEvent(server, (await freshTenant(server)).id);
  const all = await until(async () => {
    const { body } = await call(server.issuer, `${path}?after=`, owner);
    return (body['events'] as unknown[]).length === 4 && body;
  });
  t.deepEqual(idsOf(all).slice(2), ids);
  t.is(all['next'], ids[1]);
  const { data, occurredAt, id, ...event } = (all['events'] as Record<string, unknown>[])[1] ?? {};
  t.deepEqual(event, {
    type: 'tenant.updated',
    tenantId: tenant.id,
    actor: { kind: 'user', id: tenant.owner.userId },
    subjectId: tenant.id,
  });
  t.deepEqual([typeof data, typeof occurredAt], ['object', 'string']);
  const first = await call(server.issuer, `${path}?after=&limit=1`, owner);
  t.deepEqual([idsOf(first.body), first.body['next']], [idsOf(all).slice(0, 1), idsOf(all)[0]]);
  const second = await call(server.issuer, `${path}?after=${first.body['next']}&limit=1`, owner);
  t.deepEqual(idsOf(second.body), [id]);
  const end = await call(server.issuer, `${path}?after=${ids[1]}`, owner);
  t.deepEqual(end.body, { events: [], next: ids[1] });
  // Without a cursor the list is as before.
  const list = await call(server.issuer, path, owner);
  t.deepEqual([idsOf(list.body)[0], 'next' in list.body, 'pagination' in list.body], [ids[1], false, true]);
});

test('a request that waits gets the first event when it is committed', async (t) => {
  const tenant = await freshTenant(server);
  const token = await eventMachine(server, tenant.id);
  const held = await holdEvent(t, server, tenant.id);
  const waiting = follow(server, tenant.id, token, { after: '', wait: 30 });
  await held.commit();
  t.deepEqual(idsOf((await waiting).body), [held.id]);
  // An event of another tenant does not end the wait.
  const next = follow(server, tenant.id, token, { after: held.id, wait: 30 });
  await writeEvent(server, (await freshTenant(server)).id);
  const id = await writeEvent(server, tenant.id);
  t.deepEqual((await next).body['next'], id);
  t.deepEqual((await follow(server, tenant.id, token, { after: id, wait: 1 })).body, { events: [], next: id });
});

test('a transaction that is held open delays the cursor, and nothing is skipped', async (t) => {
  const tenant = await freshTenant(server);
  const token = await eventMachine(server, tenant.id);
  const held = await holdEvent(t, server, tenant.id);
  const late = await writeEvent(server, tenant.id);
  t.deepEqual(idsOf((await follow(server, tenant.id, token, { after: '' })).body), []);
  await held.commit();
  const both = await until(async () => {
    const ids = idsOf((await follow(server, tenant.id, token, { after: '' })).body);
    // Transactions of other databases may hold back the second one for a moment.
    return ids.length > 1 && ids;
  });
  t.deepEqual(both, [held.id, late]);
});

test('who may follow the events of a tenant, and who may list them', async (t) => {
  const [tenant, other] = await Promise.all([freshTenant(server), freshTenant(server)]);
  const [admin, member] = [await addMember(server, tenant.id, 'admin'), await addMember(server, tenant.id, 'member')];
  const callers: [who: string, token: string | undefined, follows: unknown[], lists: unknown[]][] = [
    ['an owner', await tokenOf(server.issuer, tenant.owner.email, tenant.slug), [200, undefined], [200, undefined]],
    ['an admin', await tokenOf(server.issuer, admin.email, tenant.slug), [200, undefined], [200, undefined]],
    ['a super admin', (await addSuperAdmin(server)).token, [200, undefined], [200, undefined]],
    ['a member', await tokenOf(server.issuer, member.email, tenant.slug), [403, 'FORBIDDEN'], [403, 'FORBIDDEN']],
    ['a machine', await eventMachine(server, tenant.id), [200, undefined], [403, 'FORBIDDEN']],
    ['a platform machine', await eventMachine(server, null), [200, undefined], [403, 'FORBIDDEN']],
    [
      'a machine without the scope',
      await machineToken(server, tenant.id, ['tenants:read']),
      [403, 'FORBIDDEN'],
      [403, 'FORBIDDEN'],
    ],
    [
      'a machine of another tenant',
      await eventMachine(server, other.id),
      [404, 'TENANT_NOT_FOUND'],
      [404, 'TENANT_NOT_FOUND'],
    ],
    [
      'an owner of another tenant',
      await tokenOf(server.issuer, other.owner.email, other.slug),
      [404, 'TENANT_NOT_FOUND'],
      [404, 'TENANT_NOT_FOUND'],
    ],
    ['nobody', undefined, [401, 'UNAUTHORIZED'], [401, 'UNAUTHORIZED']],
  ];
  const path = `/api/tenants/${tenant.id}/events`;
  for (const [who, token, follows, lists] of callers) {
    t.deepEqual(codeOf(await call(server.issuer, `${path}?after=`, token)), follows, who);
    t.deepEqual(codeOf(await call(server.issuer, path, token)), lists, who);
  }
});

test('a tenant that requires a second factor requires it for the cursor', async (t) => {
  const tenant = await freshTenant(server);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  t.deepEqual(codeOf(await follow(server, tenant.id, owner, { after: '' })), [403, 'SECOND_FACTOR_REQUIRED']);
});

test('the cursor refuses events that do not exist for the caller, and wrong input', async (t) => {
  const [tenant, other] = await Promise.all([freshTenant(server), freshTenant(server)]);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const foreign = await writeEvent(server, other.id);
  for (const after of [randomUUID(), foreign])
    t.deepEqual(codeOf(await follow(server, tenant.id, owner, { after })), [410, 'EVENT_GONE']);
  for (const query of [
    'after=x',
    'after=&wait=31',
    'after=&wait=-1',
    'after=&wait=1.5',
    'after=&limit=0',
    'after=&limit=101',
    'after=&after=',
    'after=&type=tenant.updated',
    'wait=1',
    'after=&other=1',
  ]) {
    const response = await call(server.issuer, `/api/tenants/${tenant.id}/events?${query}`, owner);
    t.deepEqual(codeOf(response), [422, 'VALIDATION_FAILED'], query);
  }
});

test('a right that ends during the wait ends the request without events', async (t) => {
  const tenant = await freshTenant(server);
  const admin = await addMember(server, tenant.id, 'admin');
  const token = await tokenOf(server.issuer, admin.email, tenant.slug);
  // After the event of the sign-in.
  const after = await writeEvent(server, tenant.id);
  const held = await holdEvent(t, server, tenant.id);
  const waiting = follow(server, tenant.id, token, { after, wait: 30 });
  await server.identity.db.membership.update({ where: { id: admin.membershipId }, data: { role: 'member' } });
  await held.commit();
  t.deepEqual(codeOf(await waiting), [403, 'FORBIDDEN']);
});

test('the cursor of the platform has the events of all tenants and of none', async (t) => {
  const tenant = await freshTenant(server);
  const [machine, superAdmin] = [await eventMachine(server, null), await addSuperAdmin(server)];
  const [first, none] = [await writeEvent(server, tenant.id), await writeEvent(server, null)];
  for (const token of [machine, superAdmin.token]) {
    const seen: string[] = [];
    for (let after: unknown = ''; !seen.includes(none); ) {
      const { body } = await call(server.issuer, `/api/platform/events?after=${after}&wait=5&limit=100`, token);
      seen.push(...idsOf(body));
      after = body['next'];
    }
    t.true(seen.indexOf(first) >= 0 && seen.indexOf(first) < seen.indexOf(none));
    t.is(new Set(seen).size, seen.length);
    const fromStart = await call(server.issuer, '/api/platform/events?limit=1', token);
    t.deepEqual(idsOf(fromStart.body), seen.slice(0, 1));
  }
  const refused = {
    'a machine of a tenant': await eventMachine(server, tenant.id),
    'an owner': await tokenOf(server.issuer, tenant.owner.email, tenant.slug),
    'a platform machine without the scope': await machineToken(server, null, ['platform:read']),
  };
  for (const [who, token] of Object.entries(refused))
    t.deepEqual(codeOf(await call(server.issuer, '/api/platform/events', token)), [403, 'FORBIDDEN'], who);
});

test('without the plugin there is no cursor', async (t) => {
  const plain = await startTestServer();
  t.teardown(() => plain.stop());
  const owner = await tokenOf(plain.issuer, 'owner@acme.test', 'acme');
  const { id } = await plain.identity.db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } });
  t.is((await call(plain.issuer, `/api/tenants/${id}/events`, owner)).status, 200);
  for (const query of ['after=', 'wait=1'])
    t.deepEqual(codeOf(await call(plain.issuer, `/api/tenants/${id}/events?${query}`, owner)), [
      422,
      'VALIDATION_FAILED',
    ]);
  for (const path of ['/api/integration/events/stream', '/api/platform/events', '/api/users/me/events'])
    t.is((await call(plain.issuer, path, owner)).status, 404, path);
});
