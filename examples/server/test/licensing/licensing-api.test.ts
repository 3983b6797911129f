import { randomUUID } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import {
  basic,
  crm,
  desk,
  type LicensedTenant,
  licensedTenant,
  machineToken,
  pro,
  random,
  seat,
  standard,
} from '../support/licensing-api.js';
import { configure, call as fetchJson, secretOf, signIn } from '../support/sign-in.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let platform: string;
test.before(async () => {
  server = await startTestServer();
  platform = await machineToken(server, null);
});
test.after.always(() => server?.stop());

const licenses = '/api/integration/licenses';
const admin = '/api/licensing';
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;

interface Scene {
  tenant: LicensedTenant;
  call(method: string, path: string, body?: unknown): ReturnType<typeof send>;
  member(): Promise<string>;
}
/** A tenant with seats of CRM, called by a machine of its own. */
async function scene(quantity: number, type?: string): Promise<Scene> {
  const tenant = await licensedTenant(server, quantity, type);
  const token = await machineToken(server, tenant.id);
  return {
    tenant,
    call: (method, path, body) => send(server.issuer, method, path, token, body),
    member: async () => (await addMember(server, tenant.id, 'member')).userId,
  };
}
const asPlatform = (method: string, path: string, body?: unknown) => send(server.issuer, method, path, platform, body);
const causeOf = (event: { data: unknown } | undefined) => (event?.data as { cause: string } | undefined)?.cause;
const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['error']];

test('a check answers the license, by GET, by POST with a body and by POST with a query', async (t) => {
  const { tenant, call, member } = await scene(1);
  const userId = await member();
  await seat(server, tenant, userId);
  const query = `userId=${userId}&applicationId=${crm}`;
  const answers = [
    await call('GET', `${licenses}/check?${query}`),
    await call('POST', `${licenses}/check`, { userId, applicationId: crm }),
    await call('POST', `${licenses}/check?${query}`),
    await call('POST', `${licenses}/check?userId=${userId}`, { applicationId: crm }),
  ];
  for (const { status, body } of answers) {
    const { assignedAt, ...rest } = body;
    t.is(status, 200);
    t.regex(String(assignedAt), iso);
    t.deepEqual(rest, {
      hasLicense: true,
      licenseType: 'pro',
      licenseTypeName: 'Pro',
      features: ['contacts', 'reports', 'api'],
      reason: 'LICENSED',
    });
  }
});

test('a check without a license answers nulls, no features, no time, and why', async (t) => {
  const { call, member } = await scene(1);
  const { status, body } = await call('GET', `${licenses}/check?userId=${await member()}&applicationId=${crm}`);
  t.is(status, 200);
  t.deepEqual(body, { hasLicense: false, licenseType: null, licenseTypeName: null, features: [], reason: 'NO_SEAT' });
});

test('a feature is answered with its reason, by GET and by POST', async (t) => {
  const { tenant, call, member } = await scene(1);
  const userId = await member();
  await seat(server, tenant, userId);
  const query = `userId=${userId}&applicationId=${crm}&featureKey=`;
  const included = { hasFeature: true, reason: 'LICENSED' };
  t.deepEqual((await call('GET', `${licenses}/feature?${query}reports`)).body, included);
  t.deepEqual((await call('POST', `${licenses}/feature?${query}reports`)).body, included);
  const body = { userId, applicationId: crm, featureKey: 'export' };
  t.deepEqual((await call('POST', `${licenses}/feature`, body)).body, {
    hasFeature: false,
    reason: 'FEATURE_NOT_INCLUDED',
  });
});

test('the type of a license is its slug, or null without one', async (t) => {
  const { tenant, call, member } = await scene(1);
  const [userId, other] = [await member(), await member()];
  await seat(server, tenant, userId);
  t.deepEqual((await call('GET', `${licenses}/type?userId=${userId}&applicationId=${crm}`)).body, {
    licenseType: 'pro',
  });
  t.deepEqual((await call('GET', `${licenses}/type?userId=${other}&applicationId=${crm}`)).body, { licenseType: null });
});

test('the person of the token is asked about when nobody is named', async (t) => {
  const token = await tokenOf(server.issuer, 'member@acme.test');
  const { body } = await fetchJson(server.issuer, `${licenses}/check?applicationId=${crm}`, token);
  t.is(body['licenseType'], 'pro');
  const type = await fetchJson(server.issuer, `${licenses}/type?applicationId=${desk}`, token);
  t.deepEqual(type.body, { licenseType: null });
});

test('licensed users are listed and counted, those of the own tenant alone', async (t) => {
  const { tenant, call } = await scene(3);
  const other = await licensedTenant(server, 1);
  await seat(server, other, other.owner.userId);
  t.deepEqual((await call('GET', `${licenses}/apps/${crm}/users`)).body, []);
  const { db } = server.identity;
  const data = { givenName: 'Ada', familyName: 'Lovelace' };
  const user = await db.user.update({ where: { id: tenant.owner.userId }, data });
  await seat(server, tenant, user.id);
  const { status, body, headers } = await call('GET', `${licenses}/apps/${crm}/users`);
  t.is(status, 200);
  t.is(headers.get('content-type'), 'application/json; charset=utf-8');
  t.is(headers.get('cache-control'), 'no-store');
  const [entry, ...more] = body as unknown as Record<string, unknown>[];
  const { assignedAt, ...rest } = entry ?? {};
  t.regex(String(assignedAt), iso);
  const license = { licenseType: 'pro', licenseTypeName: 'Pro' };
  t.deepEqual([rest, more], [{ userId: user.id, email: user.email, ...data, ...license }, []]);
  t.deepEqual((await call('GET', `${licenses}/apps/${crm}/count`)).body, { count: 1 });
  t.deepEqual((await call('GET', `${licenses}/apps/${desk}/count`)).body, { count: 0 });
});

test('a grant answers 201 and the assignment; the seat is in use from then on', async (t) => {
  const { call, member } = await scene(1);
  const userId = await member();
  const { status, body } = await call('POST', `${licenses}/grant`, { userId, applicationId: crm, licenseTypeId: pro });
  t.is(status, 201);
  const { id, assignedAt, ...rest } = body;
  t.regex(String(id), /^[\da-f-]{36}$/u);
  t.regex(String(assignedAt), iso);
  t.deepEqual(rest, { userId, licenseTypeId: pro, licenseTypeName: 'Pro' });
  const check = await call('GET', `${licenses}/check?userId=${userId}&applicationId=${crm}`);
  t.is(check.body['assignedAt'], assignedAt);
});

test('every reason not to grant a seat has its error, and changes nothing', async (t) => {
  const { tenant, call, member } = await scene(1);
  const [userId, second] = [await member(), await member()];
  const suspended = await addMember(server, tenant.id, 'member', 'SUSPENDED');
  const outsider = (await licensedTenant(server, 1)).owner;
  const grant = async (changes: object) =>
    codeOf(await call('POST', `${licenses}/grant`, { userId, applicationId: crm, licenseTypeId: pro, ...changes }));
  for (const applicationId of [random, 'x'])
    t.deepEqual(await grant({ applicationId }), [400, 'INVALID_APPLICATION_ID']);
  for (const licenseTypeId of [random, 'x', standard]) {
    t.deepEqual(await grant({ licenseTypeId }), [400, 'INVALID_LICENSE_TYPE']);
  }
  for (const nobody of [random, 'x', outsider.userId, suspended.userId]) {
    t.deepEqual(await grant({ userId: nobody }), [404, 'USER_NOT_FOUND']);
  }
  t.deepEqual(await grant({ licenseTypeId: basic }), [400, 'NO_SEATS_AVAILABLE'], 'no subscription of that license');
  t.is(await server.identity.db.seat.count({ where: { tenantId: tenant.id } }), 0);
  t.deepEqual(await grant({}), [201, undefined]);
  t.deepEqual(await grant({}), [400, 'ALREADY_LICENSED']);
  t.deepEqual(await grant({ licenseTypeId: basic }), [400, 'ALREADY_LICENSED']);
  t.deepEqual(await grant({ userId: second }), [400, 'NO_SEATS_AVAILABLE']);
});

test('a subscription that is not active has no seats to give', async (t) => {
  const { tenant, call, member } = await scene(5);
  const body = { userId: await member(), applicationId: crm, licenseTypeId: pro };
  const path = `${admin}/tenants/${tenant.id}/subscriptions/${tenant.subscriptionId}`;
  const past = new Date(Date.now() - 1_000).toISOString();
  for (const change of [{ status: 'SUSPENDED' }, { status: 'CANCELED' }, { status: 'ACTIVE', expiresAt: past }]) {
    t.is((await asPlatform('PATCH', path, change)).status, 200);
    t.deepEqual(codeOf(await call('POST', `${licenses}/grant`, body)), [400, 'NO_SEATS_AVAILABLE']);
  }
  t.is((await asPlatform('PATCH', path, { expiresAt: null })).body['status'], 'ACTIVE');
  t.is((await call('POST', `${licenses}/grant`, body)).status, 201);
});

test('a revocation frees the seat, once', async (t) => {
  const { tenant, call, member } = await scene(1);
  const userId = await member();
  await seat(server, tenant, userId);
  const revoke = (changes = {}) => call('POST', `${licenses}/revoke`, { userId, applicationId: crm, ...changes });
  t.deepEqual(codeOf(await revoke({ applicationId: random })), [400, 'INVALID_APPLICATION_ID']);
  t.deepEqual(codeOf(await revoke({ applicationId: desk })), [404, 'LICENSE_NOT_FOUND']);
  const { status, body } = await revoke();
  t.deepEqual([status, body], [200, { success: true, message: 'The license is revoked.' }]);
  for (const again of [await revoke(), await revoke({ userId: 'x' }), await revoke({ userId: random })]) {
    t.deepEqual(codeOf(again), [404, 'LICENSE_NOT_FOUND']);
  }
  const grant = { userId: await member(), applicationId: crm, licenseTypeId: pro };
  t.is((await call('POST', `${licenses}/grant`, grant)).status, 201);
});

test('an application that does not exist is INVALID_APPLICATION_ID everywhere', async (t) => {
  const { call, member } = await scene(1);
  const userId = await member();
  for (const id of [random, 'x']) {
    for (const path of [
      `check?userId=${userId}&applicationId=${id}`,
      `feature?userId=${userId}&featureKey=x&applicationId=${id}`,
      `type?userId=${userId}&applicationId=${id}`,
      `apps/${id}/users`,
      `apps/${id}/count`,
    ]) {
      t.deepEqual(codeOf(await call('GET', `${licenses}/${path}`)), [400, 'INVALID_APPLICATION_ID'], path);
    }
  }
  const type = { applicationId: random, slug: 'gold', name: 'Gold' };
  t.deepEqual(codeOf(await asPlatform('POST', `${admin}/license-types`, type)), [400, 'INVALID_APPLICATION_ID']);
  const filtered = await asPlatform('GET', `${admin}/license-types?applicationId=x`);
  t.deepEqual(codeOf(filtered), [400, 'INVALID_APPLICATION_ID']);
});

test('a license type is created and listed with its application; a slug exists once in an application', async (t) => {
  const slug = `gold-${randomUUID()}`;
  const body = { applicationId: desk, slug, name: 'Gold', features: ['tickets', 'phone'] };
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

test('a client with license claims gets them in tokens and userinfo; a change shows in introspection at once and at the next refresh', async (t) => {
  const { tenant, call } = await scene(1);
  const { db } = server.identity;
  // A client of its own: the demo client's tokens are as before.
  const demo = await db.client.findUniqueOrThrow({ where: { id: 'demo-web' }, include: { secrets: true } });
  const { secrets, ...copied } = demo;
  const id = `app-${randomUUID()}`;
  const hash = secrets[0]?.hash ?? new Uint8Array();
  await db.client.create({ data: { ...copied, id, licenseClaims: true, secrets: { create: { hash } } } });
  const end = new Date(Date.now() + 100_000);
  await db.subscription.update({ where: { id: tenant.subscriptionId }, data: { expiresAt: end } });
  await seat(server, tenant, tenant.owner.userId);

  const { tokens, config } = await signInWith(id, tenant.owner.email);
  const license = { license: 'pro', features: ['contacts', 'reports', 'api'] };
  const claims = decodeJwt(tokens.access_token);
  t.like(claims, license);
  t.true(Number(claims.exp) * 1000 <= end.getTime(), 'the token ends with the license');
  t.true(Number(tokens.expires_in) <= 100);
  const userinfo = await fetchJson(server.issuer, '/api/oauth/userinfo', tokens.access_token);
  t.like(userinfo.body, license);
  const introspect = async () =>
    (await client.tokenIntrospection(config, tokens.access_token)) as Record<string, unknown>;
  t.like(await introspect(), { active: true, ...license });

  await call('POST', `${licenses}/revoke`, { userId: tenant.owner.userId, applicationId: crm });
  const none = { license: null, features: [] };
  t.like(await introspect(), { active: true, ...none });
  t.like((await fetchJson(server.issuer, '/api/oauth/userinfo', tokens.access_token)).body, license);
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.like(decodeJwt(refreshed.access_token), none);
  t.true(Number(refreshed.expires_in) > 100, 'without a license there is no early end');
});

async function signInWith(clientId: string, email: string) {
  const config = await configure(server.issuer, clientId, client.ClientSecretBasic(secretOf('demo-web')));
  return signIn(server.issuer, { email, config });
}

test('a client without license claims gets none', async (t) => {
  const { tokens } = await signIn(server.issuer, { email: 'member@acme.test' });
  const claims = decodeJwt(tokens.access_token);
  t.false('license' in claims);
  t.false('features' in claims);
});
