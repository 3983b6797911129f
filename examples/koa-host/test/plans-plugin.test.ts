import { openAccount, post } from '@org/identity-example-server/test/account-pages';
import { call, configure, signIn } from '@org/identity-example-server/test/sign-in';
import { startTestServer, type TestServer } from '@org/identity-example-server/test/test-server';
import { tenants, users } from '@org/identity-server';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import pg from 'pg';
import { plans } from '../src/plans-plugin.js';

let server: TestServer;
let database: pg.Client;
test.before(async () => {
  server = await startTestServer({ plugins: [users(), tenants(), plans({ trialDays: 14, sweepSeconds: 1 })] });
  database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
});
test.after.always(async () => {
  await database?.end();
  await server?.stop();
});

const json = (method: string, body: object) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Creates a tenant for a user, and returns a token for it. */
async function freshTenant(slug: string, email: string) {
  const { tokens, browser } = await signIn(server.issuer, { email, changes: { tenant: 'acme' } });
  const { body, status } = await call(
    server.issuer,
    '/api/tenants',
    tokens.access_token,
    json('POST', { name: slug, slug }),
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  const inside = await signIn(server.issuer, { email, browser, changes: { tenant: slug } });
  return { id: String(body['id']), token: inside.tokens.access_token, tokens: inside.tokens };
}

async function rowsOf(tenantId: string): Promise<{ name: string; trial_ends_at: Date | null }[]> {
  return (await database.query('SELECT name, trial_ends_at FROM plans.tenant_plans WHERE tenant_id = $1', [tenantId]))
    .rows;
}

test('a new tenant has its trial, in tokens and over HTTP, and a deleted one leaves nothing', async (t) => {
  const { id, token } = await freshTenant('trial-one', 'owner@acme.test');
  t.is(decodeJwt(token)['plan'], 'trial');
  t.deepEqual((await call(server.issuer, '/api/plan', token)).body, { name: 'trial' });
  t.is((await rowsOf(id)).length, 1);
  t.is((await call(server.issuer, `/api/tenants/${id}`, token, { method: 'DELETE' })).status, 200);
  t.deepEqual(await rowsOf(id), []);
});

test('a token does not outlive the trial that it names', async (t) => {
  const { id, tokens } = await freshTenant('trial-two', 'admin@acme.test');
  await database.query(
    "UPDATE plans.tenant_plans SET trial_ends_at = now() + interval '1 minute' WHERE tenant_id = $1",
    [id],
  );
  const [row] = await rowsOf(id);
  const config = await configure(server.issuer, 'demo-web');
  const fresh = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  const { plan, exp } = decodeJwt(fresh.access_token);
  t.is(plan, 'trial');
  t.true(Number(exp) * 1000 <= Number(row?.trial_ends_at));
});

test('a trial that is over counts no more, and the job takes it away', async (t) => {
  const { id, token } = await freshTenant('trial-three', 'member@acme.test');
  await database.query(
    "UPDATE plans.tenant_plans SET trial_ends_at = now() - interval '1 minute' WHERE tenant_id = $1",
    [id],
  );
  t.deepEqual((await call(server.issuer, '/api/plan', token)).body, { name: 'none' });
  while ((await rowsOf(id)).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  t.pass();
});

test('owners choose the plan, others read it, and only plans that there are', async (t) => {
  const { tokens: owner } = await signIn(server.issuer, { email: 'owner@globex.test', changes: { tenant: 'globex' } });
  const { tokens: other } = await signIn(server.issuer, { email: 'owner@globex.test', changes: { tenant: 'acme' } });
  t.is((await call(server.issuer, '/api/plan', owner.access_token, json('PUT', { name: 'pro' }))).status, 200);
  t.deepEqual((await call(server.issuer, '/api/plan', owner.access_token)).body, { name: 'pro' });
  t.is((await call(server.issuer, '/api/plan', other.access_token, json('PUT', { name: 'pro' }))).status, 403);
  t.is((await call(server.issuer, '/api/plan', owner.access_token, json('PUT', { name: 'gold' }))).status, 422);
  t.is((await call(server.issuer, '/api/plan')).status, 401);
});

test('the plan is an area of the console: members see it, owners change it', async (t) => {
  const { id } = await freshTenant('console-plan', 'owner@acme.test');
  const owner = await openAccount(server.issuer, 'owner@acme.test', { path: '/console/console-plan/plan' });
  t.regex(owner.page.html, /<h1>Your plan<\/h1>/u);
  t.true(owner.page.html.includes('<p>trial</p>'));
  const changed = await owner.browser.submit(owner.page, {}, '/plan');
  t.is(changed.url.search, '?done=chosen');
  t.true(changed.html.includes('The plan was changed.'));
  t.is((await rowsOf(id))[0]?.name, 'pro');

  const member = await openAccount(server.issuer, 'member@acme.test', { path: '/console/acme/plan' });
  t.is(member.page.status, 200);
  t.false(member.page.html.includes('>Pro</button>'));
  t.is((await post(member.browser, member.page, {})).status, 403);
  t.is((await member.browser.open('/console/console-plan/plan')).status, 404);
});
