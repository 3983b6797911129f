import { randomUUID } from 'node:crypto';
import { apiScopes } from '@org/identity-core';
import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { crm, type LicensedTenant, licensedTenant, pro, seat } from '../support/licensing-api.js';
import { admin, asPlatform, codeOf, iso, licenses, scene, server } from '../support/licensing-tests.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';
import { addClient, allowedToken } from '../support/third-party.js';

async function holder(tenant: LicensedTenant) {
  const member = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, member.userId);
  const token = await tokenOf(server.issuer, member.email, tenant.slug);
  const lease = (count = 7) =>
    send(server.issuer, 'POST', `${licenses}/lease`, token, { applicationId: crm, days: count });
  return { ...member, token, lease };
}

type Entry = Record<'id' | 'userId' | 'applicationId' | 'licenseTypeId' | 'expiresAt' | 'createdAt', string>;

/** A tenant with seats, and calls of its owner. */
async function managed(quantity: number) {
  const tenant = await licensedTenant(server, quantity);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const base = `/api/tenants/${tenant.id}`;
  const api = (method: string, path: string, body?: unknown) =>
    send(server.issuer, method, `${base}${path}`, owner, body);
  const list = async () => (await api('GET', '/leases')).body['leases'] as Entry[];
  const free = (id = '', query = '') => api('DELETE', `/leases/${id}${query}`);
  const events = async (type: string) => {
    const found = await server.identity.db.event.findMany({ where: { tenantId: tenant.id, type } });
    return found.map(({ subjectId, actorId, data }) => ({ subjectId, actorId, data: data as Record<string, unknown> }));
  };
  const counts = () =>
    server.identity.db.subscription.findUniqueOrThrow({
      where: { id: tenant.subscriptionId },
      select: { quantityAssigned: true, quantityReserved: true },
    });
  return { tenant, owner, base, api, list, free, events, counts };
}

test('managers see the leases that run, with the fields of the contract', async (t) => {
  const { tenant, api, list } = await managed(3);
  t.deepEqual((await api('GET', '/leases')).body, {
    leases: [],
    pagination: { page: 1, limit: 20, total: 0, pages: 0 },
  });
  const [one, other] = [await holder(tenant), await holder(tenant)];
  await one.lease(2);
  await other.lease(9);
  const leases = await list();
  t.deepEqual(
    leases.map(({ userId }) => userId),
    [other.userId, one.userId],
  );
  t.deepEqual(Object.keys(leases[0] ?? {}), [
    'id',
    'userId',
    'applicationId',
    'licenseTypeId',
    'expiresAt',
    'createdAt',
  ]);
  t.like(leases[0], { applicationId: crm, licenseTypeId: pro });
  t.regex(leases[0]?.createdAt ?? '', iso);
  const page = (await api('GET', '/leases?limit=1&page=2')).body;
  t.like(page, { pagination: { page: 2, limit: 1, total: 2, pages: 2 } });
  t.is((page['leases'] as Entry[])[0]?.userId, one.userId);
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: days(3) });
  t.is((await list()).length, 1, 'one that has ended is not listed');
});

test('freeing the seat of a lease takes it back, tells the holder, and gives it to the first who waits', async (t) => {
  const { tenant, list, free, events, counts, api } = await managed(1);
  const leaser = await holder(tenant);
  await leaser.lease(30);
  const waiting = await addMember(server, tenant.id, 'member');
  const token = await tokenOf(server.issuer, waiting.email, tenant.slug);
  const asked = await send(server.issuer, 'POST', `${licenses}/request`, token, { applicationId: crm });
  t.is((await api('POST', `/license-requests/${asked.body['id']}/approve`, {})).body['status'], 'WAITING');
  const [lease] = await list();
  t.is((await free(lease?.id)).status, 200);
  t.deepEqual(await list(), []);
  const { db } = server.identity;
  const held = await db.seat.findMany({ where: { tenantId: tenant.id } });
  t.deepEqual(
    held.map(({ userId }) => userId),
    [waiting.userId],
  );
  t.deepEqual(await counts(), { quantityAssigned: 1, quantityReserved: 0 });
  const [ended] = await events('lease.ended');
  t.like(ended, { subjectId: leaser.userId, actorId: tenant.owner.userId });
  t.like(ended?.data, { leaseId: lease?.id, applicationId: crm, expiresAt: lease?.expiresAt });
  t.is((await events('seat.revoked'))[0]?.data['cause'], 'lease.ended');
  t.regex((await server.mailbox.mailTo(leaser.email)).subject, /CRM/u);
  const { body } = await api('GET', `/license-history?userId=${leaser.userId}`);
  t.is((body['periods'] as { cause: string }[])[0]?.cause, 'lease.ended');
  t.deepEqual(codeOf(await leaser.lease()), [400, 'LICENSE_NOT_FOUND']);
});

test('the seat of somebody who has left stays counted, and freeing it makes it available', async (t) => {
  const { tenant, list, free, counts, api, events } = await managed(2);
  const [gone, other] = [await holder(tenant), await holder(tenant)];
  await gone.lease(30);
  await other.lease(30);
  for (const { membershipId } of [gone, other]) t.is((await api('DELETE', `/members/${membershipId}`)).status, 200);
  t.deepEqual(await counts(), { quantityAssigned: 0, quantityReserved: 2 });
  const lease = (await list()).find(({ userId }) => userId === gone.userId);
  t.is((await free(lease?.id)).status, 200);
  t.deepEqual(await counts(), { quantityAssigned: 0, quantityReserved: 1 });
  t.is((await events('lease.ended')).length, 1);
  t.deepEqual(
    (await list()).map(({ userId }) => userId),
    [other.userId],
  );
});

test('all leases of a seat end with it, also a shorter one that came later', async (t) => {
  const { tenant, list, free, events, counts } = await managed(1);
  const { lease } = await holder(tenant);
  await lease(30);
  await lease(2);
  const [short] = await list();
  t.is((await list()).length, 2);
  t.is((await free(short?.id)).status, 200);
  t.deepEqual(await list(), []);
  t.is((await events('lease.ended')).length, 2);
  t.deepEqual(await counts(), { quantityAssigned: 0, quantityReserved: 0 });
});

test('a rehearsal says what happens and frees nothing', async (t) => {
  const { tenant, list, free, counts } = await managed(1);
  const { lease } = await holder(tenant);
  await lease();
  const [entry] = await list();
  const { status, body } = await free(entry?.id, '?rehearse=true');
  t.is(status, 200);
  const types = (body['events'] as { type: string }[]).map(({ type }) => type);
  t.deepEqual(types, ['lease.ended', 'seat.revoked']);
  t.is((await list()).length, 1);
  t.deepEqual(await counts(), { quantityAssigned: 1, quantityReserved: 0 });
});

test('a lease that is unknown, has ended, was freed or belongs to another tenant is not found', async (t) => {
  const { tenant, list, free } = await managed(2);
  const other = await managed(1);
  const { lease } = await holder(tenant);
  await lease(1);
  const [entry] = await list();
  for (const id of [randomUUID(), 'no-id']) t.deepEqual(codeOf(await free(id)), [404, 'LEASE_NOT_FOUND']);
  t.deepEqual(codeOf(await other.free(entry?.id)), [404, 'LEASE_NOT_FOUND']);
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: days(2) });
  t.deepEqual(codeOf(await free(entry?.id)), [404, 'LEASE_NOT_FOUND']);
  t.is(await server.identity.db.seat.count({ where: { tenantId: tenant.id } }), 1, 'the seat stays');
  await lease(1);
  const [again] = await list();
  const freed = await Promise.all([free(again?.id), free(again?.id)]);
  t.deepEqual(freed.map(({ status }) => status).sort(), [200, 404]);
});

test('only those who manage the tenant see and free leases, third parties with the scope of licenses', async (t) => {
  const { tenant, base, list } = await managed(2);
  const { token, lease } = await holder(tenant);
  await lease();
  const path = `${base}/leases/${(await list())[0]?.id}`;
  const stranger = await tokenOf(server.issuer, (await licensedTenant(server, 1)).owner.email);
  const { call } = await scene(1);
  for (const [method, target] of [
    ['GET', `${base}/leases`],
    ['DELETE', path],
  ] as const) {
    t.deepEqual(codeOf(await send(server.issuer, method, target, token)), [403, 'FORBIDDEN']);
    t.deepEqual(codeOf(await send(server.issuer, method, target, stranger)), [404, 'TENANT_NOT_FOUND']);
    t.is((await call(method, target)).status, 404, 'a machine of another tenant');
  }
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const about = { clientId, email: tenant.owner.email, tenant: tenant.slug };
  const as = async (scope: string, method: string, target: string) =>
    (await send(server.issuer, method, target, await allowedToken(server, { ...about, scope }))).status;
  t.is(await as('openid tenants:read', 'GET', `${base}/leases`), 403);
  t.is(await as('openid licenses:read', 'GET', `${base}/leases`), 200);
  t.is(await as('openid licenses:read', 'DELETE', path), 403);
  t.is(await as('openid licenses:write', 'DELETE', path), 200);
});

test('without leases a subscription gives no new ones; those that run go on', async (t) => {
  const { tenant, list } = await managed(2);
  const { lease, token } = await holder(tenant);
  t.is((await lease()).status, 201);
  const path = `${admin}/tenants/${tenant.id}/subscriptions`;
  const { body } = await asPlatform('GET', path);
  t.is((body['subscriptions'] as Record<string, unknown>[])[0]?.['leases'], 'ALLOWED');
  const one = `${path}/${tenant.subscriptionId}`;
  const changed = await asPlatform('PATCH', one, { leases: 'NONE' });
  t.deepEqual([changed.status, changed.body['leases']], [200, 'NONE']);
  t.deepEqual(codeOf(await lease()), [403, 'LEASES_OFF']);
  const rehearsed = { applicationId: crm, days: 1 };
  t.deepEqual(codeOf(await send(server.issuer, 'POST', `${licenses}/lease?rehearse=true`, token, rehearsed)), [
    403,
    'LEASES_OFF',
  ]);
  t.is((await list()).length, 1);
  const event = await server.identity.db.event.findFirstOrThrow({
    where: { tenantId: tenant.id, type: 'subscription.updated' },
  });
  t.like(event.data, { changed: ['leases'], leases: 'NONE' });
  t.deepEqual(codeOf(await asPlatform('PATCH', one, { leases: 'SOME' })), [422, 'VALIDATION_FAILED']);
  await asPlatform('PATCH', one, { leases: 'ALLOWED' });
  t.is((await lease()).status, 201);
});
