import test from 'ava';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { call, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

test('discovery has exactly the values of the contract', async (t) => {
  const { status, body } = await call(server.issuer, '/.well-known/openid-configuration');
  t.is(status, 200);
  const { issuer } = server;
  const expected: Record<string, unknown> = {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/api/oauth/token`,
    userinfo_endpoint: `${issuer}/api/oauth/userinfo`,
    jwks_uri: `${issuer}/api/oauth/jwks`,
    end_session_endpoint: `${issuer}/api/oauth/logout`,
    revocation_endpoint: `${issuer}/api/oauth/revoke`,
    introspection_endpoint: `${issuer}/api/oauth/introspect`,
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256', 'plain'],
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
  for (const [name, value] of Object.entries(expected)) t.deepEqual(body[name], value, name);
});

test('claims that came later are not in the discovery document', async (t) => {
  const { body } = await call(server.issuer, '/.well-known/openid-configuration');
  const claims = body['claims_supported'] as string[];
  t.true(claims.includes('license') && claims.includes('features'));
  t.false(claims.includes('limits'));
});

test('the plain method is neither offered nor taken when it is switched off', async (t) => {
  const strict = await startTestServer({ allowPlainPkce: false });
  try {
    const { body } = await call(strict.issuer, '/.well-known/openid-configuration');
    t.deepEqual(body['code_challenge_methods_supported'], ['S256']);
    const query = new URLSearchParams({
      client_id: 'demo-spa',
      redirect_uri: 'http://127.0.0.1:8765/callback',
      response_type: 'code',
      scope: 'openid',
      nonce: 'n',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'plain',
    });
    const response = await fetch(`${strict.issuer}/oauth/authorize?${query}`, { redirect: 'manual' });
    t.is(new URL(response.headers.get('location') ?? '').searchParams.get('error'), 'invalid_request');
  } finally {
    await strict.stop();
  }
});

test('the nonce rule can be switched off', async (t) => {
  const relaxed = await startTestServer({ requireNonce: false });
  try {
    const query = new URLSearchParams({
      client_id: 'demo-web',
      redirect_uri: 'http://127.0.0.1:8765/callback',
      response_type: 'code',
      scope: 'openid',
    });
    const response = await fetch(`${relaxed.issuer}/oauth/authorize?${query}`, { redirect: 'manual' });
    t.regex(String(response.headers.get('location')), /^\/interaction\//u);
  } finally {
    await relaxed.stop();
  }
});

test('the key set holds public RSA keys only, and verifies access and ID tokens', async (t) => {
  const { body } = await call(server.issuer, '/api/oauth/jwks');
  const keys = body['keys'] as Record<string, string>[];
  t.is(keys.length, 1);
  for (const key of keys) {
    t.like(key, { kty: 'RSA', use: 'sig', alg: 'RS256' });
    for (const name of ['kid', 'n', 'e']) t.regex(String(key[name]), /^[\w-]+$/u);
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) t.false(secret in key);
  }
  const { tokens } = await signIn(server.issuer);
  const keySet = createRemoteJWKSet(new URL(`${server.issuer}/api/oauth/jwks`));
  await t.notThrowsAsync(jwtVerify(tokens.access_token, keySet, { issuer: server.issuer, typ: 'at+jwt' }));
  await t.notThrowsAsync(jwtVerify(String(tokens.id_token), keySet, { issuer: server.issuer, audience: 'demo-web' }));
});

test('the audience of access tokens can be another than the issuer', async (t) => {
  const other = await startTestServer({ audience: 'https://api.example.test' });
  try {
    const { tokens } = await signIn(other.issuer);
    const keySet = createRemoteJWKSet(new URL(`${other.issuer}/api/oauth/jwks`));
    await t.notThrowsAsync(jwtVerify(tokens.access_token, keySet, { audience: 'https://api.example.test' }));
    t.is((await call(other.issuer, '/api/users/me', tokens.access_token)).status, 200);
    t.is((await call(other.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 200);
  } finally {
    await other.stop();
  }
});

for (const path of ['/.well-known/openid-configuration', '/api/oauth/jwks']) {
  test(`${path} is the same answer whether it was made or kept`, async (t) => {
    const get = async (headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.issuer}${path}`, { headers });
      const {
        date: _date,
        'x-request-id': id,
        connection: _connection,
        ...others
      } = Object.fromEntries(response.headers);
      return { id, headers: others, text: await response.text() };
    };
    const [one, other] = [await get(), await get()];
    t.not(one.id, other.id);
    t.is(other.text, one.text);
    t.deepEqual(other.headers, one.headers);
    t.is(
      (await get({ origin: 'https://elsewhere.test' })).headers['access-control-allow-origin'],
      'https://elsewhere.test',
    );
    t.is((await get()).headers['access-control-allow-origin'], '*');
    t.is((await fetch(`${server.issuer}${path}`, { method: 'POST' })).status, 405);
  });
}

for (const accessTokenAlgorithm of ['ES256', 'EdDSA'] as const) {
  test(`access tokens can be signed with ${accessTokenAlgorithm}; ID tokens stay RS256, and both verify`, async (t) => {
    const chosen = await startTestServer({ accessTokenAlgorithm });
    t.teardown(() => chosen.stop());
    const { tokens } = await signIn(chosen.issuer);
    const keys = createRemoteJWKSet(new URL('/api/oauth/jwks', chosen.issuer));
    const access = await jwtVerify(tokens.access_token, keys, { issuer: chosen.issuer, typ: 'at+jwt' });
    t.is(access.protectedHeader.alg, accessTokenAlgorithm);
    t.is((await jwtVerify(tokens.id_token ?? '', keys, { issuer: chosen.issuer })).protectedHeader.alg, 'RS256');
    for (const path of ['/api/users/me', '/api/oauth/userinfo']) {
      t.is((await call(chosen.issuer, path, tokens.access_token)).status, 200, path);
    }
    const { body } = await call(chosen.issuer, '/.well-known/openid-configuration');
    t.deepEqual(body['id_token_signing_alg_values_supported'], ['RS256']);
  });
}
