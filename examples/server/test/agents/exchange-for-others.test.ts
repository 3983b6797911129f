import test from 'ava';
import { addApi, apiTokens } from '../support/apis.js';
import { call, secretOf } from '../support/sign-in.js';
import { addMember, addUser, freshTenant } from '../support/tenant-api.js';
import { addClient, allowAll } from '../support/third-party.js';
import { addAgent, errorOf, exchange, post, server, subject } from '../support/token-exchange.js';

const both = ['orders:read', 'orders:write'];
const scopesOf = (scope: unknown) => String(scope).split(' ').sort();

/** A user, a third-party client, an open API, and a bot of the operator that may have every scope of the API. */
async function scene() {
  const { email } = await addUser(server);
  const [clientId, bot] = [await addClient(server), await addAgent()];
  const { identifier: resource, id } = await addApi(server, { open: true, clients: { [bot]: both } });
  return { email, clientId, bot, resource, apiId: id };
}

test('a bot gets nothing at an API that the user has not allowed the third-party client', async (t) => {
  const { email, clientId, bot, resource } = await scene();
  const { tokens } = await allowAll(server, { clientId, email, scope: 'openid' });
  t.deepEqual(errorOf(await exchange(bot, tokens.access_token, { resource })), [400, 'invalid_target']);
  const wanted = await exchange(bot, tokens.access_token, { resource, scope: 'orders:read' });
  t.deepEqual(errorOf(wanted), [400, 'invalid_target']);
  t.is((await exchange(bot, tokens.access_token)).body['scope'], 'openid', 'our own API as before');
});

test('a bot gets at most the scopes of an API that the user has allowed the third-party client', async (t) => {
  const { email, clientId, bot, resource } = await scene();
  const allowed = await apiTokens(server, { clientId, email, scope: 'openid orders:read', resource });
  t.is(allowed.claims.aud, resource);
  t.is((await exchange(bot, allowed.tokens.access_token)).body['scope'], 'orders:read');
  const { tokens: own } = await allowAll(server, { clientId, email, scope: 'openid' });
  const exchanged = await exchange(bot, own.access_token, { resource });
  t.is(exchanged.body['scope'], 'orders:read', 'what was allowed, with whichever token');
  const more = await exchange(bot, own.access_token, { resource, scope: 'orders:write' });
  t.deepEqual(errorOf(more), [400, 'invalid_scope']);
});

test('the limit stays in a chain: a second bot gets no more than the first', async (t) => {
  const { email, clientId, bot, resource, apiId } = await scene();
  const second = await addAgent();
  await server.identity.db.apiClient.create({ data: { apiId, clientId: second, scopes: both } });
  await apiTokens(server, { clientId, email, scope: 'openid orders:read', resource });
  const { tokens } = await allowAll(server, { clientId, email, scope: 'openid' });
  const first = await exchange(bot, tokens.access_token);
  t.is((await exchange(second, first.token, { resource })).body['scope'], 'orders:read');
  const more = await exchange(second, first.token, { resource, scope: both.join(' ') });
  t.deepEqual(errorOf(more), [400, 'invalid_scope']);
});

test('a scope that the third-party client loses at the API is lost by the token of the bot at once', async (t) => {
  const { email, clientId, bot, resource, apiId } = await scene();
  await apiTokens(server, { clientId, email, scope: `openid ${both.join(' ')}`, resource });
  const { tokens } = await allowAll(server, { clientId, email, scope: 'openid' });
  const { token, body } = await exchange(bot, tokens.access_token, { resource });
  t.deepEqual(scopesOf(body['scope']), both);
  const scopeNow = async () => (await post('/api/oauth/introspect', bot, { token })).body['scope'];
  t.deepEqual(scopesOf(await scopeNow()), both);
  await server.identity.db.apiClient.create({ data: { apiId, clientId, scopes: ['orders:read'] } });
  t.is(await scopeNow(), 'orders:read');
});

test('a token with few scopes of an API gets no more of them by way of another API', async (t) => {
  const { bot, resource } = await scene();
  const { identifier: other } = await addApi(server, { open: true, clients: { [bot]: both } });
  const { token } = await subject();
  const few = await exchange(bot, token, { resource, scope: 'orders:read' });
  t.deepEqual(errorOf(await exchange(bot, few.token, { scope: 'orders:write' })), [400, 'invalid_scope']);
  const there = await exchange(bot, few.token, { resource: other });
  t.deepEqual(scopesOf(there.body['scope']), both);
  t.deepEqual(errorOf(await exchange(bot, there.token, { resource, scope: 'orders:write' })), [400, 'invalid_scope']);
  t.is((await exchange(bot, there.token, { resource })).body['scope'], 'orders:read');
});

test('the token of a first-party client is exchanged for all scopes of the bot', async (t) => {
  const { bot, resource } = await scene();
  const { token } = await subject();
  const { body } = await exchange(bot, token, { resource });
  t.deepEqual(scopesOf(body['scope']), both);
});

test('a third-party bot stays within what the user allowed the bot and the first client', async (t) => {
  const tenant = await freshTenant(server);
  const { email } = await addMember(server, tenant.id, 'member');
  const [clientId, bot] = [await addClient(server), await addClient(server)];
  await server.identity.db.client.update({ where: { id: bot }, data: { tokenExchange: true } });
  const { identifier: resource } = await addApi(server, { open: true });
  await apiTokens(server, { clientId, email, scope: `openid ${both.join(' ')}`, resource });
  await apiTokens(server, { clientId: bot, email, scope: 'openid orders:write', resource });
  const { tokens } = await allowAll(server, { clientId, email, scope: 'openid' });
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: tokens.access_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    resource,
  };
  const secret = secretOf('demo-partner');
  const response = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${bot}:${secret}`).toString('base64')}` },
    body: new URLSearchParams(form),
  });
  t.is(((await response.json()) as Record<string, unknown>)['scope'], 'orders:write');
});
