import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as openid from 'openid-client';
import { platformMachine } from '../support/platform-api.js';
import {
  addClients,
  assertionFields,
  assertionOf,
  highSecurity,
  keySetOf,
  newKey,
  now,
  post,
  proofFor,
  type TestKey,
} from '../support/proofs.js';
import { call, enterPassword } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let key: TestKey;
let rsa: TestKey;
let dpop: TestKey;
const id = 'bank';
const redirectUri = 'https://bank.example/callback';

test.before(async () => {
  server = await startTestServer({
    ...highSecurity,
    accessTokenAlgorithm: 'ES256',
    lifetimes: { authorizationCode: 600 },
  });
  [key, rsa, dpop] = await Promise.all([newKey(), newKey('RS256'), newKey()]);
  await addClients(server, [
    {
      id,
      name: 'Bank',
      type: 'CONFIDENTIAL',
      firstParty: true,
      redirectUris: [redirectUri],
      authMethod: 'private_key_jwt',
      jwks: JSON.stringify({ keys: [key.publicJwk, rsa.publicJwk] }),
      profile: 'fapi2',
    },
  ]);
});
test.after.always(() => server?.stop());

const verifier = openid.randomPKCECodeVerifier();
const own = async (changes: Parameters<typeof assertionOf>[3] = {}, by = key) =>
  assertionFields(await assertionOf(server.issuer, id, by, changes));

async function push(changes: Record<string, string | undefined> = {}, proof?: string) {
  const fields = {
    client_id: id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid offline_access',
    nonce: 'n-1',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(await own()),
    ...changes,
  };
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return post(`${server.issuer}/api/oauth/par`, Object.fromEntries(given), proof === undefined ? {} : { DPoP: proof });
}

function authorize(query: Record<string, string>): URL {
  const url = new URL(`${server.issuer}/oauth/authorize`);
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** Signs a user in and returns the URL that the browser was sent to. */
async function signInBank(changes: Record<string, string> = {}): Promise<URL> {
  const { body } = await push(changes);
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(authorize({ client_id: id, request_uri: String(body['request_uri']) }));
  return (await enterPassword(browser, page, 'owner@acme.test')).url;
}

async function exchange(url: URL, { by = dpop, proof = true }: { by?: TestKey; proof?: boolean } = {}) {
  const tokenUrl = `${server.issuer}/api/oauth/token`;
  const fields = {
    grant_type: 'authorization_code',
    code: url.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...(await own()),
  };
  const headers = proof ? { DPoP: await proofFor({ key: by, method: 'POST', url: tokenUrl }) } : {};
  return post(tokenUrl, fields, headers as Record<string, string>);
}

test('FAPI 2.0: the metadata of the server is published', async (t) => {
  for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
    const { status, body } = await call(server.issuer, path);
    t.is(status, 200);
    t.like(body, {
      issuer: server.issuer,
      authorization_response_iss_parameter_supported: true,
      pushed_authorization_request_endpoint: `${server.issuer}/api/oauth/par`,
      dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519'],
    });
    t.true((body['token_endpoint_auth_methods_supported'] as string[]).includes('private_key_jwt'));
  }
});

test('FAPI 2.0: there is no password grant', async (t) => {
  const fields = { grant_type: 'password', username: 'owner@acme.test', password: 'x', ...(await own()) };
  const { body } = await post(`${server.issuer}/api/oauth/token`, fields);
  t.is(body['error'], 'unsupported_grant_type');
});

test('FAPI 2.0: only a client with keys can have the profile, with https redirect URIs', async (t) => {
  const create = async (body: object) =>
    call(server.issuer, '/api/platform/clients', await platformMachine(server), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'profile-client', name: 'P', profile: 'fapi2', redirectUris: [redirectUri], ...body }),
    });
  const keys = { authMethod: 'private_key_jwt', jwks: keySetOf(key) };
  for (const body of [
    { type: 'CONFIDENTIAL' },
    { type: 'SPA' },
    { type: 'SPA', ...keys },
    { type: 'CONFIDENTIAL', ...keys, redirectUris: ['http://localhost:3000/callback'] },
    { type: 'CONFIDENTIAL', ...keys, redirectUris: ['com.example.app:/callback'] },
  ]) {
    t.is((await create(body)).status, 422, JSON.stringify(body));
  }
  t.is((await create({ type: 'CONFIDENTIAL', ...keys })).status, 201);
});

test('FAPI 2.0: a row that breaks the profile is refused, however it was written', async (t) => {
  await server.identity.db.client.create({
    data: { id: 'forged', name: 'F', type: 'SPA', redirectUris: [redirectUri], profile: 'fapi2', scopes: ['openid'] },
  });
  const fields = { client_id: 'forged', grant_type: 'refresh_token', refresh_token: 'x' };
  const { status, body } = await post(`${server.issuer}/api/oauth/token`, fields);
  t.deepEqual([status, body['error']], [400, 'invalid_client_metadata']);
});

test('FAPI 2.0: the client authenticates with its key, and the audience is the issuer as a string', async (t) => {
  const { issuer } = server;
  for (const aud of [`${issuer}/api/oauth/token`, `${issuer}/api/oauth/par`, [issuer], `${issuer}/`]) {
    const { status, body } = await push({ ...(await own({ claims: { aud } })) });
    t.deepEqual([status, body['error']], [401, 'invalid_client'], String(aud));
  }
  t.is((await push({ client_id: id, client_assertion: undefined, client_assertion_type: undefined })).status, 401);
  t.is((await push()).status, 201);
});

test('FAPI 2.0: assertions are signed with PS256, ES256 or EdDSA', async (t) => {
  const { status } = await push({ ...(await own({}, rsa)) });
  t.is(status, 401);
});

test('FAPI 2.0: an assertion may be ten seconds in the future, but not more than sixty', async (t) => {
  t.is((await push({ ...(await own({ claims: { iat: now() + 10, nbf: now() + 10 } })) })).status, 201);
  t.is((await push({ ...(await own({ claims: { iat: now() + 65 } })) })).status, 401);
  t.is((await push({ ...(await own({ claims: { nbf: now() + 65 } })) })).status, 401);
});

test('FAPI 2.0: a DPoP proof may be ten seconds in the future, but not more than sixty', async (t) => {
  const url = `${server.issuer}/api/oauth/par`;
  const at = (iat: number) => proofFor({ key: dpop, method: 'POST', url, claims: { iat } });
  t.is((await push({}, await at(now() + 10))).status, 201);
  t.is((await push({}, await at(now() + 65))).status, 400);
});

test('FAPI 2.0: a request that was not pushed is refused', async (t) => {
  const page = await new TestBrowser(server.issuer).open(
    authorize({
      client_id: id,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
      nonce: 'n',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  );
  t.is(page.url.searchParams.get('error'), 'invalid_request');
});

test('FAPI 2.0: PKCE with S256 and the redirect URI are required', async (t) => {
  for (const changes of [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { redirect_uri: undefined },
    { redirect_uri: 'https://evil.example/' },
  ]) {
    const { status, body } = await push(changes);
    t.deepEqual([status, body['error']], [400, 'invalid_request'], JSON.stringify(changes));
  }
});

test('FAPI 2.0: only the code flow exists', async (t) => {
  for (const type of ['token', 'id_token', 'code id_token', 'none'])
    t.is((await push({ response_type: type })).status, 400);
});

test('FAPI 2.0: a request_uri is valid for less than ten minutes, and works once', async (t) => {
  const { body } = await push();
  t.true(Number(body['expires_in']) <= 60);
  const url = authorize({ client_id: id, request_uri: String(body['request_uri']) });
  const browser = new TestBrowser(server.issuer);
  t.truthy((await enterPassword(browser, await browser.open(url), 'owner@acme.test')).url.searchParams.get('code'));
  t.is((await browser.open(url)).status, 400);
});

test('FAPI 2.0: the response names the issuer, and the browser is redirected with 303', async (t) => {
  const { body } = await push();
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(authorize({ client_id: id, request_uri: String(body['request_uri']) }));
  const end = await enterPassword(browser, page, 'owner@acme.test');
  t.is(end.url.searchParams.get('iss'), server.issuer);
  const next = await push();
  const url = authorize({ client_id: id, request_uri: String(next.body['request_uri']) });
  t.is((await browser.request('GET', url)).status, 303);
});

test('FAPI 2.0: a code is valid for sixty seconds, whatever the server allows others', async (t) => {
  await signInBank();
  const row = await server.identity.db.oidcToken.findFirstOrThrow({
    where: { clientId: id, kind: 'AuthorizationCode' },
    orderBy: { createdAt: 'desc' },
  });
  t.true(row.expiresAt !== null && row.expiresAt.getTime() - row.createdAt.getTime() <= 60_500);
});

test('FAPI 2.0: a code is exchanged once, and a second use ends its tokens', async (t) => {
  const url = await signInBank();
  const first = await exchange(url);
  t.is(first.status, 200);
  t.is((await exchange(url)).body['error'], 'invalid_grant');
  const token = String(first.body['access_token']);
  const at = `${server.issuer}/api/users/me`;
  const headers = { authorization: `DPoP ${token}`, dpop: await proofFor({ key: dpop, url: at, token }) };
  t.is((await call(server.issuer, '/api/users/me', undefined, { headers })).status, 401);
});

test('FAPI 2.0: only bound tokens are issued', async (t) => {
  const url = await signInBank();
  t.is((await exchange(url, { proof: false })).status, 400);
  const { body } = await exchange(await signInBank());
  t.is(body['token_type'], 'DPoP');
  t.deepEqual(decodeJwt(String(body['access_token']))['cnf'], { jkt: dpop.thumbprint });
});

test('FAPI 2.0: a code can be bound to the key of its pushed request', async (t) => {
  const proof = await proofFor({ key: dpop, method: 'POST', url: `${server.issuer}/api/oauth/par` });
  const finish = async () => {
    const { body } = await push({ dpop_jkt: dpop.thumbprint });
    const browser = new TestBrowser(server.issuer);
    const page = await browser.open(authorize({ client_id: id, request_uri: String(body['request_uri']) }));
    return (await enterPassword(browser, page, 'owner@acme.test')).url;
  };
  t.is((await push({}, proof)).status, 201);
  t.is((await exchange(await finish(), { by: await newKey() })).status, 400);
  t.is((await exchange(await finish())).status, 200);
});

test('FAPI 2.0: refresh tokens are not rotated, need the key of the client, and stay valid', async (t) => {
  const { body } = await exchange(await signInBank());
  const tokenUrl = `${server.issuer}/api/oauth/token`;
  const refresh = async (by: TestKey | undefined) =>
    post(
      tokenUrl,
      {
        grant_type: 'refresh_token',
        refresh_token: String(body['refresh_token']),
        ...(by ? await own({}, by) : { client_id: id }),
      },
      { DPoP: await proofFor({ key: dpop, method: 'POST', url: tokenUrl }) },
    );
  for (const _ of [1, 2]) {
    const refreshed = await refresh(key);
    t.is(refreshed.status, 200);
    t.is(refreshed.body['refresh_token'], body['refresh_token']);
  }
  t.is((await refresh(undefined)).status, 400);
  t.is((await refresh(await newKey())).status, 400);
});

test('FAPI 2.0: ID tokens and access tokens are signed with ES256 or EdDSA', async (t) => {
  const { body } = await exchange(await signInBank());
  for (const name of ['id_token', 'access_token']) t.is(decodeProtectedHeader(String(body[name])).alg, 'ES256');
});

test('FAPI 2.0: access tokens are not accepted in the query or body', async (t) => {
  const { body } = await exchange(await signInBank());
  const token = String(body['access_token']);
  const dpopHeader = await proofFor({ key: dpop, url: `${server.issuer}/api/users/me`, token });
  for (const path of ['/api/users/me', '/api/oauth/userinfo']) {
    const { status } = await call(server.issuer, `${path}?access_token=${token}`, undefined, {
      headers: { dpop: dpopHeader },
    });
    t.true(status === 400 || status === 401, `${path} ${status}`);
  }
});

test('FAPI 2.0: no other site may read the authorization endpoint', async (t) => {
  const response = await fetch(`${server.issuer}/oauth/authorize?client_id=${id}`, {
    headers: { origin: 'https://bank.example' },
    redirect: 'manual',
  });
  t.is(response.headers.get('access-control-allow-origin'), null);
});

test('the profile needs an algorithm that it allows', async (t) => {
  const { issuer, databaseUrl, stop } = await startTestServer(highSecurity);
  t.teardown(stop);
  await addClients({ databaseUrl }, [
    {
      id,
      name: 'Bank',
      type: 'MACHINE',
      scopes: ['licenses:read'],
      authMethod: 'private_key_jwt',
      jwks: keySetOf(key),
      profile: 'fapi2',
    },
  ]);
  const { status, body } = await post(`${issuer}/api/oauth/token`, {
    grant_type: 'client_credentials',
    ...assertionFields(await assertionOf(issuer, id, key)),
  });
  t.deepEqual([status, body['error']], [400, 'invalid_client_metadata']);
  t.regex(String(body['error_description']), /accessTokenAlgorithm/u);
});
