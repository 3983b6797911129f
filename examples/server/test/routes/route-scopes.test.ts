import { randomUUID } from 'node:crypto';
import { type ApiScope, apiScopes } from '@org/identity-core';
import { users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, allowedToken } from '../support/third-party.js';

// All tests are generated from the composed routes, so a new route is covered automatically. Those of the platform are in
// platform/platform-rights.test.ts: no third-party client can have their scopes.

/** Routes that third-party clients may call without a scope. A route in this list has to limit them itself. */
const openToAll = [
  'GET /api/users/me',
  'GET /api/integration/licenses/check',
  'POST /api/integration/licenses/check',
  'GET /api/integration/licenses/feature',
  'POST /api/integration/licenses/feature',
  'GET /api/integration/licenses/type',
];
/** POST routes that only read. */
const readingPosts = ['POST /api/integration/licenses/check', 'POST /api/integration/licenses/feature'];
const areas: readonly [prefix: string, area: string][] = [
  ['/api/users/', 'account'],
  ['/api/tenants/{id}/license-', 'licenses'],
  ['/api/tenants/{id}/leases', 'licenses'],
  ['/api/tenants/{id}/agent-seats', 'licenses'],
  ['/api/tenants/{id}/webhooks', 'events'],
  ['/api/tenants/{id}/domains', 'connections'],
  ['/api/tenants/{id}/connections', 'connections'],
  ['/api/tenants/{id}/directories', 'directories'],
  ['/api/tenants', 'tenants'],
  ['/api/invitations/', 'tenants'],
  ['/api/integration/licenses/', 'licenses'],
  ['/api/integration/events/', 'events'],
  ['/api/licensing/', 'licenses'],
];

let server: TestServer;
/** The tokens of one user; those of the third-party client by their scopes. */
let firstParty: string;
let withoutScopes: string;
const withScope = new Map<ApiScope, string>();
const withAllOthers = new Map<ApiScope, string>();

test.before(async () => {
  const [, ...others] = allPlugins();
  server = await startTestServer({ plugins: [users({ registration: 'open' }), ...others] });
  const tenant = await freshTenant(server);
  // Not the owner of the third-party tokens, because a call may end all other sessions of its user.
  firstParty = await tokenOf(server.issuer, (await addMember(server, tenant.id, 'owner')).email, tenant.slug);
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const { email } = tenant.owner;
  const browser = new TestBrowser(server.issuer);
  const tokenFor = (scopes: readonly string[]) =>
    allowedToken(server, { clientId, email, browser, tenant: tenant.slug, scope: ['openid', ...scopes].join(' ') });
  // All scopes are allowed first. A token then has exactly the scopes that were requested.
  await tokenFor(apiScopes());
  withoutScopes = await tokenFor(['profile', 'email', 'offline_access']);
  for (const scope of apiScopes()) {
    withScope.set(scope, await tokenFor([scope]));
    withAllOthers.set(scope, await tokenFor(apiScopes().filter((other) => other !== scope)));
  }
});
test.after.always(() => server?.stop());

function operations() {
  return Object.entries(server.identity.openApi.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        operation,
        scope: operation['x-required-scope'] as ApiScope,
      })),
    )
    .filter(({ path }) => !path.startsWith('/api/platform/'));
}
type Endpoint = ReturnType<typeof operations>[number];

/** Sends as little as possible: path parameters of things that do not exist, and an empty body. */
function call({ method, path }: Endpoint, token: string | undefined) {
  const target = path.replace(/\{\w+\}/gu, () => randomUUID());
  return send(server.issuer, method, target, token, method === 'GET' || method === 'DELETE' ? undefined : {});
}

const isRefusedByScope = ({ status, headers }: Awaited<ReturnType<typeof call>>): boolean =>
  status === 403 && headers.get('www-authenticate')?.includes('insufficient_scope') === true;

test('every route is covered', (t) => {
  t.true(operations().length >= 35, String(operations().length));
});

test('every route names a scope of its area: reading ones read, all others write', (t) => {
  for (const { name, method, path, scope } of operations()) {
    const area = areas.find(([prefix]) => path.startsWith(prefix))?.[1];
    const reads = method === 'GET' || readingPosts.includes(name);
    t.is(scope, `${area}:${reads ? 'read' : 'write'}` as ApiScope, name);
  }
});

test.serial('a third-party client without the scope gets 403 at every route but those listed', async (t) => {
  for (const endpoint of operations()) {
    const response = await call(endpoint, withoutScopes);
    t.is(isRefusedByScope(response), !isOpenToAll(endpoint), endpoint.name);
    if (isOpenToAll(endpoint)) continue;
    t.is(response.body['error'], 'FORBIDDEN', endpoint.name);
    t.true(String(response.body['message']).includes(`"${endpoint.scope}"`), endpoint.name);
  }
});

test.serial('all other scopes together do not replace the one that a route names', async (t) => {
  for (const endpoint of operations().filter((found) => !isOpenToAll(found)))
    t.true(isRefusedByScope(await call(endpoint, withAllOthers.get(endpoint.scope))), endpoint.name);
});

test.serial('a third-party client with the scope is not refused for it at any route', async (t) => {
  for (const endpoint of operations()) {
    const response = await call(endpoint, withScope.get(endpoint.scope));
    t.false(isRefusedByScope(response), endpoint.name);
    t.not(response.status, 401, endpoint.name);
  }
});

test.serial('a first-party client needs no scope at any route', async (t) => {
  for (const endpoint of operations()) {
    const response = await call(endpoint, firstParty);
    t.false(isRefusedByScope(response), endpoint.name);
    t.not(response.status, 401, endpoint.name);
  }
});

test('the description of every route names its scope, and only those listed say what there is without it', (t) => {
  for (const endpoint of operations()) {
    const { description, responses } = endpoint.operation;
    const sentence = isOpenToAll(endpoint)
      ? `Without the scope ${endpoint.scope}, third-party clients get: `
      : `Third-party clients need the scope ${endpoint.scope}.`;
    t.true(description.includes(sentence), endpoint.name);
    t.true('403' in responses, endpoint.name);
  }
});

test('the reference page shows the scope of every route', async (t) => {
  const html = await (await fetch(`${server.issuer}/docs`)).text();
  for (const endpoint of operations()) {
    const section = html.slice(html.indexOf(`id="${endpoint.operation.operationId}"`)).split('</details>')[0] ?? '';
    t.regex(section, new RegExp(`the scope ${endpoint.scope}\\b`, 'u'), endpoint.name);
  }
});

function isOpenToAll({ name }: Endpoint): boolean {
  return openToAll.includes(name);
}
