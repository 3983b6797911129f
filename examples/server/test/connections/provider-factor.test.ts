import test from 'ava';
import { ageSignIns } from '../support/connection-changes.js';
import {
  activeConnection,
  type ConnectedTenant,
  claimsOf,
  enterEmail,
  isDone,
  server,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { twoFactors } from '../support/second-factor.js';
import { buildRequest, configure, exchange } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';

const db = () => server.identity.db;
const byAmr = { amr: ['pwd', 'mfa'] };
const byAcr = { acr: 'https://refeds.org/profile/mfa' };

/** A tenant whose members need a second factor, with a connection that trusts that of its provider. */
async function strictTenant(changes: Record<string, unknown> = { trustMfa: true }): Promise<ConnectedTenant> {
  const tenant = await tenantWithDomain();
  await activeConnection(tenant, changes);
  await db().tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  return tenant;
}

async function comeBy(tenant: ConnectedTenant, said: Record<string, unknown>, changes: Record<string, string> = {}) {
  const email = `new@${tenant.domain}`;
  const { request, browser, gone } = await enterEmail(email, { changes });
  return { request, browser, page: await browser.open(await upstream.visit(gone.url, { sub: 'new', email, ...said })) };
}

for (const [how, said] of [
  ['amr', byAmr],
  ['acr', byAcr],
] as const)
  test(`a second factor at a trusted provider, named by ${how}, is enough for a tenant that requires one`, async (t) => {
    const tenant = await strictTenant();
    const { request, page } = await comeBy(tenant, said);
    t.true(isDone(page), page.html);
    const tokens = await exchange(request, page.url);
    t.like(tokens.claims(), { acr: twoFactors, tenant_id: tenant.id });
    t.is((await send(server.issuer, 'GET', `/api/tenants/${tenant.id}`, tokens.access_token)).status, 200);
  });

test('it is enough for a client that asks for two factors, also later in the same session', async (t) => {
  const tenant = await strictTenant();
  const { browser, page } = await comeBy(tenant, byAmr, { acr_values: twoFactors });
  t.true(isDone(page), page.html);
  await ageSignIns(server, 60);
  const later = await buildRequest(await configure(server.issuer, 'demo-web'), { acr_values: twoFactors });
  const again = await browser.open(later.url);
  t.true(isDone(again), again.html);
  t.is((await claimsOf({ request: later, page: again }))?.['acr'], twoFactors);
});

test('without trustMfa, or if the provider does not say so, a required second factor is asked for', async (t) => {
  const untrusted = await comeBy(await strictTenant({}), byAmr);
  t.false(isDone(untrusted.page));
  const tenant = await strictTenant();
  for (const said of [{}, { amr: ['pwd'] }, { acr: 'https://refeds.org/profile/mfa#not' }]) {
    const { page } = await comeBy(tenant, said);
    t.false(isDone(page), JSON.stringify(said));
    const asked = await comeBy(tenant, said, { acr_values: twoFactors });
    t.false(isDone(asked.page), JSON.stringify(said));
  }
});

test('an own factor that was removed does not count as one of the provider', async (t) => {
  const tenant = await strictTenant();
  const { browser, page } = await comeBy(tenant, byAmr);
  t.true(isDone(page), page.html);
  // As after a code of an app, in a session that the provider began with one factor.
  await db().$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload, '{amr}', '["fed", "otp", "mfa"]')
    WHERE payload->>'via' = ${tenant.id}`;
  const later = await buildRequest(await configure(server.issuer, 'demo-web'), {});
  t.false(isDone(await browser.open(later.url)));
});
