import { randomUUID } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { addApi, apiTokens, askForApi, exchangeFor, oauthError } from '../support/apis.js';
import { addSuperAdmin } from '../support/platform-api.js';
import { addUser, send } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';
import { addClient } from '../support/third-party.js';

let server: TestServer;
let operator: string;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  operator = (await addSuperAdmin(server)).token;
});
test.after.always(() => server?.stop());

const isConsent = (page: { url: URL; html: string }) => page.html.includes('Allow access');
const platform = (method: string, path: string, body?: object) =>
  send(server.issuer, method, `/api/platform/apis${path}`, operator, body);

async function scene(fields: Parameters<typeof addApi>[1] = { open: true }) {
  const [api, clientId, { email, userId }] = [
    await addApi(server, fields),
    await addClient(server),
    await addUser(server),
  ];
  const ask = (scope: string) => askForApi(server, { clientId, email, scope, resource: api.identifier });
  const allow = (scope: string) => apiTokens(server, { clientId, email, scope, resource: api.identifier });
  const consent = async () =>
    (await server.identity.db.consent.findUnique({ where: { userId_clientId: { userId, clientId } } }))?.apiScopes;
  return { api, clientId, email, userId, ask, allow, consent };
}

test('the page names the API and its scopes in the words of its owner, escaped', async (t) => {
  const { ask } = await scene({
    open: true,
    name: 'Orders <b>& more</b>',
    scopes: { 'orders:read': 'See <script>alert(1)</script>', 'orders:write': 'Change your orders' },
  });
  const { page } = await ask('openid orders:read');
  t.true(isConsent(page));
  t.true(page.html.includes('See &lt;script>') || page.html.includes('See &lt;script&gt;'));
  t.false(page.html.includes('<script>alert'));
  t.false(page.html.includes('<b>&'));
  t.true(page.html.includes('Orders &lt;b'));
  t.false(page.html.includes('Change your orders'), 'it was not asked for');
});

test('a consent is stored, and wider scopes are asked for again', async (t) => {
  const { api, ask, allow, consent } = await scene();
  const first = await allow('openid orders:read');
  t.true(first.asked);
  t.deepEqual(await consent(), { [api.identifier]: ['orders:read'] });
  t.false((await allow('openid orders:read')).asked);
  const wider = await ask('openid orders:read orders:write');
  t.true(isConsent(wider.page));
  t.true(wider.page.html.includes('Change your orders'));
  t.false(wider.page.html.includes('See your orders'), 'only what is new is shown');
  const denied = await wider.browser.submit(wider.page, {}, '/abort');
  t.is(denied.url.searchParams.get('error'), 'access_denied');
  t.deepEqual(await consent(), { [api.identifier]: ['orders:read'] });
  const { claims } = await allow('openid orders:read orders:write');
  t.deepEqual(String(claims['scope']).split(' ').sort(), ['orders:read', 'orders:write']);
});

test('the consent for one API is none for another, and none for the same scope of ours', async (t) => {
  const { clientId, email, allow } = await scene();
  await allow('openid orders:read');
  const other = await addApi(server, { open: true });
  const { page } = await askForApi(server, {
    clientId,
    email,
    scope: 'openid orders:read',
    resource: other.identifier,
  });
  t.true(isConsent(page));
});

test('an API without scopes is asked for as well', async (t) => {
  const { api, ask, consent } = await scene({ open: true, name: 'Notes', scopes: {} });
  const { page, browser, request } = await ask('openid');
  t.true(isConsent(page));
  t.true(page.html.includes('Notes'));
  const { url } = await browser.submit(page, {});
  t.is(decodeJwt((await exchangeFor(request, url)).access_token).aud, api.identifier);
  t.deepEqual(await consent(), { [api.identifier]: [] });
});

test('a scope that the client gets while the page is open is not allowed by it', async (t) => {
  const { api, clientId, ask, consent } = await scene({ open: false });
  await platform('PATCH', `/${api.id}`, { clients: [{ clientId, scopes: ['orders:read'] }] });
  const { page, browser, request } = await ask('openid orders:read orders:write');
  t.false(page.html.includes('Change your orders'));
  await platform('PATCH', `/${api.id}`, { clients: [{ clientId, scopes: ['orders:read', 'orders:write'] }] });
  const next = await browser.submit(page, {});
  t.deepEqual(await consent(), { [api.identifier]: ['orders:read'] });
  // The next page asks for the rest.
  t.true(isConsent(next));
  const { url } = await browser.submit(next, {});
  const { access_token: token } = await exchangeFor(request, url);
  t.deepEqual(String(decodeJwt(token)['scope']).split(' ').sort(), ['orders:read', 'orders:write']);
});

test('a scope that was removed and added again, and an API that was deleted and made again, are asked for again', async (t) => {
  const { api, ask, allow, consent } = await scene();
  const { config, tokens } = await allow('openid offline_access orders:read orders:write');
  const write = { name: 'orders:write', description: 'Change your orders' };
  const read = { name: 'orders:read', description: 'See your orders' };
  await platform('PATCH', `/${api.id}`, { scopes: [read] });
  await platform('PATCH', `/${api.id}`, { scopes: [read, write] });
  t.deepEqual(await consent(), { [api.identifier]: ['orders:read'] });
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.is(decodeJwt(refreshed.access_token)['scope'], 'orders:read');
  t.true(isConsent((await ask('openid orders:write')).page));
  await platform('DELETE', `/${api.id}`);
  t.deepEqual(await consent(), {});
  const again = { identifier: api.identifier, name: 'Another', open: true, scopes: [read, write] };
  t.is((await platform('POST', '', again)).status, 201);
  t.is(await oauthError(client.refreshTokenGrant(config, String(refreshed.refresh_token))), 'invalid_target');
  t.true(isConsent((await ask('openid orders:read')).page));
});

test('a consent that was taken back counts no more, and a new one does not bring it back', async (t) => {
  const { api, clientId, userId, ask, allow, consent } = await scene();
  const { config, tokens } = await allow('openid offline_access orders:read orders:write');
  await server.identity.db.consent.update({
    where: { userId_clientId: { userId, clientId } },
    data: { revokedAt: new Date() },
  });
  t.is(await oauthError(client.refreshTokenGrant(config, String(tokens.refresh_token))), 'invalid_grant');
  t.deepEqual(await client.tokenIntrospection(config, tokens.access_token), { active: false });
  t.true(isConsent((await ask('openid orders:read')).page));
  await allow('openid orders:read');
  t.deepEqual(await consent(), { [api.identifier]: ['orders:read'] });
});

test('concurrent consents for several APIs are merged', async (t) => {
  const { api, clientId, email, consent } = await scene();
  const others = await Promise.all(Array.from({ length: 3 }, () => addApi(server, { open: true, name: randomUUID() })));
  const apis = [api, ...others];
  await Promise.all(
    apis.map(({ identifier }) =>
      apiTokens(server, { clientId, email, scope: 'openid orders:read', resource: identifier }),
    ),
  );
  const expected = Object.fromEntries(apis.map(({ identifier }) => [identifier, ['orders:read']]));
  t.deepEqual(await consent(), expected);
});

test('a first-party client never sees the page, also not for an API', async (t) => {
  const api = await addApi(server, { clients: { 'demo-web': ['orders:read'] } });
  const { asked } = await apiTokens(server, { scope: 'openid orders:read', resource: api.identifier });
  t.false(asked);
});
