import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import {
  act,
  activeConnection,
  addConnection,
  claimsOf,
  enterEmail,
  server,
  signInBy,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { startHostileUpstream } from '../support/hostile-upstream.js';
import { exchange, signIn } from '../support/sign-in.js';

const logout = (query: Record<string, string> = {}) =>
  `${server.issuer}/api/oauth/logout?${new URLSearchParams(query)}`;
const sessionsOf = (userId: string) =>
  server.identity.db.$queryRaw<unknown[]>`SELECT 1 FROM identity.oidc_sessions
    WHERE account_id = ${userId} AND ended_at IS NULL`;

/** Somebody who has signed in by a connection that signs out at the provider. */
async function scene(changes: Record<string, unknown> = { logoutAtProvider: true }) {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant, changes);
  const email = `out@${tenant.domain}`;
  const { request, browser, page } = await signInBy({ sub: 'out', email });
  const tokens = await exchange(request, page.url);
  return { tenant, id, email, browser, tokens, userId: String(tokens.claims()?.sub) };
}

const confirm = async (browser: TestBrowser, query: Record<string, string> = {}) =>
  browser.submit(await browser.open(logout(query)), { logout: 'yes' });

test('signing out also signs out at the provider, and comes back to a page of the service', async (t) => {
  const { id, email, browser, userId } = await scene();
  const gone = await confirm(browser);
  t.is(gone.url.origin, upstream.issuer);
  t.is(gone.url.pathname, '/endsession');
  t.deepEqual(Object.fromEntries(gone.url.searchParams), {
    client_id: upstream.clientId,
    post_logout_redirect_uri: `${server.issuer}/sso/c/${id}/signed-out`,
    logout_hint: email,
  });
  t.deepEqual(await sessionsOf(userId), [], 'the session here has ended first');
  const back = await browser.open(`/sso/c/${id}/signed-out`);
  t.is(back.status, 200);
  t.is(back.url.origin, new URL(server.issuer).origin);
});

test('a logout that a client has begun returns to the client after the provider, once', async (t) => {
  const { id, browser, tokens } = await scene();
  const returnTo = 'http://127.0.0.1:8765/logged-out';
  const query = { id_token_hint: String(tokens.id_token), post_logout_redirect_uri: returnTo, state: 'kept' };
  const gone = await browser.open(logout(query));
  t.is(gone.url.origin, upstream.issuer);
  t.is(gone.url.searchParams.get('state'), null, 'the provider does not learn what the client sent');
  const back = await browser.open(`/sso/c/${id}/signed-out`);
  t.is(back.url.href, `${returnTo}?state=kept`);
  t.is((await browser.open(`/sso/c/${id}/signed-out`)).url.pathname, '/account/signed-out');
});

test('the page after the provider redirects nowhere that we have not sealed', async (t) => {
  const { id } = await scene();
  const url = new URL(`${server.issuer}/sso/c/${id}/signed-out?returnTo=https://evil.example`);
  for (const cookie of ['', 'identity-left=aHR0cHM6Ly9ldmlsLmV4YW1wbGU', 'identity-left=https://evil.example']) {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    t.is(response.headers.get('location'), '/account/signed-out', cookie);
  }
});

test('the sign-out of the console signs out at the provider as well', async (t) => {
  const { tenant, id } = await scene();
  const browser = new TestBrowser(server.issuer);
  const away = await browser.open(`${server.issuer}/sso/c/${id}/start`);
  const shown = await browser.open(await upstream.visit(away.url, { sub: 'out', email: `out@${tenant.domain}` }));
  const gone = await browser.submit(shown, {}, '/account/sign-out');
  t.is(gone.url.origin, upstream.issuer);
});

test('without the option, or in an own session, signing out stays here', async (t) => {
  const { browser, tenant } = await scene({});
  t.is((await confirm(browser)).url.origin, new URL(server.issuer).origin);
  const own = await signIn(server.issuer, { email: tenant.owner.email });
  t.is((await confirm(own.browser)).url.origin, new URL(server.issuer).origin);
});

test('whoever stays signed in is not sent to the provider', async (t) => {
  const { browser, userId } = await scene();
  const stayed = await browser.submit(await browser.open(logout()), {});
  t.is(stayed.url.origin, new URL(server.issuer).origin);
  t.is((await sessionsOf(userId)).length, 1);
});

test('a provider that cannot be reached, or cannot sign out, does not hinder the logout', async (t) => {
  const discovery = '/.well-known/openid-configuration';
  for (const kind of ['without', 'script', 'broken'] as const) {
    let isBroken = false;
    const other = await startHostileUpstream({
      intercept: (request, response) => {
        if (request.url !== discovery) return false;
        if (isBroken) response.writeHead(500).end();
        else {
          const endpoint = kind === 'script' ? { end_session_endpoint: 'javascript:alert(1)' } : {};
          const { issuer } = other;
          const known = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ issuer, ...known, jwks_uri: `${issuer}/jwks`, ...endpoint }));
        }
        return true;
      },
    });
    t.teardown(other.stop);
    const tenant = await tenantWithDomain();
    const id = await activeConnectionAt(tenant, other);
    const { request, browser, gone } = await enterEmail(`out@${tenant.domain}`);
    const page = await browser.open(await other.visit(gone.url, { sub: 'out', email: `out@${tenant.domain}` }));
    const claims = await claimsOf({ request, page });
    isBroken = kind === 'broken';
    // The next call reads the configuration again: it is another secret.
    if (isBroken) await act(tenant, id, '', 'PATCH', { clientSecret: 'another secret of the provider' });
    const left = await confirm(browser);
    t.is(left.url.origin, new URL(server.issuer).origin, kind);
    t.deepEqual(await sessionsOf(String(claims?.sub)), [], kind);
  }
});

async function activeConnectionAt(
  tenant: Awaited<ReturnType<typeof tenantWithDomain>>,
  other: Awaited<ReturnType<typeof startHostileUpstream>>,
): Promise<string> {
  const { issuer, clientId, clientSecret } = other;
  const id = await addConnection(tenant, { issuer, clientId, clientSecret, logoutAtProvider: true });
  const { body } = await act(tenant, id, '/test');
  const { browser } = tenant.signedIn;
  const gone = await browser.open(String(body['url']));
  await browser.open(await other.visit(gone.url, { sub: 'tester', email: `tester@${tenant.domain}` }));
  await act(tenant, id, '/activate');
  return id;
}
