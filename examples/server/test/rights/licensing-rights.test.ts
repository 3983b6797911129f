import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  basic,
  crm,
  desk,
  type LicensedTenant,
  licensedTenant,
  machineToken,
  random,
  seat,
  standard,
} from '../support/licensing-api.js';
import { unusedApplication } from '../support/platform-changes.js';
import { addMember, addUser, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

interface Caller {
  token: string;
  userId?: string;
}
let server: TestServer;
let tenant: LicensedTenant;
let other: LicensedTenant;
const callers = new Map<string, Caller>();

test.before(async () => {
  server = await startTestServer();
  const { db } = server.identity;
  tenant = await licensedTenant(server, 1_000, basic);
  other = await licensedTenant(server, 1_000, basic);
  // Of an application that no caller has a seat of.
  await db.subscription.create({
    data: { tenantId: tenant.id, applicationId: desk, licenseTypeId: standard, quantityPurchased: 1_000 },
  });
  for (const role of ['member', 'admin', 'owner'] as const) {
    const { userId, email } = await addMember(server, tenant.id, role);
    callers.set(role, { userId, token: await tokenOf(server.issuer, email) });
    await seat(server, tenant, userId);
  }
  for (const [kind, role] of [
    ['super admin', undefined],
    ['super admin who is a member', 'member'],
    ['person without a tenant', undefined],
  ] as const) {
    const { userId, email } = role ? await addMember(server, tenant.id, role) : await addUser(server);
    if (kind !== 'person without a tenant') await db.user.update({ where: { id: userId }, data: { superAdmin: true } });
    callers.set(kind, { userId, token: await tokenOf(server.issuer, email) });
    if (role) await seat(server, tenant, userId);
  }
  for (const [kind, tenantId, scopes] of [
    ['reading machine', tenant.id, ['licenses:read']],
    ['writing machine', tenant.id, ['licenses:write']],
    ['machine without licenses', tenant.id, ['tenants:read']],
    ['platform machine', null, ['licenses:read', 'licenses:write']],
    ['reading platform machine', null, ['licenses:read']],
  ] as const) {
    callers.set(kind, { token: await machineToken(server, tenantId, [...scopes]) });
  }
});
test.after.always(() => server?.stop());

interface Scene {
  self: string;
  /** Another member with a seat. */
  seated: string;
  /** Another member without a seat. */
  free: string;
  /** A license type that nothing uses. */
  unused: string;
  /** Requests of other members: two of this tenant, and one of another tenant. */
  asked: readonly [string, string, string];
  call(method: string, path: string, body?: unknown): ReturnType<typeof send>;
}
const licenses = '/api/integration/licenses';
const admin = '/api/licensing';
const past = `applicationId=${crm}&from=2026-01-01&to=2026-01-31`;
const about = (userId: string) => `userId=${userId}&applicationId=${crm}`;
const actions: Record<string, (scene: Scene) => ReturnType<typeof send>> = {
  'check oneself': ({ call }) => call('GET', `${licenses}/check?applicationId=${crm}`),
  'check oneself by id': ({ call, self }) => call('GET', `${licenses}/check?${about(self)}`),
  'ask for a feature of oneself': ({ call }) =>
    call('POST', `${licenses}/feature`, { applicationId: crm, featureKey: 'x' }),
  'ask for the type of oneself': ({ call }) => call('GET', `${licenses}/type?applicationId=${crm}`),
  'check somebody else': ({ call, seated }) => call('GET', `${licenses}/check?${about(seated)}`),
  'check somebody else by POST': ({ call, seated }) =>
    call('POST', `${licenses}/check`, { userId: seated, applicationId: crm }),
  'ask for a feature of somebody else': ({ call, seated }) =>
    call('GET', `${licenses}/feature?${about(seated)}&featureKey=x`),
  'ask for the type of somebody else': ({ call, seated }) => call('GET', `${licenses}/type?${about(seated)}`),
  'list licensed users': ({ call }) => call('GET', `${licenses}/apps/${crm}/users`),
  'count licensed users': ({ call }) => call('GET', `${licenses}/apps/${crm}/count`),
  'grant a seat': ({ call, free }) =>
    call('POST', `${licenses}/grant`, { userId: free, applicationId: crm, licenseTypeId: basic }),
  'revoke a seat': ({ call, seated }) => call('POST', `${licenses}/revoke`, { userId: seated, applicationId: crm }),
  'lease oneself': ({ call }) => call('POST', `${licenses}/lease`, { applicationId: crm, days: 1 }),
  'see the history of the tenant': ({ call }) => call('GET', `/api/tenants/${tenant.id}/license-history`),
  'see the history of another tenant': ({ call }) => call('GET', `/api/tenants/${other.id}/license-history`),
  'get a statement of the tenant': ({ call }) => call('GET', `${admin}/tenants/${tenant.id}/statement?${past}`),
  'get a statement of another tenant': ({ call }) => call('GET', `${admin}/tenants/${other.id}/statement?${past}`),
  'list license types': ({ call }) => call('GET', `${admin}/license-types`),
  'create a license type': ({ call }) =>
    call('POST', `${admin}/license-types`, { applicationId: crm, slug: `t-${randomUUID()}`, name: 'New' }),
  'change a license type': ({ call, unused }) => call('PATCH', `${admin}/license-types/${unused}`, { name: 'Other' }),
  'delete a license type': ({ call, unused }) => call('DELETE', `${admin}/license-types/${unused}`),
  'see the overview of the tenant': ({ call }) => call('GET', `${admin}/tenants/${tenant.id}/license-overview`),
  'see the overview of another tenant': ({ call }) => call('GET', `${admin}/tenants/${other.id}/license-overview`),
  'list the subscriptions': ({ call }) => call('GET', `${admin}/tenants/${tenant.id}/subscriptions`),
  'list those of another tenant': ({ call }) => call('GET', `${admin}/tenants/${other.id}/subscriptions`),
  'create a subscription': ({ call }) =>
    call('POST', `${admin}/tenants/${tenant.id}/subscriptions`, {
      applicationId: crm,
      licenseTypeId: basic,
      quantity: 1,
    }),
  'change a subscription': ({ call }) =>
    call('PATCH', `${admin}/tenants/${other.id}/subscriptions/${other.subscriptionId}`, { quantity: 1_000 }),
  'ask for a license': ({ call }) => call('POST', `${licenses}/request`, { applicationId: desk }),
  'list the requests': ({ call }) => call('GET', `/api/tenants/${tenant.id}/license-requests`),
  'list those of another': ({ call }) => call('GET', `/api/tenants/${other.id}/license-requests`),
  'approve a request': ({ call, asked }) =>
    call('POST', `/api/tenants/${tenant.id}/license-requests/${asked[0]}/approve`),
  'decline a request': ({ call, asked }) =>
    call('POST', `/api/tenants/${tenant.id}/license-requests/${asked[1]}/decline`),
  'approve one of another tenant': ({ call, asked }) =>
    call('POST', `/api/tenants/${other.id}/license-requests/${asked[2]}/approve`),
  'see which mails are off': ({ call }) => call('GET', `/api/tenants/${tenant.id}/license-mails`),
  'turn mails off': ({ call }) => call('PUT', `/api/tenants/${tenant.id}/license-mails`, { muted: ['reclaim'] }),
  'turn those of another tenant off': ({ call }) =>
    call('PUT', `/api/tenants/${other.id}/license-mails`, { muted: ['reclaim'] }),
};

// Who may do what. Every cell becomes a test: yes, or the status of the error.
const table = `
| action                             | member | admin | owner | super admin | super admin who is a member | person without a tenant | reading machine | writing machine | machine without licenses | platform machine | reading platform machine |
| check oneself                      | yes    | yes   | yes   | 403         | yes                         | 403                     | 422             | 403             | 403                      | 403              | 403                      |
| check oneself by id                | yes    | yes   | yes   | 403         | yes                         | 403                     | yes             | 403             | 403                      | 403              | 403                      |
| ask for a feature of oneself       | yes    | yes   | yes   | 403         | yes                         | 403                     | 422             | 403             | 403                      | 403              | 403                      |
| ask for the type of oneself        | yes    | yes   | yes   | 403         | yes                         | 403                     | 422             | 403             | 403                      | 403              | 403                      |
| check somebody else                | 403    | yes   | yes   | 403         | yes                         | 403                     | yes             | 403             | 403                      | 403              | 403                      |
| check somebody else by POST        | 403    | yes   | yes   | 403         | yes                         | 403                     | yes             | 403             | 403                      | 403              | 403                      |
| ask for a feature of somebody else | 403    | yes   | yes   | 403         | yes                         | 403                     | yes             | 403             | 403                      | 403              | 403                      |
| ask for the type of somebody else  | 403    | yes   | yes   | 403         | yes                         | 403                     | yes             | 403             | 403                      | 403              | 403                      |
| list licensed users                | 403    | yes   | yes   | 403         | yes                         | 403                     | yes             | 403             | 403                      | 403              | 403                      |
| count licensed users               | 403    | yes   | yes   | 403         | yes                         | 403                     | yes             | 403             | 403                      | 403              | 403                      |
| grant a seat                       | 403    | yes   | yes   | 403         | yes                         | 403                     | 403             | yes             | 403                      | 403              | 403                      |
| revoke a seat                      | 403    | yes   | yes   | 403         | yes                         | 403                     | 403             | yes             | 403                      | 403              | 403                      |
| lease oneself                      | yes    | yes   | yes   | 403         | yes                         | 403                     | 403             | 403             | 403                      | 403              | 403                      |
| see the history of the tenant      | 403    | yes   | yes   | yes         | yes                         | 404                     | yes             | 403             | 403                      | yes              | yes                      |
| see the history of another tenant  | 404    | 404   | 404   | yes         | yes                         | 404                     | 404             | 403             | 403                      | yes              | yes                      |
| get a statement of the tenant      | 403    | 403   | 403   | yes         | yes                         | 403                     | yes             | 403             | 403                      | yes              | yes                      |
| get a statement of another tenant  | 403    | 403   | 403   | yes         | yes                         | 403                     | 404             | 403             | 403                      | yes              | yes                      |
| list license types                 | 403    | 403   | 403   | yes         | yes                         | 403                     | yes             | 403             | 403                      | yes              | yes                      |
| create a license type              | 403    | 403   | 403   | yes         | yes                         | 403                     | 403             | 403             | 403                      | yes              | 403                      |
| change a license type              | 403    | 403   | 403   | yes         | yes                         | 403                     | 403             | 403             | 403                      | yes              | 403                      |
| delete a license type              | 403    | 403   | 403   | yes         | yes                         | 403                     | 403             | 403             | 403                      | yes              | 403                      |
| see the overview of the tenant     | 403    | 403   | 403   | yes         | yes                         | 403                     | yes             | 403             | 403                      | yes              | yes                      |
| see the overview of another tenant | 403    | 403   | 403   | yes         | yes                         | 403                     | 404             | 403             | 403                      | yes              | yes                      |
| list the subscriptions             | 403    | 403   | 403   | yes         | yes                         | 403                     | yes             | 403             | 403                      | yes              | yes                      |
| list those of another tenant       | 403    | 403   | 403   | yes         | yes                         | 403                     | 404             | 403             | 403                      | yes              | yes                      |
| create a subscription              | 403    | 403   | 403   | yes         | yes                         | 403                     | 403             | 403             | 403                      | yes              | 403                      |
| change a subscription              | 403    | 403   | 403   | yes         | yes                         | 403                     | 403             | 403             | 403                      | yes              | 403                      |
| ask for a license                  | yes    | yes   | yes   | 403         | yes                         | 403                     | 403             | 403             | 403                      | 403              | 403                      |
| list the requests                  | 403    | yes   | yes   | yes         | yes                         | 404                     | 403             | 403             | 403                      | 403              | 403                      |
| list those of another              | 404    | 404   | 404   | yes         | yes                         | 404                     | 404             | 404             | 404                      | 403              | 403                      |
| approve a request                  | 403    | yes   | yes   | yes         | yes                         | 404                     | 403             | 403             | 403                      | 403              | 403                      |
| decline a request                  | 403    | yes   | yes   | yes         | yes                         | 404                     | 403             | 403             | 403                      | 403              | 403                      |
| approve one of another tenant      | 404    | 404   | 404   | yes         | yes                         | 404                     | 404             | 404             | 404                      | 403              | 403                      |
| see which mails are off            | 403    | yes   | yes   | yes         | yes                         | 404                     | 403             | 403             | 403                      | 403              | 403                      |
| turn mails off                     | 403    | yes   | yes   | yes         | yes                         | 404                     | 403             | 403             | 403                      | 403              | 403                      |
| turn those of another tenant off   | 404    | 404   | 404   | yes         | yes                         | 404                     | 404             | 404             | 404                      | 403              | 403                      |
`;
const [heading = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const codes: Record<string, string> = { 403: 'FORBIDDEN', 404: 'TENANT_NOT_FOUND', 422: 'VALIDATION_FAILED' };

async function ask({ id: tenantId }: LicensedTenant): Promise<string> {
  const { userId } = await addMember(server, tenantId, 'member');
  return (await server.identity.db.licenseRequest.create({ data: { tenantId, userId, applicationId: crm } })).id;
}

async function setScene(kind: string): Promise<Scene> {
  const { token = '', userId = random } = callers.get(kind) ?? {};
  const [seated, free] = [await addMember(server, tenant.id, 'member'), await addMember(server, tenant.id, 'member')];
  await seat(server, tenant, seated.userId);
  const call: Scene['call'] = (method, path, body) => send(server.issuer, method, path, token, body);
  const asked = [await ask(tenant), await ask(tenant), await ask(other)] as const;
  const { licenseTypeId: unused } = await unusedApplication(server);
  return { self: userId, seated: seated.userId, free: free.userId, unused, asked, call };
}

for (const [index, kind] of heading.slice(1).entries()) {
  test(`${kind}: what is allowed and what is refused is as decided`, async (t) => {
    const scene = await setScene(kind);
    for (const [action = '', ...cells] of rows) {
      const expected = cells[index] ?? '';
      const response = await actions[action]?.(scene);
      const { status = 0, body = {} } = response ?? {};
      if (expected === 'yes') t.true(status === 200 || status === 201, `${action}: ${status} ${JSON.stringify(body)}`);
      else t.deepEqual([action, status, body['error']], [action, Number(expected), codes[expected]]);
    }
    const seats = await server.identity.db.seat.findMany({ where: { userId: { in: [scene.seated, scene.free] } } });
    const column = heading.indexOf(kind);
    const changed = rows.find(([action]) => action === 'grant a seat')?.[column] === 'yes';
    t.deepEqual(
      seats.map(({ userId }) => userId),
      [changed ? scene.free : scene.seated],
    );
  });
}

test('the table has an action for each of its rows', (t) => {
  t.deepEqual(
    rows.map(([action]) => action),
    Object.keys(actions),
  );
});

test('without a token, and with one that is none, every endpoint answers 401', async (t) => {
  for (const token of [undefined, 'a.b.c']) {
    const call: Scene['call'] = (method, path, body) => send(server.issuer, method, path, token, body);
    for (const [action, act] of Object.entries(actions)) {
      const response = await act({
        self: random,
        seated: random,
        unused: random,
        free: random,
        asked: [random, random, random],
        call,
      });
      t.deepEqual([action, response.status, response.body['error']], [action, 401, 'UNAUTHORIZED']);
    }
  }
});

test('a machine of a tenant sees the license types of the applications its tenant subscribes to', async (t) => {
  const { db } = server.identity;
  const hidden = await db.application.create({ data: { name: `hidden-${randomUUID()}` } });
  await db.licenseType.create({ data: { applicationId: hidden.id, slug: 'secret', name: 'Secret' } });
  const listed = async (kind: string) => {
    const { body } = await send(server.issuer, 'GET', `${admin}/license-types`, callers.get(kind)?.token);
    return new Set((body['licenseTypes'] as { applicationId: string }[]).map(({ applicationId }) => applicationId));
  };
  t.deepEqual([...(await listed('reading machine'))], [crm, desk]);
  t.true((await listed('platform machine')).has(hidden.id));
});
