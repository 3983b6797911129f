import { randomUUID } from 'node:crypto';
import test from 'ava';
import { ageSignIn, leaveUnused } from '../support/console-pages.js';
import { machineToken } from '../support/licensing-api.js';
import { addSuperAdmin, platformMachine } from '../support/platform-api.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, allowedToken } from '../support/third-party.js';

// Made from the routes as the server describes them: a new route of the platform is covered by itself.

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

/** What a request needs to get past the check of its input. It changes nothing, because it names nothing that exists. */
const inputs: Readonly<Record<string, { body?: object; query?: string }>> = {
  'PATCH /api/platform/clients/{clientId}': { body: { name: 'Another' } },
  'POST /api/platform/clients': { body: { id: 'nobody', name: 'Nobody', type: 'MACHINE', scopes: ['licenses:read'] } },
  'GET /api/platform/explain': { query: '?userId=nobody&tenantId=none&applicationId=none' },
  'POST /api/platform/applications': { body: { name: 'Nothing' } },
  'PATCH /api/platform/applications/{applicationId}': { body: { name: 'Another' } },
  'POST /api/platform/apis': {
    body: { identifier: 'https://nothing.test', name: 'Nothing' },
    query: '?rehearse=true',
  },
  'PATCH /api/platform/apis/{apiId}': { body: { name: 'Another' } },
  'POST /api/platform/tenants': { body: { name: 'Nobody', ownerId: 'nobody' } },
  // Rehearsals: the caller who may do it would create one.
  'POST /api/platform/users': { body: { email: 'nobody@people.test' }, query: '?rehearse=true' },
  'POST /api/platform/webhooks': { body: { url: 'https://hooks.test/', events: ['*'] }, query: '?rehearse=true' },
  'PATCH /api/platform/webhooks/{webhookId}': { body: { status: 'PAUSED' } },
  'POST /api/platform/webhooks/{webhookId}/replay': { body: { since: new Date().toISOString() } },
};

function operations() {
  return Object.entries(server.identity.openApi.paths)
    .filter(([path]) => path.startsWith('/api/platform/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        path,
        method: method.toUpperCase(),
        name: `${method.toUpperCase()} ${path}`,
      })),
    );
}

async function answersTo(token: string | undefined) {
  const answers: { name: string; method: string; status: number; error: unknown; scope: string | null }[] = [];
  for (const { path, method, name } of operations()) {
    const { body = {}, query = '' } = inputs[name] ?? {};
    const target = `${path.replace(/\{\w+\}/gu, () => randomUUID())}${query}`;
    const sent = method === 'GET' || method === 'DELETE' ? undefined : body;
    const answer = await send(server.issuer, method, target, token, sent);
    const scope = answer.headers.get('www-authenticate');
    answers.push({ name, method, status: answer.status, error: answer.body['error'], scope });
  }
  return answers;
}

test.serial('nobody gets anywhere without a token', async (t) => {
  for (const { name, status } of await answersTo(undefined)) t.is(status, 401, name);
});

test.serial('the owner of a tenant is refused', async (t) => {
  const tenant = await freshTenant(server);
  for (const { name, status, error } of await answersTo(await tokenOf(server.issuer, tenant.owner.email, tenant.slug)))
    t.deepEqual({ status, error }, { status: 403, error: 'FORBIDDEN' }, name);
});

test.serial('a super admin without a second factor is refused', async (t) => {
  const { email, userId } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data: { superAdmin: true } });
  for (const { name, status, error } of await answersTo(await tokenOf(server.issuer, email)))
    t.deepEqual({ status, error }, { status: 403, error: 'SECOND_FACTOR_REQUIRED' }, name);
});

test.serial('a super admin whose session was not used for ten minutes has to sign in again', async (t) => {
  const { token, userId } = await addSuperAdmin(server);
  await leaveUnused(server, { userId });
  // The first refused request is a use of the session, too. It opens nothing for the next one.
  for (const { name, status, error } of await answersTo(token))
    t.deepEqual({ status, error }, { status: 403, error: 'REAUTHENTICATION_REQUIRED' }, name);
});

test.serial('nine minutes without use are not too long', async (t) => {
  const { token, userId } = await addSuperAdmin(server);
  await leaveUnused(server, { userId }, 9 * 60);
  t.is((await send(server.issuer, 'GET', '/api/platform/keys', token)).status, 200);
});

test.serial('a sign-in opens the platform for eight hours at most', async (t) => {
  const { token, userId } = await addSuperAdmin(server);
  await ageSignIn(server, { userId }, 8 * 60 * 60 - 60);
  t.is((await send(server.issuer, 'GET', '/api/platform/keys', token)).status, 200);
  await ageSignIn(server, { userId }, 120);
  for (const { name, status, error } of await answersTo(token))
    t.deepEqual({ status, error }, { status: 403, error: 'REAUTHENTICATION_REQUIRED' }, name);
});

/** What asks for a new sign-in ten minutes after the last one, although the session is in use. */
const risky = [
  'DELETE /api/platform/apis/{apiId}',
  'DELETE /api/platform/applications/{applicationId}',
  'DELETE /api/platform/clients/{clientId}',
  'DELETE /api/platform/users/{userId}',
  'DELETE /api/platform/users/{userId}/second-factors',
  'DELETE /api/platform/webhooks/{webhookId}',
  'PATCH /api/platform/users/{userId}',
  'POST /api/platform/clients',
  'POST /api/platform/clients/{clientId}/block',
  'POST /api/platform/clients/{clientId}/confirm',
  'POST /api/platform/clients/{clientId}/rotate-secret',
  'POST /api/platform/clients/{clientId}/unblock',
  'POST /api/platform/imports',
  'POST /api/platform/keys/rotate',
  'POST /api/platform/webhooks',
  'POST /api/platform/webhooks/{webhookId}/rotate-secret',
];

test.serial(
  'secrets, keys, deletions, imports, and emails and second factors of others need a sign-in of the last ten minutes',
  async (t) => {
    const { token, userId } = await addSuperAdmin(server);
    await ageSignIn(server, { userId });
    const refused = (await answersTo(token)).filter(({ error }) => error === 'REAUTHENTICATION_REQUIRED');
    t.deepEqual(refused.map(({ name }) => name).sort(), risky);
    for (const { name, status } of refused) t.is(status, 403, name);
  },
);

test.serial('a second factor that only the grant remembers is not enough', async (t) => {
  const { token, userId } = await addSuperAdmin(server);
  await server.identity.db.$executeRaw`
    UPDATE identity.oidc_grants SET payload = payload || '{"secondFactor": true}' WHERE account_id = ${userId}`;
  await server.identity.db.$executeRaw`
    UPDATE identity.oidc_sessions SET payload = payload || '{"amr": ["pwd"]}' WHERE account_id = ${userId}`;
  const { status, body } = await send(server.issuer, 'GET', '/api/platform/keys', token);
  t.deepEqual([status, body['error']], [403, 'SECOND_FACTOR_REQUIRED']);
});

test.serial('a super admin whose right was taken is refused at the next request', async (t) => {
  const { token, userId } = await addSuperAdmin(server);
  t.is((await send(server.issuer, 'GET', '/api/platform/keys', token)).status, 200);
  await server.identity.db.user.update({ where: { id: userId }, data: { superAdmin: false } });
  t.is((await send(server.issuer, 'GET', '/api/platform/keys', token)).status, 403);
});

test.serial('a machine of a tenant is refused, whatever its scopes', async (t) => {
  const { id } = await freshTenant(server);
  const scopes = ['platform:read', 'platform:write', 'tenants:read', 'events:read', 'events:write'];
  for (const { name, status, error } of await answersTo(await machineToken(server, id, scopes)))
    t.deepEqual({ status, error }, { status: 403, error: 'FORBIDDEN' }, name);
});

/** What no machine may do, with whatever scope. */
const forPeople = new Set(['POST /api/platform/clients/{clientId}/confirm']);

test.serial('a machine of the platform needs the scope of the route', async (t) => {
  for (const { name, status, scope } of await answersTo(await platformMachine(server, ['licenses:write']))) {
    t.is(status, 403, name);
    t.regex(scope ?? '', /insufficient_scope/u, name);
  }
  const scopeOf = (name: string, method: string) =>
    `${/\/(?:webhooks|events)\b/u.test(name) ? 'events' : 'platform'}:${method === 'GET' ? 'read' : 'write'}`;
  for (const scope of ['platform:read', 'platform:write', 'events:read', 'events:write'])
    for (const { name, method, status } of await answersTo(await platformMachine(server, [scope])))
      t.is(status !== 403, scopeOf(name, method) === scope && !forPeople.has(name), `${scope}: ${name}`);
});

test.serial('a super admin has no rights through a third-party client', async (t) => {
  const { email, userId } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data: { superAdmin: true } });
  const clientId = await addClient(server);
  const token = await allowedToken(server, { clientId, email, scope: 'openid' });
  for (const { name, status, error } of await answersTo(token))
    t.deepEqual({ status, error }, { status: 403, error: 'FORBIDDEN' }, name);
});

test.serial('a browser client cannot request the scopes of the platform, even if its row has them', async (t) => {
  const { email } = await addUser(server);
  const clientId = await addClient(server, { scopes: ['platform:read'], firstParty: false });
  await t.throwsAsync(allowedToken(server, { clientId, email, scope: 'openid platform:read' }));
});

test.serial('without the option there is no route of the platform, and none is described', async (t) => {
  const off = await startTestServer({ platformConsole: false, plugins: allPlugins() });
  t.teardown(() => off.stop());
  const { token } = await addSuperAdmin(off);
  for (const path of ['keys', 'clients', 'applications', 'apis', 'users', 'tenants', 'queues', 'explain', 'webhooks'])
    t.is((await send(off.issuer, 'GET', `/api/platform/${path}`, token)).status, 404, path);
  t.is((await send(off.issuer, 'POST', '/api/platform/keys/rotate', token, {})).status, 404);
  t.deepEqual(
    Object.keys(off.identity.openApi.paths).filter((path) => path.startsWith('/api/platform')),
    [],
  );
});
