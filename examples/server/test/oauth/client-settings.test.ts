import test from 'ava';
import { decodeJwt } from 'jose';
import { buildRequest, call, callback, configure, secretOf, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const change = (id: string, data: { requireNonce?: boolean | null; idTokenClaims?: boolean }) =>
  server.identity.db.client.update({ where: { id }, data });

async function authorize(clientId: string, changes: Record<string, string | undefined>) {
  const request = await buildRequest(await configure(server.issuer, clientId), changes);
  const response = await fetch(request.url, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '', server.issuer);
}

const basic = (clientId: string) => `Basic ${Buffer.from(`${clientId}:${secretOf(clientId)}`).toString('base64')}`;
const post = (path: string, fields: Record<string, string> | URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(`${server.issuer}${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

test.serial('a client may do without a nonce, and another may not', async (t) => {
  const refused = await authorize('demo-web', { nonce: undefined });
  t.is(refused.searchParams.get('error'), 'invalid_request');
  t.regex(refused.searchParams.get('error_description') ?? '', /requireNonce/u);
  await change('demo-web', { requireNonce: false });
  const taken = await authorize('demo-web', { nonce: undefined });
  t.regex(taken.pathname, /^\/interaction\//u);
  const other = await authorize('demo-spa', { nonce: undefined });
  t.is(other.searchParams.get('error'), 'invalid_request');
  await change('demo-web', { requireNonce: null });
});

test.serial('a client may have to send a nonce where the server does not ask for one', async (t) => {
  const relaxed = await startTestServer({ requireNonce: false });
  try {
    await relaxed.identity.db.client.update({ where: { id: 'demo-web' }, data: { requireNonce: true } });
    const request = await buildRequest(await configure(relaxed.issuer, 'demo-web'), { nonce: undefined });
    const response = await fetch(request.url, { redirect: 'manual' });
    t.is(new URL(response.headers.get('location') ?? '').searchParams.get('error'), 'invalid_request');
  } finally {
    await relaxed.stop();
  }
});

test.serial('a client may find profile and email in the ID token, within the granted scopes', async (t) => {
  const names = ['name', 'given_name', 'email', 'email_verified'];
  const known = (claims: object) => names.filter((name) => Object.hasOwn(claims, name));
  const before = await signIn(server.issuer);
  t.deepEqual(known(decodeJwt(before.tokens.id_token ?? '')), []);
  await change('demo-web', { idTokenClaims: true });
  const all = await signIn(server.issuer);
  t.deepEqual(known(decodeJwt(all.tokens.id_token ?? '')), names);
  const some = await signIn(server.issuer, { changes: { scope: 'openid email' } });
  t.deepEqual(known(decodeJwt(some.tokens.id_token ?? '')), ['email', 'email_verified']);
  const spa = await signIn(server.issuer, { clientId: 'demo-spa' });
  t.deepEqual(known(decodeJwt(spa.tokens.id_token ?? '')), []);
  await change('demo-web', { idTokenClaims: false });
});

test('an authorization request by POST goes on as one by GET', async (t) => {
  const { url, state } = await buildRequest(await configure(server.issuer, 'demo-web'));
  const response = await post(url.pathname, url.searchParams);
  t.is(response.status, 303);
  const location = new URL(response.headers.get('location') ?? '', server.issuer);
  t.is(location.pathname, '/oauth/authorize');
  t.is(location.searchParams.get('state'), state);
  const followed = await fetch(location, { redirect: 'manual' });
  t.regex(followed.headers.get('location') ?? '', /^\/interaction\//u);
});

test('an authorization request by POST is refused when it holds a field twice, is too long or is no form', async (t) => {
  const { url } = await buildRequest(await configure(server.issuer, 'demo-web'));
  const twice = new URLSearchParams([...url.searchParams, ['state', 'another']]);
  t.is((await post(url.pathname, twice)).status, 400);
  t.is((await post(url.pathname, { ...Object.fromEntries(url.searchParams), state: 'x'.repeat(9000) })).status, 400);
  const json = await fetch(`${server.issuer}${url.pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  t.is(json.status, 400);
});

test('revocation answers an empty body of the type application/json', async (t) => {
  const { tokens } = await signIn(server.issuer);
  for (const token of [tokens.refresh_token ?? '', 'unknown']) {
    const response = await post('/api/oauth/revoke', { token }, { authorization: basic('demo-web') });
    t.is(response.status, 200);
    t.is(response.headers.get('content-type'), 'application/json; charset=utf-8');
    t.is(await response.text(), '');
  }
});

test('introspection names the audience of access tokens', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const introspect = async (token: string | undefined) => {
    const response = await post('/api/oauth/introspect', { token: token ?? '' }, { authorization: basic('demo-web') });
    return (await response.json()) as Record<string, unknown>;
  };
  t.is((await introspect(tokens.access_token))['aud'], server.issuer);
  const refresh = await introspect(tokens.refresh_token);
  t.true(refresh['active']);
  t.is(refresh['aud'], undefined);
  t.deepEqual(await introspect('unknown'), { active: false });
});

test('discovery says how clients authenticate at introspection and revocation', async (t) => {
  const { body } = await call(server.issuer, '/.well-known/openid-configuration');
  t.deepEqual(body['introspection_endpoint_auth_methods_supported'], ['client_secret_basic']);
  t.deepEqual(body['revocation_endpoint_auth_methods_supported'], body['token_endpoint_auth_methods_supported']);
});

test('a resource that is not this service is invalid_target at the authorization endpoint', async (t) => {
  const refused = await authorize('demo-web', { resource: 'https://api.example.com' });
  t.is(refused.origin, new URL(callback).origin);
  t.is(refused.searchParams.get('error'), 'invalid_target');
  const taken = await authorize('demo-web', { resource: server.issuer });
  t.regex(taken.pathname, /^\/interaction\//u);
});

test('a resource that is not this service is invalid_target at the token endpoint, and uses up nothing', async (t) => {
  const machine = (fields: [string, string][]) =>
    post('/api/oauth/token', new URLSearchParams([['grant_type', 'client_credentials'], ...fields]), {
      authorization: basic('demo-machine'),
    });
  const refused = await machine([['resource', 'https://api.example.com']]);
  t.is(refused.status, 400);
  t.is(((await refused.json()) as { error: string }).error, 'invalid_target');
  const twice = await machine([
    ['resource', server.issuer],
    ['resource', 'https://api.example.com'],
  ]);
  t.is(twice.status, 400);
  t.is((await machine([['resource', server.issuer]])).status, 200);

  const { tokens } = await signIn(server.issuer);
  const refresh = (resource: string) =>
    post(
      '/api/oauth/token',
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', resource },
      { authorization: basic('demo-web') },
    );
  t.is(((await (await refresh('https://api.example.com')).json()) as { error: string }).error, 'invalid_target');
  t.is((await refresh(server.issuer)).status, 200);
});
