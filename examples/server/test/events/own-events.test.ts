import { until } from '@org/identity-testing/until';
import test from 'ava';
import { eventMachine, startEventServer } from '../support/event-tests.js';
import { platformMachine } from '../support/platform-api.js';
import { call } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import type { TestServer } from '../support/test-server.js';
import { addClient, allowedToken } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startEventServer();
});
test.after.always(() => server?.stop());

type Shown = { type: string; tenantId: string | null; actor: unknown; subjectId: string; data: unknown };
const read = async (token: string, query = '') => {
  const { status, body } = await call(server.issuer, `/api/users/me/events${query}`, token);
  return { status, events: body['events'] as Shown[], pagination: body['pagination'] as { total: number } };
};

test('users read what happened to their account, newest first', async (t) => {
  const { userId, email } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  await send(server.issuer, 'PATCH', '/api/users/me', token, { displayName: 'New Name' });
  const { status, events, pagination } = await read(token);
  t.is(status, 200);
  const self = { kind: 'user', id: userId };
  t.deepEqual(
    events.map(({ type, tenantId, actor, subjectId, data }) => ({ type, tenantId, actor, subjectId, data })),
    [
      { type: 'profile.updated', tenantId: null, actor: self, subjectId: userId, data: { changed: ['displayName'] } },
      {
        type: 'session.started',
        tenantId: null,
        actor: self,
        subjectId: userId,
        data: { clientId: 'demo-web', secondFactor: false },
      },
    ],
  );
  t.is(pagination.total, 2);
  const second = await read(token, '?limit=1&page=2');
  t.deepEqual([second.events.map(({ type }) => type), second.pagination], [
    ['session.started'],
    { page: 2, limit: 1, total: 2, pages: 2 },
  ] as never);
});

test('that an account was disabled and enabled is listed once, although each tenant of the user has its own event', async (t) => {
  const tenant = await freshTenant(server);
  const { userId, email } = await addMember(server, tenant.id, 'member');
  const operator = await platformMachine(server);
  for (const action of ['disable', 'enable'])
    t.is((await send(server.issuer, 'POST', `/api/platform/users/${userId}/${action}`, operator, {})).status, 200);
  const { events } = await read(await tokenOf(server.issuer, email, tenant.slug));
  t.deepEqual(
    events.filter(({ type }) => type.startsWith('user.')).map(({ type, tenantId }) => [type, tenantId]),
    [
      ['user.enabled', null],
      ['user.disabled', null],
    ],
  );
});

test('an event of a tenant about the user names nobody else and has no data', async (t) => {
  const tenant = await freshTenant(server);
  const [member, other] = [await addMember(server, tenant.id, 'member'), await addMember(server, tenant.id, 'member')];
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  for (const { membershipId } of [member, other])
    await send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}/members/${membershipId}`, owner, { role: 'admin' });
  const { events } = await read(await tokenOf(server.issuer, member.email, tenant.slug));
  const changed = events.filter(({ type }) => type === 'member.role_changed');
  t.deepEqual(
    changed.map(({ tenantId, actor, subjectId, data }) => ({ tenantId, actor, subjectId, data })),
    [{ tenantId: tenant.id, actor: { kind: 'user', id: null }, subjectId: member.userId, data: {} }],
  );
  // What the owner did to others is not in the owner's list.
  const ofOwner = (await read(owner)).events;
  t.true(ofOwner.every(({ subjectId }) => subjectId === tenant.owner.userId));
  t.false(JSON.stringify(events).includes(tenant.owner.userId));
});

test('failed sign-ins are in the list of the user', async (t) => {
  const { userId, email } = await addUser(server);
  const token = await tokenOf(server.issuer, email);
  await server.identity.db.event.create({
    data: { type: 'sign_in.failed', actorKind: 'system', subjectId: userId, data: { reason: 'wrong_password' } },
  });
  const found = await until(async () => (await read(token)).events.find(({ type }) => type === 'sign_in.failed'));
  t.deepEqual([found.actor, found.data], [{ kind: 'system', id: null }, { reason: 'wrong_password' }]);
});

test('only users can read their events; third-party clients need the scope', async (t) => {
  const { email } = await addUser(server);
  t.is((await call(server.issuer, '/api/users/me/events')).status, 401);
  t.is((await read(await eventMachine(server, null))).status, 403);
  const clientId = await addClient(server, { scopes: ['account:read', 'events:read'] });
  const allowed = (scope: string) => allowedToken(server, { clientId, email, scope });
  t.is((await read(await allowed('openid events:read'))).status, 403);
  t.is((await read(await allowed('openid account:read'))).status, 200);
  const token = await tokenOf(server.issuer, email);
  for (const query of ['?page=0', '?limit=101', '?type=x', '?after='])
    t.is((await read(token, query)).status, 422, query);
});
