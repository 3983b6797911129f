import { randomUUID } from 'node:crypto';
import test from 'ava';
import { eventFields } from '../support/event-cases.js';
import { dates, numbers, queryNumbers } from '../support/hostile-values.js';
import { inlinedSchema } from '../support/inlined-schema.js';
import { crm, machineToken, pro } from '../support/licensing-api.js';
import { operatorFields, plantIds, policyFields } from '../support/planted-ids.js';
import { platformMachine } from '../support/platform-api.js';
import { call } from '../support/sign-in.js';
import { freshTenant, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';
import { addWebhook, webhookFields } from '../support/webhook-cases.js';

let server: TestServer;
let platform: string;
let operator: string;
let owner: string;
let ids: Record<'groupId' | 'connectionId' | 'directoryId', string>;
let tenantId: string;
let subscriptionId: string;
/** Of the tenant, and of the platform. */
const webhookIds: string[] = [];
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  platform = await machineToken(server, null);
  operator = await platformMachine(server, ['platform:read', 'platform:write', 'events:read', 'events:write']);
  const tenant = await freshTenant(server);
  tenantId = tenant.id;
  owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const data = { tenantId, applicationId: crm, licenseTypeId: pro, quantityPurchased: 5 };
  subscriptionId = (await server.identity.db.subscription.create({ data })).id;
  ids = await plantIds(server, tenantId);
  for (const of of [tenantId, null]) webhookIds.push(await addWebhook(server, of));
});
test.after.always(() => server?.stop());

const dateValues = [...dates.map((text) => JSON.stringify(text)), '0', '1893456000000', '1e309', 'true', '[]'];

interface Field {
  /** `method path location name`, as in the API description. */
  name: string;
  as(): string;
  target(): string;
  /** The body with the field. If it is missing, the field is in the query. */
  body?(value: string): string;
  values: readonly string[];
  /** A list that must still work afterwards. */
  list(): [path: string, token: string];
}

const subscriptions = () => `/api/licensing/tenants/${tenantId}/subscriptions`;
const order = `"applicationId":"${crm}","licenseTypeId":"${pro}"`;
const inSubscriptions = { as: () => platform, list: (): [string, string] => [subscriptions(), platform] };
const creating = { ...inSubscriptions, target: subscriptions };
const changing = { ...inSubscriptions, target: () => `${subscriptions()}/${subscriptionId}` };
const create = 'post /api/licensing/tenants/{id}/subscriptions';
const change = 'patch /api/licensing/tenants/{id}/subscriptions/{subscriptionId}';
const inTenant = (name: string) => {
  const target = () => `/api/tenants/${tenantId}/${name.replace(/\{(\w+)\}/u, (_, id: 'groupId') => ids[id])}`;
  return { as: () => owner, target, list: (): [string, string] => [target(), owner] };
};
const inPlatform = (name: string) => ({
  as: () => operator,
  target: () => `/api/platform/${name}`,
  list: (): [string, string] => [`/api/platform/${name}`, operator],
});
const paged = (path: string, call: ReturnType<typeof inTenant>) =>
  ['page', 'limit'].map((field) => ({
    name: `get ${path} ${field}`,
    ...call,
    values: [...queryNumbers, field === 'limit' ? '101' : '1000001'],
  }));
/** One end of a range may also be a date. */
const bounds = dates.filter((text) => text !== '2030-01-01');
const statement = () => `/api/licensing/tenants/${tenantId}/statement?applicationId=${crm}`;
/** A grace period may be 0, which JSON can spell in these ways. */
const zeros = ['0', '-0', '1e-400'];

/** A limit may be any integer from 0 to the largest that JavaScript can represent. */
const allowed = [...zeros, '2147483647', '2147483648', '4294967296'];
const limits = [
  ...numbers.filter((value) => !allowed.includes(value)).map((value) => `{"contacts":${value}}`),
  ...['5', '"5"', '[]', '[5]', 'null', '{"":1}', `{"${'k'.repeat(65)}":1}`, '{"__proto__":1}', '{"a":{"b":1}}'],
  JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`key${index}`, 1]))),
];
const types = '/api/licensing/license-types';
const inTypes = { as: () => platform, values: limits, list: (): [string, string] => [types, platform] };

const fields: Field[] = [
  ...webhookFields('/api/tenants/{id}/webhooks', () => ({ id: webhookIds[0], tenantId, token: owner })),
  ...webhookFields('/api/platform/webhooks', () => ({ id: webhookIds[1], token: operator })),
  { name: `${create} quantity`, ...creating, values: numbers, body: (value) => `{${order},"quantity":${value}}` },
  {
    name: `${create} startsAt`,
    ...creating,
    values: [...dateValues, 'null'],
    body: (value) => `{${order},"quantity":1,"startsAt":${value}}`,
  },
  {
    name: `${create} expiresAt`,
    ...creating,
    values: [...dateValues, 'null'],
    body: (value) => `{${order},"quantity":1,"expiresAt":${value}}`,
  },
  ...[`${create} overagePercent`, `${change} overagePercent`, `${change} reclaimAfterDays`].map((name) => {
    const [field = ''] = name.split(' ').slice(2);
    const isNew = name.startsWith(create);
    return {
      name,
      ...(isNew ? creating : changing),
      values: [...numbers.filter((value) => !zeros.includes(value)), field === 'overagePercent' ? '101' : '366'],
      body: (value: string) => (isNew ? `{${order},"quantity":1,"${field}":${value}}` : `{"${field}":${value}}`),
    };
  }),
  {
    name: `${create} limits`,
    ...creating,
    values: limits,
    body: (value) => `{${order},"quantity":1,"limits":${value}}`,
  },
  { name: `${change} limits`, ...changing, values: limits, body: (value) => `{"limits":${value}}` },
  {
    name: 'post /api/licensing/license-types limits',
    ...inTypes,
    target: () => types,
    body: (value) => `{"applicationId":"${crm}","slug":"new","name":"New","limits":${value}}`,
  },
  {
    name: 'patch /api/licensing/license-types/{licenseTypeId} limits',
    ...inTypes,
    target: () => `${types}/${pro}`,
    body: (value) => `{"limits":${value}}`,
  },
  {
    name: `${change} effectiveAt`,
    ...changing,
    values: [...dateValues, 'null', '"2020-01-01T00:00:00Z"'],
    body: (value) => `{"quantity":6,"effectiveAt":${value}}`,
  },
  { name: `${change} quantity`, ...changing, values: numbers, body: (value) => `{"quantity":${value}}` },
  { name: `${change} expiresAt`, ...changing, values: dateValues, body: (value) => `{"expiresAt":${value}}` },
  {
    name: 'post /api/tenants/{id}/invitations expiresInDays',
    ...inTenant('invitations'),
    values: [...numbers, '91'],
    body: (value) => `{"email":"guest@people.test","expiresInDays":${value}}`,
  },
  {
    name: 'post /api/integration/licenses/lease days',
    ...inTenant('license-history'),
    target: () => '/api/integration/licenses/lease',
    values: [...numbers, '31'],
    body: (value) => `{"applicationId":"${crm}","days":${value}}`,
  },
  {
    name: 'get /api/integration/licenses/snapshot limit',
    as: () => platform,
    target: () => `/api/integration/licenses/snapshot?applicationId=${crm}`,
    values: [...queryNumbers, '5001'],
    list: () => [`/api/integration/licenses/snapshot?applicationId=${crm}`, platform],
  },
  { name: 'get /api/tenants/{id}/license-history at', ...inTenant('license-history'), values: dates },
  ...[...policyFields(inTenant('policy')), ...operatorFields(inPlatform('users'))],
  ...eventFields(() => ({ tenantId, owner, operator })),
  ...['from', 'to'].map((field) => ({
    name: `get /api/tenants/{id}/license-history/export ${field}`,
    ...inTenant('license-history'),
    target: () => `/api/tenants/${tenantId}/license-history/export`,
    values: bounds,
  })),
  ...['from', 'to'].map((field) => ({
    name: `get /api/licensing/tenants/{id}/statement ${field}`,
    ...inSubscriptions,
    target: () => `${statement()}&${field === 'from' ? 'to' : 'from'}=2025-01-01`,
    values: bounds,
  })),
  ...'members applications agent-seats events license-requests license-history leases groups groups/{groupId}/members connections/{connectionId}/attempts connections/{connectionId}/links directories/{directoryId}/log'
    .split(' ')
    .flatMap((name) => paged(`/api/tenants/{id}/${name}`, inTenant(name))),
  ...(['apis', 'applications', 'clients', 'imports', 'queues/mail/entries', 'tenants', 'users'] as const).flatMap(
    (name) => paged(`/api/platform/${name.replace('/mail/', '/{queue}/')}`, inPlatform(name)),
  ),
  {
    name: 'post /api/platform/clients/{clientId}/rotate-secret graceSeconds',
    ...inPlatform('clients'),
    target: () => '/api/platform/clients/demo-machine/rotate-secret',
    values: [...numbers.filter((value) => !zeros.includes(value)), '2592001'],
    body: (value) => `{"graceSeconds":${value}}`,
  },
  {
    name: 'post /api/platform/keys/rotate announceSeconds',
    as: () => operator,
    target: () => '/api/platform/keys/rotate',
    values: [...numbers, '119', '31536001'],
    body: (value) => `{"announceSeconds":${value}}`,
    list: () => ['/api/platform/keys', operator],
  },
];

for (const { name, as, target, body, values, list } of fields) {
  test(`${name} refuses hostile values, and the list is still served`, async (t) => {
    const field = name.split(' ')[2];
    for (const value of values) {
      const response = body
        ? await call(server.issuer, target(), as(), {
            method: name.split(' ')[0]?.toUpperCase() ?? '',
            headers: { 'content-type': 'application/json' },
            body: body(value),
          })
        : await call(
            server.issuer,
            `${target()}${target().includes('?') ? '&' : '?'}${field}=${encodeURIComponent(value)}`,
            as(),
          );
      t.deepEqual([response.status, response.body['error']], [422, 'VALIDATION_FAILED'], `${value}`);
    }
    const [path, token] = list();
    t.is((await call(server.issuer, path, token)).status, 200);
  });
}

test('every number and every time that a route takes is among those fields', (t) => {
  const found: string[] = [];
  for (const [path, operations] of Object.entries(server.identity.openApi.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const add = (name: string, schema: unknown) =>
        /"(?:integer|number)"|"date-time"/u.test(JSON.stringify(schema)) && found.push(`${method} ${path} ${name}`);
      const { parameters = [], requestBody } = operation as unknown as {
        parameters?: { name: string; schema: unknown }[];
        requestBody?: { content: Record<string, { schema: unknown }> };
      };
      for (const { name, schema } of parameters) add(name, schema);
      const body = inlinedSchema(server.identity.openApi, requestBody?.content['application/json']?.schema ?? {});
      for (const [name, schema] of Object.entries((body as Properties).properties ?? {})) add(name, schema);
    }
  }
  t.deepEqual(found.sort(), fields.map(({ name }) => name).sort());
});
interface Properties {
  properties?: Record<string, unknown>;
}

test('a grace period of 0, however it is written, and of 30 days is accepted', async (t) => {
  const id = `grace-${randomUUID()}`;
  await server.identity.db.client.create({ data: { id, name: id, type: 'MACHINE', scopes: ['licenses:read'] } });
  for (const value of [...zeros, '2592000']) {
    const { status, body } = await call(server.issuer, `/api/platform/clients/${id}/rotate-secret`, operator, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"graceSeconds":${value}}`,
    });
    t.is(status, 200, value);
    t.true(Number.isInteger(Date.parse(String(body['previousUntil']))), value);
  }
});

test('the first and the last moment of the range are stored and listed as they were sent', async (t) => {
  const { id } = await freshTenant(server);
  const path = `/api/licensing/tenants/${id}/subscriptions`;
  const times = { startsAt: '2000-01-01T00:00:00.000Z', expiresAt: '2199-12-31T23:59:59.999Z' };
  const created = await call(server.issuer, path, platform, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ applicationId: crm, licenseTypeId: pro, quantity: 1_000_000, ...times }),
  });
  t.like(created.body, times);
  const { body } = await call(server.issuer, path, platform);
  t.like((body['subscriptions'] as unknown[])[0], times);
});

test('the database itself refuses a time outside of the range', async (t) => {
  const { id } = await freshTenant(server);
  const data = { tenantId: id, applicationId: crm, licenseTypeId: pro, quantityPurchased: 1 };
  for (const time of ['1999-12-31T23:59:59.999Z', '2200-01-01T00:00:00Z'].map((text) => new Date(text))) {
    await t.throwsAsync(server.identity.db.subscription.create({ data: { ...data, startsAt: time } }));
    await t.throwsAsync(server.identity.db.subscription.create({ data: { ...data, expiresAt: time } }));
  }
});

test('numbers that are too large for a feature list, an id or free settings are no failure of the server', async (t) => {
  const tryOut = async (method: string, path: string, token: string, body: string) => {
    const init = { method, headers: { 'content-type': 'application/json' }, body };
    return (await call(server.issuer, path, token, init)).status;
  };
  const features = JSON.stringify(Array.from({ length: 201 }, (_, index) => `f${index}`));
  const type = `{"applicationId":"${crm}","slug":"large","name":"Large","features":${features}}`;
  t.is(await tryOut('POST', '/api/licensing/license-types', platform, type), 422);
  for (const number of ['1e309', '-0', '9223372036854775808', `1${'0'.repeat(400)}`]) {
    t.is(await tryOut('PATCH', `/api/tenants/${tenantId}`, owner, `{"settings":{"n":${number}}}`), 200);
  }
  for (const id of ['0', '-1', '1e3', '0x10', '9223372036854775808', '1'.repeat(400)]) {
    t.is((await call(server.issuer, `/api/tenants/${id}`, owner)).status, 404);
    t.is(
      (await call(server.issuer, `/api/tenants/${tenantId}/members/${id}`, owner, { method: 'DELETE' })).status,
      404,
    );
    t.is(await tryOut('PATCH', `${subscriptions()}/${id}`, platform, '{"quantity":3}'), 404);
  }
  t.is((await call(server.issuer, `/api/tenants/${tenantId}`, owner)).status, 200);
});
