import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { buildRequest, call, enterPassword, exchange, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

/** An SPA that belongs to a tenant, or (null) to none yet. */
async function addClient(id: string, slug: string | null): Promise<client.Configuration> {
  const { db } = server.identity;
  const tenant = slug === null ? null : await db.tenant.findUniqueOrThrow({ where: { slug } });
  const demo = await db.client.findUniqueOrThrow({ where: { id: 'demo-spa' } });
  await db.client.create({ data: { ...demo, id, tenantId: tenant?.id ?? null } });
  return client.discovery(new URL(server.issuer), id, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
}

test('a tenant parameter that names another tenant than the client’s is access_denied before any page', async (t) => {
  const config = await addClient('acme-only', 'acme');
  const { hostname } = new URL(server.issuer);
  // The person belongs to both tenants, so nothing but the client stands in the way.
  for (const tenant of ['globex', 'GLOBEX', `globex.${hostname}`]) {
    const signedIn = new TestBrowser(server.issuer);
    await signIn(server.issuer, { browser: signedIn, email: 'owner@globex.test', changes: { tenant: 'globex' } });
    for (const browser of [new TestBrowser(server.issuer), signedIn]) {
      const request = await buildRequest(config, { tenant });
      const page = await browser.open(request.url);
      t.is(page.url.searchParams.get('error'), 'access_denied', tenant);
      t.is(page.url.searchParams.get('state'), request.state, tenant);
      t.is(page.url.searchParams.get('code'), null, tenant);
    }
  }
});

test('a tenant parameter that names the client’s own tenant, or is left out, leads to that tenant', async (t) => {
  const config = await addClient('acme-own', 'acme');
  for (const tenant of ['acme', `acme.${new URL(server.issuer).hostname}`, undefined]) {
    const { tokens } = await signIn(server.issuer, { config, email: 'owner@globex.test', changes: { tenant } });
    t.is(decodeJwt(tokens.access_token)['tenant_slug'], 'acme');
  }
});

test('a client of a tenant with a tenant parameter that names no tenant at all is invalid_request', async (t) => {
  const config = await addClient('acme-unknown', 'acme');
  const request = await buildRequest(config, { tenant: 'no-such-tenant' });
  const page = await new TestBrowser(server.issuer).open(request.url);
  t.is(page.url.searchParams.get('error'), 'invalid_request');
});

test('tokens for another tenant end when their client is given to a tenant', async (t) => {
  const { db } = server.identity;
  const config = await addClient('acme-later', null);
  const forTenant = (tenant: string) =>
    signIn(server.issuer, { config, email: 'owner@globex.test', changes: { tenant } });
  const { tokens: globex } = await forTenant('globex');
  const { tokens: acme } = await forTenant('acme');
  const started = await buildRequest(config, { tenant: 'globex' });
  const browser = new TestBrowser(server.issuer);
  const open = await browser.open(started.url);
  const finished = await buildRequest(config, { tenant: 'globex' });
  const other = new TestBrowser(server.issuer);
  const withCode = await enterPassword(other, await other.open(finished.url), 'owner@globex.test');
  t.truthy(withCode.url.searchParams.get('code'));

  const tenant = await db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } });
  await db.client.update({ where: { id: 'acme-later' }, data: { tenantId: tenant.id } });

  t.is((await call(server.issuer, '/api/users/me', globex.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', globex.access_token)).status, 401);
  await t.throwsAsync(client.refreshTokenGrant(config, String(globex.refresh_token)), {
    message: /invalid_grant|server responded with an error/u,
  });
  await t.throwsAsync(exchange(finished, withCode.url));
  const end = await enterPassword(browser, open, 'owner@globex.test');
  t.is(end.url.searchParams.get('error'), 'access_denied', 'a sign-in that had begun');

  t.is((await call(server.issuer, '/api/users/me', acme.access_token)).status, 200);
  const again = await client.refreshTokenGrant(config, String(acme.refresh_token));
  t.is(decodeJwt(again.access_token)['tenant_slug'], 'acme');
});

test('the pages of a client of a tenant never wear the brand of another tenant', async (t) => {
  const { db } = server.identity;
  const config = await addClient('initrode-only', 'globex');
  await db.tenant.create({
    data: { name: 'Initrode', slug: 'initrode', settings: { brand: { productName: 'Initrode Portal' } } },
  });
  const { url } = await buildRequest(config, { tenant: 'initrode' });
  const page = await new TestBrowser(server.issuer).open(url);
  t.notRegex(page.html, /Initrode Portal/u);
  t.is(page.url.searchParams.get('error'), 'access_denied');
});
