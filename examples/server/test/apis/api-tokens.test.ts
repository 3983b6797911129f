import test from 'ava';
import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { addApi, apiTokens, askForApi, exchangeFor, oauthError } from '../support/apis.js';
import { call, configure, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const all = ['orders:read', 'orders:write'];
const scope = 'openid offline_access orders:read';
const demoWeb = { 'demo-web': all };
const scopesOf = (claims: JWTPayload) => String(claims['scope']).split(' ').sort();

test('a token for an API has its identifier as audience, and only its scopes', async (t) => {
  const api = await addApi(server, { clients: demoWeb });
  const { claims, tokens } = await apiTokens(server, { scope: `${scope} profile`, resource: api.identifier });
  t.is(claims.aud, api.identifier);
  t.is(claims['scope'], 'orders:read');
  t.is(tokens.scope, 'orders:read');
  const keys = createRemoteJWKSet(new URL(`${server.issuer}/api/oauth/jwks`));
  const { payload } = await jwtVerify(tokens.access_token, keys, {
    issuer: server.issuer,
    audience: api.identifier,
    typ: 'at+jwt',
  });
  t.is(payload['client_id'], 'demo-web');
  t.is(payload['tenant_slug'], 'acme');
  t.is(tokens.claims()?.aud, 'demo-web');
  t.is(tokens.claims()?.sub, payload.sub);
});

test('without resource, and with the name of this service, a token is as before', async (t) => {
  await addApi(server, { clients: demoWeb });
  for (const resource of [undefined, server.issuer]) {
    const asking = { scope: 'openid profile orders:read', ...(resource ? { resource } : {}) };
    const { claims, tokens } = await apiTokens(server, asking);
    t.is(claims.aud, server.issuer);
    t.is(claims['scope'], 'openid profile');
    t.is((await call(server.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 200);
  }
});

test('one API cannot use the scopes of another, even if they have the same name', async (t) => {
  const orders = await addApi(server, { clients: demoWeb });
  const files = await addApi(server, {
    scopes: { 'orders:read': 'See orders in files', 'files:read': 'See your files' },
    clients: { 'demo-web': ['files:read'] },
  });
  const resource = [orders.identifier, files.identifier];
  const wanted = `${scope} orders:write files:read`;
  const first = await apiTokens(server, { scope: wanted, resource, tokenResource: files.identifier });
  t.is(first.claims.aud, files.identifier);
  t.deepEqual(scopesOf(first.claims), ['files:read']);
  const other = await client.refreshTokenGrant(first.config, String(first.tokens.refresh_token), {
    resource: orders.identifier,
  });
  const claims = decodeJwt(other.access_token);
  t.is(claims.aud, orders.identifier);
  t.deepEqual(scopesOf(claims), all);
});

test('a token is for one API: a token request that names two is refused', async (t) => {
  const [one, other] = [await addApi(server, { clients: demoWeb }), await addApi(server, { clients: demoWeb })];
  const resource = [one.identifier, other.identifier];
  const { config, request, page } = await askForApi(server, { scope, resource });
  // Two were granted, so the client has to choose.
  t.is(await oauthError(exchangeFor(request, page.url)), 'invalid_target');
  const tokens = await exchangeFor(request, page.url, one.identifier);
  const twice = new URLSearchParams(resource.map((each) => ['resource', each]));
  const refresh = (fields: URLSearchParams) => client.refreshTokenGrant(config, String(tokens.refresh_token), fields);
  t.is(await oauthError(refresh(twice)), 'invalid_target');
  t.is(await oauthError(refresh(new URLSearchParams([...twice, ['resource', server.issuer]]))), 'invalid_target');
  t.is(await oauthError(refresh(new URLSearchParams({ resource: one.identifier }))), 'none');
});

test('a refresh without resource gives a token for what the first one was for', async (t) => {
  const [one, other] = [await addApi(server, { clients: demoWeb }), await addApi(server, { clients: demoWeb })];
  const asking = { scope, resource: [one.identifier, other.identifier] };
  for (const tokenResource of [other.identifier, server.issuer]) {
    const { config, tokens } = await apiTokens(server, { ...asking, tokenResource });
    t.is(decodeJwt(tokens.access_token).aud, tokenResource);
    const chosen = await client.refreshTokenGrant(config, String(tokens.refresh_token), { resource: one.identifier });
    t.is(decodeJwt(chosen.access_token).aud, one.identifier);
    const again = await client.refreshTokenGrant(config, String(chosen.refresh_token));
    t.is(decodeJwt(again.access_token).aud, tokenResource);
  }
});

test('a refresh cannot name an API that was not granted', async (t) => {
  const [one, other] = [await addApi(server, { clients: demoWeb }), await addApi(server, { clients: demoWeb })];
  const { config, tokens } = await apiTokens(server, { scope, resource: one.identifier });
  const refresh = (resource: string) => client.refreshTokenGrant(config, String(tokens.refresh_token), { resource });
  t.is(await oauthError(refresh(other.identifier)), 'invalid_target');
  t.is(await oauthError(refresh('https://unknown.test')), 'invalid_target');
  t.is(await oauthError(refresh(one.identifier)), 'none');
  const own = await signIn(server.issuer);
  const widened = client.refreshTokenGrant(own.config, String(own.tokens.refresh_token), { resource: one.identifier });
  t.is(await oauthError(widened), 'invalid_target');
});

test('a refresh token that is used twice does not give a token for another API', async (t) => {
  const [one, other] = [await addApi(server, { clients: demoWeb }), await addApi(server, { clients: demoWeb })];
  const asking = { scope, resource: [one.identifier, other.identifier], tokenResource: one.identifier };
  const { config, tokens } = await apiTokens(server, asking);
  const refresh = (resource?: string) =>
    client.refreshTokenGrant(config, String(tokens.refresh_token), resource ? { resource } : {});
  const first = await refresh();
  t.is((await refresh(one.identifier)).access_token, first.access_token);
  for (const resource of [other.identifier, server.issuer]) t.is(await oauthError(refresh(resource)), 'invalid_target');
  const next = String(first.refresh_token);
  const answers = await Promise.allSettled(
    [one, other, one, other].map(async ({ identifier }) => {
      const answer = await client.refreshTokenGrant(config, next, { resource: identifier });
      return decodeJwt(answer.access_token).aud === identifier;
    }),
  );
  t.true(answers.some(({ status }) => status === 'fulfilled'));
  for (const answer of answers) if (answer.status === 'fulfilled') t.true(answer.value);
});

test('a client cannot ask for an API that it may not use', async (t) => {
  const closed = await addApi(server);
  const open = await addApi(server, { open: true });
  const thirdParty = await addClient(server);
  const errorOf = async (clientId: string, resource: string) =>
    (await askForApi(server, { clientId, scope, resource })).page.url.searchParams.get('error');
  t.is(await errorOf('demo-web', closed.identifier), 'invalid_target');
  t.is(await errorOf(thirdParty, closed.identifier), 'invalid_target');
  // Nobody is asked for the consent to a first-party client, so it has to be listed.
  t.is(await errorOf('demo-web', open.identifier), 'invalid_target');
  t.is(await errorOf(thirdParty, open.identifier), null);
  const machine = await configure(server.issuer, 'demo-machine');
  for (const resource of [closed.identifier, open.identifier])
    t.is(await oauthError(client.clientCredentialsGrant(machine, { resource })), 'invalid_target');
});

test('a client gets only those scopes of an API that it was given', async (t) => {
  const api = await addApi(server, { clients: { 'demo-web': ['orders:read'] } });
  const { claims } = await apiTokens(server, { scope: `${scope} orders:write`, resource: api.identifier });
  t.is(claims['scope'], 'orders:read');
});

test('a request with scopes of an API alone needs no nonce and gets no ID token', async (t) => {
  const api = await addApi(server, { clients: demoWeb });
  const { tokens, claims } = await apiTokens(server, { scope: 'orders:read', resource: api.identifier });
  t.is(claims['scope'], 'orders:read');
  t.is(tokens.id_token, undefined);
});

test('a machine gets the scopes of an API that its client was given', async (t) => {
  const api = await addApi(server, { clients: { 'demo-machine': ['orders:read', 'orders:write'] } });
  const machine = await configure(server.issuer, 'demo-machine');
  const ask = (fields: Record<string, string>) =>
    client.clientCredentialsGrant(machine, { resource: api.identifier, ...fields });
  const claims = decodeJwt((await ask({})).access_token);
  t.is(claims.aud, api.identifier);
  t.deepEqual(scopesOf(claims), all);
  t.is(decodeJwt((await ask({ scope: 'orders:read' })).access_token)['scope'], 'orders:read');
  for (const wrong of ['licenses:read', 'orders:delete', 'orders:read licenses:read'])
    t.is(await oauthError(ask({ scope: wrong })), 'invalid_scope', wrong);
  const own = await client.clientCredentialsGrant(machine);
  t.is(decodeJwt(own.access_token).aud, server.issuer);
});

test('hostile values of resource are refused', async (t) => {
  const machine = await configure(server.issuer, 'demo-machine');
  const long = `https://${'a'.repeat(2000)}.test`;
  for (const resource of ['not a uri', 'https://a.test/#part', '__proto__', `${server.issuer}/`, long]) {
    t.is(
      await oauthError(client.clientCredentialsGrant(machine, { resource })),
      'invalid_target',
      resource.slice(0, 40),
    );
  }
  const many = Array.from({ length: 50 }, (_, index) => `https://${index}.test`);
  const { page } = await askForApi(server, { scope, resource: many });
  t.is(page.url.searchParams.get('error'), 'invalid_target');
});
