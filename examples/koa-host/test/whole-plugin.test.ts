import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openAccount } from '@org/identity-example-server/test/account-pages';
import { call } from '@org/identity-example-server/test/sign-in';
import { addMember, freshTenant, send, tokenOf } from '@org/identity-example-server/test/tenant-api';
import { startTestServer, type TestServer } from '@org/identity-example-server/test/test-server';
import { addClient, allowedToken, startAuthorization } from '@org/identity-example-server/test/third-party';
import type { IdentityPlugin, PluginServices } from '@org/identity-prisma';
import { tenants, users } from '@org/identity-server';
import test from 'ava';
import { plans } from '../src/plans-plugin.js';

/** Knows the plans only by the name of the service. */
let services: Readonly<PluginServices>;
const curious: IdentityPlugin = {
  name: 'curious',
  setup(host) {
    services = host.services;
    return {};
  },
};

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [curious, users(), tenants(), plans()] });
});
test.after.always(() => server?.stop());

const choose = (token: string, name: string) => send(server.issuer, 'PUT', '/api/plan', token, { name });

async function tenantWithPlan(name: string) {
  const { id, slug, owner } = await freshTenant(server);
  const token = await tokenOf(server.issuer, owner.email, slug);
  const { status } = await choose(token, name);
  if (status !== 200) throw new Error(`PUT /api/plan: ${status}`);
  return { id, slug, owner, token };
}

test('its event is in the audit trail of the tenant, and on the audit page in words', async (t) => {
  const { id, slug, owner, token } = await tenantWithPlan('pro');
  const { body } = await call(server.issuer, `/api/tenants/${id}/events?type=plan.chosen`, token);
  const actor = { kind: 'user', id: owner.userId };
  t.like((body['events'] as object[])[0], { type: 'plan.chosen', actor, subjectId: id, data: { name: 'pro' } });
  for (const [locale, words] of [
    ['en', 'Plan chosen'],
    ['de', 'Tarif gewählt'],
  ]) {
    await server.identity.db.user.update({ where: { id: owner.userId }, data: { locale: locale ?? '' } });
    const { page } = await openAccount(server.issuer, owner.email, { path: `/console/${slug}/audit` });
    t.is(page.status, 200);
    t.true(page.html.includes(String(words)), words);
  }
});

test('users are asked for its scope, and its route refuses a token without it', async (t) => {
  const { id, slug } = await tenantWithPlan('basic');
  const { email } = await addMember(server, id, 'member');
  const clientId = await addClient(server, { scopes: ['plans:read', 'tenants:read'] });
  const asking = { clientId, email, tenant: slug };
  const { page } = await startAuthorization(server, { ...asking, scope: 'openid plans:read' });
  t.true(page.html.includes('<strong>See your plan</strong>'));

  const without = await allowedToken(server, { ...asking, scope: 'openid tenants:read' });
  const refused = await fetch(`${server.issuer}/api/plan`, { headers: { authorization: `Bearer ${without}` } });
  t.is(refused.status, 403);
  t.regex(String(refused.headers.get('www-authenticate')), /insufficient_scope.*plans:read/u);

  const allowed = await allowedToken(server, { ...asking, scope: 'openid plans:read' });
  t.deepEqual((await call(server.issuer, '/api/plan', allowed)).body, { name: 'basic' });
});

test('its error code has its status, and is in the API description', async (t) => {
  const { id, token } = await tenantWithPlan('pro');
  const again = await choose(token, 'pro');
  t.deepEqual([again.status, again.body['error']], [409, 'PLAN_UNCHANGED']);
  t.is(await server.identity.db.event.count({ where: { tenantId: id, type: 'plan.chosen' } }), 1);
  const described = (await (await fetch(`${server.issuer}/openapi.json`)).json()) as typeof server.identity.openApi;
  t.regex(described.paths['/api/plan']?.['put']?.responses['409']?.description ?? '', /PLAN_UNCHANGED/u);
  t.true(JSON.stringify(described.components.schemas).includes('"PLAN_UNCHANGED"'));
});

test('its command is one of those of the host, with help', async (t) => {
  await tenantWithPlan('pro');
  const file = fileURLToPath(new URL('../src/identity-command.js', import.meta.url));
  const env = { ...process.env, DATABASE_URL: server.databaseUrl };
  const run = async (...given: string[]) =>
    (await promisify(execFile)(process.execPath, [file, ...given], { env })).stdout;
  const [listed, help] = await Promise.all([run('plans', 'list'), run('--help')]);
  t.regex(listed, /^pro: \d+$/mu);
  t.regex(help, /plans list +List the plans/u);
});

test('another plugin uses its service by name', async (t) => {
  const { id } = await tenantWithPlan('basic');
  t.like(await services.plans?.of(id), { name: 'basic' });
});
