import { randomUUID } from 'node:crypto';
import test from 'ava';
import { crm, random } from '../support/licensing-api.js';
import { type Call, calls, member, path, server, tenant } from '../support/rehearsal-tests.js';
import { enrol } from '../support/second-factor.js';
import { type StrictServer, startStrictServer } from '../support/strict-server.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { addClient, allowedToken } from '../support/third-party.js';
import { addWebhook } from '../support/webhook-cases.js';

// Made from the routes as the server describes them: a new route is covered by itself.

const { db } = server.identity;
let strict: StrictServer;
let webhookId: string;
/** Super admins with a password alone and ordinary users: outside of the tenant, and members of it. */
let pairs: Record<string, { superAdmin: string; ordinary: string }>;

async function superAdminToken(user: { userId: string; email: string }, slug?: string): Promise<string> {
  await db.user.update({ where: { id: user.userId }, data: { superAdmin: true } });
  return tokenOf(server.issuer, user.email, slug);
}

test.before(async () => {
  strict = await startStrictServer(server);
  webhookId = await addWebhook(server, tenant.id);
  pairs = {
    'outside of the tenant': {
      superAdmin: await superAdminToken(await addUser(server)),
      ordinary: await tokenOf(server.issuer, (await addUser(server)).email),
    },
    'as a member of the tenant': {
      superAdmin: await superAdminToken(await member(), tenant.slug),
      ordinary: await tokenOf(server.issuer, (await member()).email, tenant.slug),
    },
  };
});
test.after.always(async () => {
  await strict?.stop();
  await server.stop();
});

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly template: string;
}

const operations: Operation[] = Object.entries(server.identity.openApi.paths).flatMap(([template, methods]) =>
  Object.keys(methods).map((method) => ({
    name: `${method} ${template.replaceAll(/\{(\w+)\}/gu, ':$1')}`,
    method: method.toUpperCase(),
    template,
  })),
);

const queries: Readonly<Record<string, string>> = {
  'get /api/tenants/:id/events/export': '?format=ndjson&to=2020-01-01',
  'get /api/tenants/:id/license-history/export': '?format=ndjson&to=2020-01-01',
  'get /api/licensing/tenants/:id/statement': `?applicationId=${crm}&from=2026-01-01&to=2026-01-31`,
  'get /api/licensing/license-types': `?applicationId=${crm}`,
  'get /api/integration/licenses/check': `?applicationId=${crm}&userId=${tenant.owner.userId}`,
  'get /api/integration/licenses/feature': `?applicationId=${crm}&featureKey=x&userId=${tenant.owner.userId}`,
  'get /api/integration/licenses/type': `?applicationId=${crm}&userId=${tenant.owner.userId}`,
};
const bodies: Readonly<Record<string, object>> = {
  'post /api/integration/licenses/check': { applicationId: crm, userId: tenant.owner.userId },
  'post /api/integration/licenses/feature': { applicationId: crm, userId: tenant.owner.userId, featureKey: 'x' },
};

/** A request that a super admin with all rights could make. A write is rehearsed, so that it changes nothing. */
async function requestOf({ name, method, template }: Operation): Promise<Omit<Call, 'token'>> {
  const prepared = await calls[name]?.();
  if (prepared) return { path: `${prepared.path}?rehearse=true`, body: prepared.body };
  const at = template
    .replace(/\{(?:id|tenantId)\}/u, tenant.id)
    .replace('{applicationId}', crm)
    .replace('{webhookId}', webhookId)
    .replace(/\{\w+\}/gu, () => randomUUID());
  const body = method === 'GET' || method === 'DELETE' ? undefined : (bodies[name] ?? {});
  return { path: `${at}${queries[name] ?? ''}`, body };
}

// They wait for events, or end the caller's own sessions or account. A super admin has no other rights there.
const own = /^(?:get \/api\/tenants\/:id\/events\/stream|delete \/api\/users\/me)/u;
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status < 300 ? 'allowed' : `${status} ${body['error']}`;

const requests = new Map<string, Promise<Omit<Call, 'token'>>>();

/** What one request gets: at a server that requires the factor, and at one that does not. */
async function outcomesOf(operation: Operation, { superAdmin, ordinary }: { superAdmin: string; ordinary: string }) {
  const request = requests.get(operation.name) ?? requestOf(operation);
  requests.set(operation.name, request);
  const { path: at, body } = await request;
  const ask = async (base: string, token: string) => outcome(await send(base, operation.method, at, token, body));
  return {
    strict: await ask(strict.url, superAdmin),
    ordinary: await ask(strict.url, ordinary),
    lenient: await ask(server.issuer, superAdmin),
  };
}

for (const where of ['outside of the tenant', 'as a member of the tenant']) {
  test.serial(`with a password alone a super admin gets no more than any user, ${where}`, async (t) => {
    let guarded = 0;
    for (const operation of operations.filter(({ name }) => !own.test(name))) {
      const { strict: answer, ordinary, lenient } = await outcomesOf(operation, pairs[where] ?? t.fail());
      const { name, template } = operation;
      const byRight = ordinary !== 'allowed' && (lenient === 'allowed' || template.startsWith('/api/platform/'));
      if (byRight) guarded += 1;
      // A route of the super admin says what is missing. Everywhere else the answers are the same.
      t.is(
        byRight ? answer : answer === 'allowed',
        byRight ? '403 SECOND_FACTOR_REQUIRED' : ordinary === 'allowed',
        name,
      );
    }
    // So that a mistake in the requests cannot make this pass.
    t.true(guarded > (where.startsWith('outside') ? 60 : 50), String(guarded));
    t.deepEqual(strict.contract.problems, []);
  });
}

test.serial('what a role of their own allows needs no second factor', async (t) => {
  const { userId, email } = await addMember(server, tenant.id, 'admin');
  const admin = await superAdminToken({ userId, email }, tenant.slug);
  for (const at of [path, `${path}/members`, `${path}/events`, `${path}/webhooks`, `${path}/license-rules`])
    t.is((await send(strict.url, 'GET', at, admin)).status, 200, at);
  t.is((await send(strict.url, 'PATCH', path, admin, { name: 'Fresh' })).status, 200);
  t.is((await send(strict.url, 'GET', `/api/integration/licenses/apps/${crm}/users`, admin)).status, 200);
  // An owner's right, which an admin has only by being a super admin.
  const refused = await send(strict.url, 'DELETE', path, admin);
  t.like(refused, { status: 403, body: { error: 'SECOND_FACTOR_REQUIRED' } });
});

test.serial('a tenant of others gets the same answer whether or not it exists', async (t) => {
  const { superAdmin } = pairs['outside of the tenant'] ?? t.fail();
  for (const id of [tenant.id, random])
    for (const at of [
      `/api/tenants/${id}`,
      `/api/tenants/${id}/webhooks`,
      `/api/tenants/${id}/license-rules`,
      `/api/tenants/${id}/events`,
      `/api/licensing/tenants/${id}/subscriptions`,
    ]) {
      const { status, body } = await send(strict.url, 'GET', at, superAdmin);
      t.deepEqual([status, body['error']], [403, 'SECOND_FACTOR_REQUIRED'], at);
    }
});

test.serial('with a second factor a super admin has all rights', async (t) => {
  const user = await addUser(server);
  await db.user.update({ where: { id: user.userId }, data: { superAdmin: true } });
  const { tokens } = await enrol(server, user);
  for (const at of [path, `${path}/events`, `${path}/webhooks`, '/api/licensing/license-types'])
    t.is(
      (
        await send(
          strict.url,
          'GET',
          `${at}${at.endsWith('types') ? `?applicationId=${crm}` : ''}`,
          tokens.access_token,
        )
      ).status,
      200,
      at,
    );
  t.is((await send(strict.url, 'GET', `/api/tenants/${random}`, tokens.access_token)).status, 404);
});

test.serial('through a third-party client a super admin has no rights, with a second factor or without', async (t) => {
  const user = await addUser(server);
  await db.user.update({ where: { id: user.userId }, data: { superAdmin: true } });
  const clientId = await addClient(server, { scopes: ['tenants:read', 'licenses:read'] });
  const scope = 'openid tenants:read licenses:read';
  const weak = await allowedToken(server, { clientId, email: user.email, scope });
  t.like(await send(strict.url, 'GET', path, weak), { status: 404, body: { error: 'TENANT_NOT_FOUND' } });
  const { browser } = await enrol(server, user);
  const strong = await allowedToken(server, { clientId, email: user.email, browser, scope });
  t.like(await send(strict.url, 'GET', path, strong), { status: 404, body: { error: 'TENANT_NOT_FOUND' } });
});

test.serial('the list of tenants and the limit of new ones are those of any user', async (t) => {
  const { superAdmin } = pairs['outside of the tenant'] ?? t.fail();
  await freshTenant(server);
  const { status, body } = await send(strict.url, 'GET', '/api/tenants', superAdmin);
  t.is(status, 200);
  t.deepEqual(body['tenants'] ?? body, []);
});
