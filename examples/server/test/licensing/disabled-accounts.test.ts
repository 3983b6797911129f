import test from 'ava';
import { crm, machineToken, seat } from '../support/licensing-api.js';
import { licenses, scene, server } from '../support/licensing-tests.js';
import { platformMachine } from '../support/platform-api.js';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';

async function holder() {
  const { tenant, call } = await scene(3);
  const member = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, member.userId);
  const operator = await platformMachine(server);
  const set = async (action: 'disable' | 'enable') =>
    (await send(server.issuer, 'POST', `/api/platform/users/${member.userId}/${action}`, operator, {})).status;
  const ask = async (what: string) =>
    (await call('GET', `${licenses}/${what}userId=${member.userId}&applicationId=${crm}`)).body;
  return { tenant, call, ...member, set, ask };
}

test('a disabled account has no license in check, feature, type, list, count and snapshot, and keeps its seat', async (t) => {
  const { tenant, call, userId, set, ask } = await holder();
  t.is(await set('disable'), 200);
  t.like(await ask('check?'), { hasLicense: false, licenseType: null, features: [], reason: 'ACCOUNT_DISABLED' });
  t.deepEqual(await ask('feature?featureKey=reports&'), { hasFeature: false, reason: 'ACCOUNT_DISABLED' });
  t.deepEqual(await ask('type?'), { licenseType: null });
  const posted = await call('POST', `${licenses}/check`, { userId, applicationId: crm });
  t.is(posted.body['reason'], 'ACCOUNT_DISABLED');
  t.deepEqual((await call('GET', `${licenses}/apps/${crm}/users`)).body, []);
  t.deepEqual((await call('GET', `${licenses}/apps/${crm}/count`)).body, { count: 0 });
  t.like((await call('GET', `${licenses}/snapshot?applicationId=${crm}`)).body, { seats: [] });
  t.is(await server.identity.db.seat.count({ where: { tenantId: tenant.id, userId } }), 1);
  t.is(await set('enable'), 200);
  t.like(await ask('check?'), { hasLicense: true, reason: 'LICENSED' });
  t.deepEqual((await call('GET', `${licenses}/apps/${crm}/count`)).body, { count: 1 });
  t.is(((await call('GET', `${licenses}/snapshot?applicationId=${crm}`)).body['seats'] as unknown[]).length, 1);
});

test('who is no member is NOT_A_MEMBER, disabled or not: a tenant learns nothing about accounts of others', async (t) => {
  const { userId, set } = await holder();
  const { call } = await scene(1);
  await set('disable');
  const { body } = await call('GET', `${licenses}/check?userId=${userId}&applicationId=${crm}`);
  t.is(body['reason'], 'NOT_A_MEMBER');
});

test('every tenant of a user sees that the account was disabled and enabled, and no other tenant does', async (t) => {
  const { tenant, userId, set } = await holder();
  const [joined, other] = [await freshTenant(server), await freshTenant(server)];
  await server.identity.db.membership.create({ data: { tenantId: joined.id, userId } });
  await server.identity.db.membership.create({ data: { tenantId: other.id, userId, status: 'INVITED' } });
  await set('disable');
  t.is(await set('disable'), 200, 'again changes nothing');
  await set('enable');
  const events = await server.identity.db.event.findMany({
    where: { subjectId: userId, type: { in: ['user.disabled', 'user.enabled'] } },
    orderBy: { id: 'asc' },
  });
  const expected = [null, ...[tenant.id, joined.id].sort()];
  for (const type of ['user.disabled', 'user.enabled'])
    t.deepEqual(
      events.filter((event) => event.type === type).map(({ tenantId }) => tenantId),
      expected,
      type,
    );
  const owner = await tokenOf(server.issuer, joined.owner.email, joined.slug);
  const { body } = await send(server.issuer, 'GET', `/api/tenants/${joined.id}/events`, owner);
  const types = (body['events'] as { type: string; subjectId: string }[])
    .filter(({ subjectId }) => subjectId === userId)
    .map(({ type }) => type);
  t.deepEqual(types, ['user.enabled', 'user.disabled']);
});

test('a disabled account gets no lease', async (t) => {
  const { tenant, email, set } = await holder();
  const token = await tokenOf(server.issuer, email, tenant.slug);
  await set('disable');
  const leased = await send(server.issuer, 'POST', `${licenses}/lease`, token, { applicationId: crm, days: 1 });
  t.is(leased.status, 401);
});

test('a snapshot of one user has the seats of that user only, in the tenants of the machine', async (t) => {
  const { tenant, call, userId, set } = await holder();
  const second = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, second.userId);
  const path = `${licenses}/snapshot?applicationId=${crm}&userId=${userId}`;
  const usersIn = ({ body }: { body: Record<string, unknown> }) =>
    (body['seats'] as { userId: string; tenantId: string }[]).map((each) => [each.tenantId, each.userId]);
  t.deepEqual(usersIn(await call('GET', path)), [[tenant.id, userId]]);
  const platform = await machineToken(server, null);
  t.deepEqual(usersIn(await send(server.issuer, 'GET', path, platform)), [[tenant.id, userId]]);
  t.deepEqual(usersIn(await (await scene(1)).call('GET', path)), [], 'another tenant');
  await set('disable');
  t.deepEqual(usersIn(await send(server.issuer, 'GET', path, platform)), []);
});
