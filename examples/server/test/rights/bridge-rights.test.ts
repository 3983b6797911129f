import test from 'ava';
import { connectionBodies, plantConnection } from '../support/connection-changes.js';
import { addDirectory, directoryBodies } from '../support/directory-cases.js';
import { addDomainRow } from '../support/domain-changes.js';
import { machineToken } from '../support/licensing-api.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, allowedToken } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins({}) });
});
test.after.always(() => server?.stop());

const scopes = ['connections:read', 'connections:write', 'directories:read', 'directories:write'];
/** Every request to domains, connections, policies and directories, with its body. The deletions come last. */
const requests: Record<string, unknown> = {
  'get /api/tenants/{id}/domains': undefined,
  'post /api/tenants/{id}/domains': { domain: 'rights.test' },
  'post /api/tenants/{id}/domains/{domainId}/verify': undefined,
  'get /api/tenants/{id}/policy': undefined,
  ...connectionBodies,
  ...directoryBodies,
  'delete /api/tenants/{id}/domains/{domainId}': undefined,
};

/** The statuses of all requests for one caller, each once. */
async function statusesFor(token: string | undefined, ids: Record<string, string>): Promise<number[]> {
  const statuses = new Set<number>();
  for (const [request, body] of Object.entries(requests)) {
    const [method = '', path = ''] = request.replace(/\{(\w+)\}/gu, (_all, name) => ids[name] ?? '').split(' ');
    statuses.add((await send(server.issuer, method.toUpperCase(), path, token, body)).status);
  }
  return [...statuses].sort();
}

async function scene() {
  const tenant = await freshTenant(server);
  const ids = {
    id: tenant.id,
    connectionId: await plantConnection(server, tenant.id, 'TESTED'),
    directoryId: await addDirectory(server, tenant.id),
    domainId: (await addDomainRow(server, tenant.id)).id,
    userId: tenant.owner.userId,
  };
  return { tenant, ids };
}

test('domains, connections, policies and directories are for owners; for others the tenant does not exist', async (t) => {
  const { tenant, ids } = await scene();
  const other = await freshTenant(server);
  const suspended = await addMember(server, tenant.id, 'owner', 'SUSPENDED');
  const callers: [string, string | undefined, number[]][] = [
    ['nobody', undefined, [401]],
    ['admin', await tokenOf(server.issuer, (await addMember(server, tenant.id, 'admin')).email), [403]],
    ['member', await tokenOf(server.issuer, (await addMember(server, tenant.id, 'member')).email), [403]],
    ['suspended owner', await tokenOf(server.issuer, suspended.email), [404]],
    ['owner of another tenant', await tokenOf(server.issuer, other.owner.email), [404]],
    ['user without a tenant', await tokenOf(server.issuer, (await addUser(server)).email), [404]],
    ['machine of the tenant', await machineToken(server, tenant.id, scopes), [403]],
    ['machine of another tenant', await machineToken(server, other.id, scopes), [403, 404]],
  ];
  for (const [who, token, expected] of callers) {
    const statuses = await statusesFor(token, ids);
    t.true(statuses.length > 0 && statuses.every((status) => expected.includes(status)), `${who}: ${statuses}`);
  }
  const owner = await statusesFor(await tokenOf(server.issuer, tenant.owner.email), ids);
  t.true(
    owner.every((status) => ![401, 403].includes(status)),
    `owner: ${owner}`,
  );
});

test('a third-party client without their scopes reaches none of them', async (t) => {
  const { tenant, ids } = await scene();
  const clientId = await addClient(server, { scopes: ['tenants:read', 'tenants:write'] });
  const token = await allowedToken(server, {
    clientId,
    email: tenant.owner.email,
    tenant: tenant.slug,
    scope: 'openid tenants:read tenants:write',
  });
  // The policy belongs to the tenant, whose scopes the client has.
  const statuses = await statusesFor(token, ids);
  t.true(
    statuses.every((status) => status === 403 || status === 200),
    String(statuses),
  );
  t.true(statuses.includes(403));
});
