import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { addApi, apiTokens, oauthError } from '../support/apis.js';
import { addSuperAdmin } from '../support/platform-api.js';
import { call, configure } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';
import { addClient } from '../support/third-party.js';

let server: TestServer;
let operator: string;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  operator = (await addSuperAdmin(server)).token;
});
test.after.always(() => server?.stop());

const scope = 'openid offline_access orders:read orders:write';
const demoWeb = { 'demo-web': ['orders:read', 'orders:write'] };
const change = async (id: string, body: object) => {
  const { status } = await send(server.issuer, 'PATCH', `/api/platform/apis/${id}`, operator, body);
  if (status !== 200) throw new Error(String(status));
};
const remove = (id: string) => send(server.issuer, 'DELETE', `/api/platform/apis/${id}`, operator);

test('none of our own APIs accepts a token for an API of others', async (t) => {
  const api = await addApi(server, { clients: { ...demoWeb, 'demo-machine': ['orders:read'] } });
  const { tokens } = await apiTokens(server, { scope, resource: api.identifier });
  const machine = await configure(server.issuer, 'demo-machine');
  const ofMachine = await client.clientCredentialsGrant(machine, { resource: api.identifier });
  const operations = Object.entries(server.identity.openApi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  let refused = 0;
  for (const { method, path } of operations) {
    const target = path.replace(/\{\w+\}/gu, '01890000-0000-7000-8000-000000000000');
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const statusWith = async (token?: string) => (await send(server.issuer, method, target, token, body)).status;
    // The others are open to everybody.
    if (!path.startsWith('/api/') || (await statusWith()) !== 401) continue;
    refused += 1;
    t.is(await statusWith(tokens.access_token), 401, `${method} ${path}`);
    t.is(await statusWith(ofMachine.access_token), 401, `${method} ${path}`);
  }
  t.true(refused > 100, String(refused));
  t.is((await call(server.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 401);
});

test('introspection names the API and the scopes as of now, and revocation ends the token', async (t) => {
  const api = await addApi(server, { clients: demoWeb });
  const { config, tokens } = await apiTokens(server, { scope, resource: api.identifier });
  const look = () => client.tokenIntrospection(config, tokens.access_token);
  t.like(await look(), { active: true, aud: api.identifier, scope: 'orders:read orders:write' });
  await change(api.id, { clients: [{ clientId: 'demo-web', scopes: ['orders:read'] }] });
  t.like(await look(), { active: true, scope: 'orders:read' });
  const other = await configure(server.issuer, 'demo-partner');
  t.deepEqual(await client.tokenIntrospection(other, tokens.access_token), { active: false });
  await client.tokenRevocation(config, tokens.access_token);
  t.deepEqual(await look(), { active: false });
});

test('a machine client sees the tokens of its tenant, also those for an API', async (t) => {
  const api = await addApi(server, { clients: demoWeb });
  const { tokens } = await apiTokens(server, { scope, resource: api.identifier });
  const machine = await configure(server.issuer, 'demo-machine');
  t.like(await client.tokenIntrospection(machine, tokens.access_token), { active: true, aud: api.identifier });
});

test('a deleted API gets no more tokens, also not by a refresh', async (t) => {
  const api = await addApi(server, { clients: demoWeb });
  const { config, tokens } = await apiTokens(server, { scope, resource: api.identifier });
  t.is((await remove(api.id)).status, 200);
  const refresh = (resource?: string) =>
    client.refreshTokenGrant(config, String(tokens.refresh_token), resource ? { resource } : {});
  t.is(await oauthError(refresh()), 'invalid_target');
  t.is(await oauthError(refresh(api.identifier)), 'invalid_target');
  t.deepEqual(await client.tokenIntrospection(config, tokens.access_token), { active: false });
  // The rest of what was granted is not lost.
  const own = await refresh(server.issuer);
  t.is(decodeJwt(own.access_token).aud, server.issuer);
});

test('a removed scope and a removed client are missing in the next token', async (t) => {
  const api = await addApi(server, { clients: demoWeb });
  const { config, tokens } = await apiTokens(server, { scope, resource: api.identifier });
  await change(api.id, { scopes: [{ name: 'orders:read', description: 'See your orders' }] });
  const next = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.is(decodeJwt(next.access_token)['scope'], 'orders:read');
  // Added again, but the client was not given it again.
  await change(api.id, {
    scopes: [
      { name: 'orders:read', description: 'See your orders' },
      { name: 'orders:write', description: 'Change your orders' },
    ],
  });
  const later = await client.refreshTokenGrant(config, String(next.refresh_token));
  t.is(decodeJwt(later.access_token)['scope'], 'orders:read');
  await change(api.id, { clients: [] });
  t.is(await oauthError(client.refreshTokenGrant(config, String(later.refresh_token))), 'invalid_target');
});

test('a machine loses an API with its entry', async (t) => {
  const api = await addApi(server, { clients: { 'demo-machine': ['orders:read'] } });
  const machine = await configure(server.issuer, 'demo-machine');
  const ask = () => client.clientCredentialsGrant(machine, { resource: api.identifier });
  const { access_token: token } = await ask();
  t.like(await client.tokenIntrospection(machine, token), { active: true, aud: api.identifier, scope: 'orders:read' });
  await change(api.id, { clients: [] });
  t.is(await oauthError(ask()), 'invalid_target');
  t.deepEqual(await client.tokenIntrospection(machine, token), { active: false });
});

test('an API that is no longer open refuses clients that are not listed', async (t) => {
  const api = await addApi(server, { open: true });
  const clientId = await addClient(server);
  const { config, tokens } = await apiTokens(server, { clientId, scope, resource: api.identifier });
  await change(api.id, { open: false });
  t.is(await oauthError(client.refreshTokenGrant(config, String(tokens.refresh_token))), 'invalid_target');
});
