import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { demoData } from '../../src/demo-data.js';
import { buildRequest, call, callback, configure, enterPassword, exchange, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const slugOf = (token: string) => decodeJwt(token)['tenant_slug'];

test('the only tenant of a person is taken without asking', async (t) => {
  const { tokens } = await signIn(server.issuer, { email: 'member@acme.test' });
  const claims = decodeJwt(tokens.access_token);
  t.is(claims['tenant_slug'], 'acme');
  t.is(claims['tenant_role'], 'member');
});

test('a person without a tenant gets a token without tenant claims', async (t) => {
  const { tokens } = await signIn(server.issuer, { email: 'super@example.test' });
  const claims = decodeJwt(tokens.access_token);
  for (const name of ['tenant_id', 'tenant_slug', 'tenant_role']) t.is(claims[name], undefined);
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
});

test('the tenant parameter chooses by slug, whatever its case, and by the tenant’s host', async (t) => {
  const named = await signIn(server.issuer, { email: 'owner@globex.test', changes: { tenant: 'globex' } });
  t.is(slugOf(named.tokens.access_token), 'globex');
  t.is(decodeJwt(named.tokens.access_token)['tenant_role'], 'owner');
  const host = `acme.${new URL(server.issuer).hostname}`;
  const hosted = await signIn(server.issuer, { email: 'owner@globex.test', changes: { tenant: host.toUpperCase() } });
  t.is(slugOf(hosted.tokens.access_token), 'acme');
});

test('somebody who is no active member of the tenant is refused with access_denied', async (t) => {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { tenant: 'globex' });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  t.is(page.url.origin + page.url.pathname, callback);
  t.is(page.url.searchParams.get('error'), 'access_denied');
  t.is(page.url.searchParams.get('state'), request.state);
  t.is(page.url.searchParams.get('code'), null);
});

test('a person of two tenants chooses on a page, and the choice is in the token and survives a refresh', async (t) => {
  const config = await configure(server.issuer, 'demo-web');
  const request = await buildRequest(config);
  const browser = new TestBrowser(server.issuer);
  const choose = await enterPassword(browser, await browser.open(request.url), 'owner@globex.test');
  t.regex(choose.html, /Choose an organization/u);
  t.regex(choose.html, /Acme Inc\./u);
  t.regex(choose.html, /Globex Corp\./u);
  const globex = demoData.tenants.find(({ slug }) => slug === 'globex');
  const page = await browser.submit(choose, { tenant: String(globex?.id) });
  const tokens = await exchange(request, page.url);
  t.is(slugOf(tokens.access_token), 'globex');
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.is(slugOf(refreshed.access_token), 'globex');
  t.is(refreshed.claims()?.['tenant_slug'] as unknown, 'globex');
});

test('a tenant that is not the person’s cannot be chosen on the page', async (t) => {
  const { db } = server.identity;
  const other = await db.tenant.create({ data: { name: 'Initech', slug: 'initech' } });
  const browser = new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  const choose = await enterPassword(browser, await browser.open(request.url), 'owner@globex.test');
  for (const tenant of [other.id, 'x', '']) {
    const response = await browser.submit(choose, { tenant });
    t.is(response.status, 422);
    t.regex(response.html, /Choose an organization/u);
  }
});

test('prompt=none with several tenants is interaction_required', async (t) => {
  const browser = new TestBrowser(server.issuer);
  await signIn(server.issuer, { browser, email: 'owner@globex.test', changes: { tenant: 'acme' } });
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), { prompt: 'none' });
  const page = await browser.open(request.url);
  t.is(page.url.searchParams.get('error'), 'interaction_required');
  const named = await buildRequest(await configure(server.issuer, 'demo-web'), { prompt: 'none', tenant: 'globex' });
  t.truthy((await browser.open(named.url)).url.searchParams.get('code'));
});

test('two tenants in two tabs of one session work side by side', async (t) => {
  const browser = new TestBrowser(server.issuer);
  const config = await configure(server.issuer, 'demo-web');
  const [first, second] = [
    await buildRequest(config, { tenant: 'acme' }),
    await buildRequest(config, { tenant: 'globex' }),
  ];
  // Both tabs are opened before the user signs in.
  const [firstPage, secondPage] = [await browser.open(first.url), await browser.open(second.url)];
  const firstEnd = await enterPassword(browser, firstPage, 'owner@globex.test');
  const secondEnd = await enterPassword(browser, secondPage, 'owner@globex.test');
  const acme = await exchange(first, firstEnd.url);
  const globex = await exchange(second, secondEnd.url);
  t.is(slugOf(acme.access_token), 'acme');
  t.is(slugOf(globex.access_token), 'globex');

  const acmeAgain = await client.refreshTokenGrant(config, String(acme.refresh_token));
  const globexAgain = await client.refreshTokenGrant(config, String(globex.refresh_token));
  t.is(slugOf(acmeAgain.access_token), 'acme');
  t.is(slugOf(globexAgain.access_token), 'globex');
  for (const token of [acme, globex, acmeAgain, globexAgain]) {
    t.is((await call(server.issuer, '/api/users/me', token.access_token)).status, 200);
  }
});

test('a client that belongs to a tenant signs in for that tenant only', async (t) => {
  const { db } = server.identity;
  const tenant = await db.tenant.findUniqueOrThrow({ where: { slug: 'globex' } });
  const demo = await db.client.findUniqueOrThrow({ where: { id: 'demo-spa' } });
  await db.client.create({ data: { ...demo, pluginFields: {}, id: 'globex-spa', tenantId: tenant.id } });
  const config = await client.discovery(new URL(server.issuer), 'globex-spa', undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const request = await buildRequest(config);
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@globex.test');
  t.is(slugOf((await exchange(request, page.url)).access_token), 'globex');

  const refused = await buildRequest(config);
  const other = new TestBrowser(server.issuer);
  const end = await enterPassword(other, await other.open(refused.url), 'owner@acme.test');
  t.is(end.url.searchParams.get('error'), 'access_denied');
});

// Serial: it suspends a user who signs in in other tests.
test.serial('a suspended membership ends the tokens of that tenant and of no other', async (t) => {
  const { db } = server.identity;
  const acme = await signIn(server.issuer, { email: 'owner@globex.test', changes: { tenant: 'acme' } });
  const globex = await signIn(server.issuer, { email: 'owner@globex.test', changes: { tenant: 'globex' } });
  const where = { user: { email: 'owner@globex.test' }, tenant: { slug: 'acme' } };
  await db.membership.updateMany({ where, data: { status: 'SUSPENDED' } });
  t.is((await call(server.issuer, '/api/users/me', acme.tokens.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', acme.tokens.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/users/me', globex.tokens.access_token)).status, 200);
  await db.membership.updateMany({ where, data: { status: 'ACTIVE' } });
});

/** An SPA that belongs to a tenant, or (null) to none yet. */
async function addClient(id: string, slug: string | null): Promise<client.Configuration> {
  const { db } = server.identity;
  const tenant = slug === null ? null : await db.tenant.findUniqueOrThrow({ where: { slug } });
  const demo = await db.client.findUniqueOrThrow({ where: { id: 'demo-spa' } });
  await db.client.create({ data: { ...demo, pluginFields: {}, id, tenantId: tenant?.id ?? null } });
  return client.discovery(new URL(server.issuer), id, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
}

test('a tenant parameter that names another tenant than the client’s is access_denied before any page', async (t) => {
  const config = await addClient('acme-only', 'acme');
  const { hostname } = new URL(server.issuer);
  // The user belongs to both tenants, so only the client is the reason for the refusal.
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
