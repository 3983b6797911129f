import { randomUUID } from 'node:crypto';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { basic, crm, desk, licensedTenant, pro, random, seat, standard } from '../support/licensing-api.js';
import { admin, asPlatform, codeOf, iso, licenses, scene, server } from '../support/licensing-tests.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';

const causeOf = (event: { data: unknown } | undefined) => (event?.data as { cause: string } | undefined)?.cause;

test('a license type is created and listed with its application; a slug exists once in an application', async (t) => {
  const slug = `gold-${randomUUID()}`;
  const limits = { agents: 20, tickets: 0 };
  const body = { applicationId: desk, slug, name: 'Gold', features: ['tickets', 'phone'], limits };
  const created = await asPlatform('POST', `${admin}/license-types`, body);
  t.is(created.status, 201);
  const { id, createdAt, updatedAt, ...rest } = created.body;
  t.deepEqual(rest, { ...body, applicationName: 'Desk' });
  for (const time of [createdAt, updatedAt]) t.regex(String(time), iso);
  const { body: listed } = await asPlatform('GET', `${admin}/license-types?applicationId=${desk}`);
  const types = listed['licenseTypes'] as Record<string, unknown>[];
  t.deepEqual(
    types.find((type) => type['id'] === id),
    created.body,
  );
  t.true(types.every((type) => type['applicationId'] === desk));
  t.deepEqual(codeOf(await asPlatform('POST', `${admin}/license-types`, body)), [409, 'SLUG_TAKEN']);
  t.is((await asPlatform('POST', `${admin}/license-types`, { ...body, applicationId: crm })).status, 201);
  t.is((await asPlatform('GET', `${admin}/license-types`)).status, 200);
});

test('the overview lists what a tenant owns and sums up what is active', async (t) => {
  const { tenant } = await scene(5);
  await seat(server, tenant, tenant.owner.userId);
  const { db } = server.identity;
  const canceled = { applicationId: desk, licenseTypeId: standard, quantityPurchased: 7, status: 'CANCELED' } as const;
  await db.subscription.create({ data: { tenantId: tenant.id, ...canceled } });
  const { status, body } = await asPlatform('GET', `${admin}/tenants/${tenant.id}/license-overview`);
  t.is(status, 200);
  const names = { applicationId: crm, applicationName: 'CRM', licenseTypeId: pro, licenseTypeName: 'Pro' };
  t.deepEqual(body, {
    tenantId: tenant.id,
    tenantName: 'Fresh',
    totalSeatsOwned: 5,
    totalSeatsAssigned: 1,
    totalSeatsAvailable: 4,
    subscriptions: [
      { ...names, quantityPurchased: 5, quantityAssigned: 1, quantityAvailable: 4, status: 'ACTIVE' },
      {
        applicationId: desk,
        applicationName: 'Desk',
        licenseTypeId: standard,
        licenseTypeName: 'Standard',
        quantityPurchased: 7,
        quantityAssigned: 0,
        quantityAvailable: 7,
        status: 'CANCELED',
      },
    ],
  });
});

test('a subscription is created, listed, changed and expires by itself', async (t) => {
  const { tenant } = await scene(1);
  const path = `${admin}/tenants/${tenant.id}/subscriptions`;
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const created = await asPlatform('POST', path, {
    applicationId: desk,
    licenseTypeId: standard,
    quantity: 3,
    expiresAt,
  });
  t.is(created.status, 201);
  const { id, startsAt, ...rest } = created.body;
  t.regex(String(startsAt), iso);
  t.deepEqual(rest, {
    applicationId: desk,
    applicationName: 'Desk',
    licenseTypeId: standard,
    licenseTypeName: 'Standard',
    quantityPurchased: 3,
    quantityAssigned: 0,
    quantityAvailable: 3,
    quantityReserved: 0,
    pendingQuantity: null,
    pendingAt: null,
    overagePercent: 0,
    trial: false,
    reclaimAfterDays: 0,
    leases: 'ALLOWED',
    limits: {},
    status: 'ACTIVE',
    expiresAt,
  });
  const { body } = await asPlatform('GET', path);
  t.deepEqual((body['subscriptions'] as unknown[])[1], created.body);
  const changed = await asPlatform('PATCH', `${path}/${id}`, { quantity: 4, expiresAt: '2020-01-01T00:00:00+02:00' });
  const { quantityPurchased, status, expiresAt: ended } = changed.body;
  t.deepEqual([quantityPurchased, status, ended], [4, 'EXPIRED', '2019-12-31T22:00:00.000Z']);
});

test('subscriptions of tenants, applications and license types that do not exist are refused', async (t) => {
  const { tenant } = await scene(1);
  const theirs = await licensedTenant(server, 1);
  const body = { applicationId: crm, licenseTypeId: pro, quantity: 1 };
  const create = async (tenantId: string, changes = {}) =>
    codeOf(await asPlatform('POST', `${admin}/tenants/${tenantId}/subscriptions`, { ...body, ...changes }));
  for (const id of [random, 'x']) {
    t.deepEqual(await create(id), [404, 'TENANT_NOT_FOUND']);
    t.deepEqual(await create(tenant.id, { applicationId: id }), [400, 'INVALID_APPLICATION_ID']);
    t.deepEqual(await create(tenant.id, { licenseTypeId: id }), [400, 'INVALID_LICENSE_TYPE']);
    for (const path of ['license-overview', 'subscriptions']) {
      t.deepEqual(codeOf(await asPlatform('GET', `${admin}/tenants/${id}/${path}`)), [404, 'TENANT_NOT_FOUND']);
    }
  }
  t.deepEqual(await create(tenant.id, { licenseTypeId: standard }), [400, 'INVALID_LICENSE_TYPE']);
  for (const id of [random, 'x', theirs.subscriptionId]) {
    const path = `${admin}/tenants/${tenant.id}/subscriptions/${id}`;
    t.deepEqual(codeOf(await asPlatform('PATCH', path, { quantity: 9 })), [404, 'SUBSCRIPTION_NOT_FOUND']);
  }
});

test('a subscription cannot shrink below its assigned seats: 409 SEATS_IN_USE', async (t) => {
  const { tenant, member } = await scene(3);
  for (let index = 0; index < 2; index += 1) await seat(server, tenant, await member());
  const path = `${admin}/tenants/${tenant.id}/subscriptions/${tenant.subscriptionId}`;
  t.deepEqual(codeOf(await asPlatform('PATCH', path, { quantity: 1 })), [409, 'SEATS_IN_USE']);
  t.is((await asPlatform('PATCH', path, { quantity: 2 })).body['quantityAvailable'], 0);
});

const valid = { applicationId: crm, slug: 'new', name: 'New', features: ['a'] };
const order = { applicationId: crm, licenseTypeId: pro, quantity: 1 };
const grant = { userId: random, applicationId: crm, licenseTypeId: pro };
const wrong: [method: string, path: string, body?: unknown][] = [
  ['GET', `${licenses}/check`],
  ['GET', `${licenses}/check?userId=${random}`],
  ['GET', `${licenses}/check?userId=${random}&applicationId=`],
  ['GET', `${licenses}/check?userId=${random}&applicationId=${crm}&tenantId=${random}`],
  ['GET', `${licenses}/check?applicationId=${crm}&applicationId=${desk}&userId=${random}`],
  ['GET', `${licenses}/feature?userId=${random}&applicationId=${crm}`],
  ['POST', `${licenses}/check`, {}],
  ['POST', `${licenses}/check?applicationId=${crm}`, { userId: random, applicationId: crm }],
  ['POST', `${licenses}/check`, { userId: 7, applicationId: crm }],
  ['POST', `${licenses}/feature`, { userId: random, applicationId: crm, featureKey: 'a\u0000b' }],
  ['POST', `${licenses}/feature`, { userId: random, applicationId: crm, featureKey: 'x', tenant: 'acme' }],
  ['POST', `${licenses}/grant`, { ...grant, userId: undefined }],
  ['POST', `${licenses}/grant`, { ...grant, userId: '\ud800' }],
  ['POST', `${licenses}/grant`, { ...grant, tenantId: random }],
  ['POST', `${licenses}/grant`, []],
  ['POST', `${licenses}/revoke`, { userId: random }],
  ['POST', `${licenses}/revoke`, { userId: random, applicationId: crm, seatId: random }],
];
const wrongForAdmins: typeof wrong = [
  ['GET', `${admin}/license-types?page=2`],
  ['POST', `${admin}/license-types`, { ...valid, slug: 'Not A Slug' }],
  ['POST', `${admin}/license-types`, { ...valid, name: '' }],
  ['POST', `${admin}/license-types`, { ...valid, features: ['a', 'a'] }],
  ['POST', `${admin}/license-types`, { ...valid, features: 'a' }],
  ['POST', `${admin}/license-types`, { ...valid, id: random }],
  ...[0, -1, 1.5, 1_000_001, '3', null].map((quantity): (typeof wrong)[number] => [
    'POST',
    `${admin}/tenants/${random}/subscriptions`,
    { ...order, quantity },
  ]),
  ['POST', `${admin}/tenants/${random}/subscriptions`, { ...order, quantityAssigned: 0 }],
  ['POST', `${admin}/tenants/${random}/subscriptions`, { ...order, expiresAt: 'tomorrow' }],
  [
    'POST',
    `${admin}/tenants/${random}/subscriptions`,
    { ...order, startsAt: '2030-01-02T00:00:00Z', expiresAt: '2030-01-01T00:00:00Z' },
  ],
  ['PATCH', `${admin}/tenants/${random}/subscriptions/${random}`, {}],
  ['PATCH', `${admin}/tenants/${random}/subscriptions/${random}`, { status: 'EXPIRED' }],
  ['PATCH', `${admin}/tenants/${random}/subscriptions/${random}`, { licenseTypeId: basic }],
];

test('what is not the form of a request is 422 VALIDATION_FAILED', async (t) => {
  const { call } = await scene(1);
  for (const [method, path, body] of wrong) {
    t.deepEqual(codeOf(await call(method, path, body)), [422, 'VALIDATION_FAILED'], `${path} ${JSON.stringify(body)}`);
  }
  for (const [method, path, body] of wrongForAdmins) {
    t.deepEqual(
      codeOf(await asPlatform(method, path, body)),
      [422, 'VALIDATION_FAILED'],
      `${path} ${JSON.stringify(body)}`,
    );
  }
  t.deepEqual(codeOf(await call('DELETE', `${licenses}/grant`)), [405, 'METHOD_NOT_ALLOWED']);
  t.deepEqual(codeOf(await call('GET', `${licenses}/check?applicationId=%00`)), [400, 'MALFORMED_REQUEST']);
});

test('every change of licenses is in the audit trail, with the person or machine who made it', async (t) => {
  const { tenant, call, member } = await scene(1);
  const { db } = server.identity;
  const owner = await tokenOf(server.issuer, tenant.owner.email);
  const userId = await member();
  const body = { userId, applicationId: crm };
  await send(server.issuer, 'POST', `${licenses}/grant`, owner, { ...body, licenseTypeId: pro });
  await call('POST', `${licenses}/revoke`, body);
  const path = `${admin}/tenants/${tenant.id}/subscriptions`;
  const created = await asPlatform('POST', path, { ...order, quantity: 2 });
  await asPlatform('PATCH', `${path}/${String(created.body['id'])}`, { quantity: 3 });
  const trail = await send(server.issuer, 'GET', `/api/tenants/${tenant.id}/events`, owner);
  const events = trail.body['events'] as { type: string; actor: { kind: string }; subjectId: string }[];
  const { id: subscriptionId } = created.body;
  t.deepEqual(
    events.map(({ type, actor, subjectId }) => [type, actor.kind, subjectId]),
    [
      ['subscription.updated', 'machine', subscriptionId],
      ['subscription.created', 'machine', subscriptionId],
      ['seat.revoked', 'machine', userId],
      ['seat.granted', 'user', userId],
    ],
  );
  const type = await asPlatform('POST', `${admin}/license-types`, { ...valid, slug: `t-${randomUUID()}` });
  const [event] = await db.event.findMany({ where: { subjectId: String(type.body['id']) } });
  t.deepEqual([event?.type, event?.tenantId, event?.actorKind], ['license_type.created', null, 'machine']);
});

test('suspending or removing a member frees the seat at once, and a deleted tenant takes its seats along', async (t) => {
  const { tenant, call } = await scene(1);
  const owner = await tokenOf(server.issuer, tenant.owner.email);
  const { db } = server.identity;
  const path = `/api/tenants/${tenant.id}`;
  for (const [method, change, reason, type] of [
    ['PATCH', { status: 'SUSPENDED' }, 'MEMBER_SUSPENDED', 'member.suspended'],
    ['DELETE', undefined, 'NOT_A_MEMBER', 'member.removed'],
  ] as const) {
    const { userId, membershipId } = await addMember(server, tenant.id, 'member');
    await seat(server, tenant, userId);
    t.is((await send(server.issuer, method, `${path}/members/${membershipId}`, owner, change)).status, 200);
    const { body } = await call('GET', `${licenses}/check?userId=${userId}&applicationId=${crm}`);
    t.is(body['reason'], reason);
    t.deepEqual((await call('GET', `${licenses}/apps/${crm}/count`)).body, { count: 0 });
    const [event] = await db.event.findMany({ where: { type: 'seat.revoked', subjectId: userId } });
    t.deepEqual([event?.actorId, causeOf(event)], [tenant.owner.userId, type]);
  }
  const { userId } = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, userId);
  t.is((await send(server.issuer, 'DELETE', path, owner)).status, 200);
  const [event] = await db.event.findMany({ where: { type: 'seat.revoked', subjectId: userId } });
  t.is(causeOf(event), 'tenant.deleted');
});

test('deleting an account frees its seat in the same moment, and says so once', async (t) => {
  const { tenant, call } = await scene(1);
  const { userId, email } = await addMember(server, tenant.id, 'member');
  await seat(server, tenant, userId);
  const token = await tokenOf(server.issuer, email);
  const body = { password: demoPassword, confirmation: 'DELETE' };
  t.is((await send(server.issuer, 'DELETE', '/api/users/me', token, body)).status, 200);
  t.deepEqual((await call('GET', `${licenses}/apps/${crm}/count`)).body, { count: 0 });
  const told = await server.identity.db.event.findMany({ where: { type: 'seat.revoked', subjectId: userId } });
  t.deepEqual(told.map(causeOf), ['member.suspended']);
});
