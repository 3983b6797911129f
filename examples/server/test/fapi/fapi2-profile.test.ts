import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as openid from 'openid-client';
import { type Bank, bankId, bankRedirectUri, startBank } from '../support/fapi2-bank.js';
import { platformMachine } from '../support/platform-api.js';
import {
  addClients,
  assertionFields,
  assertionOf,
  highSecurity,
  keySetOf,
  now,
  post,
  proofFor,
} from '../support/proofs.js';
import { call, enterPassword } from '../support/sign-in.js';
import { startTestServer } from '../support/test-server.js';

let bank: Bank;
test.before(async () => {
  bank = await startBank();
});
test.after.always(() => bank?.server.stop());

const verifier = openid.randomPKCECodeVerifier();

test('FAPI 2.0: the metadata of the server is published', async (t) => {
  for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
    const { status, body } = await call(bank.server.issuer, path);
    t.is(status, 200);
    t.like(body, {
      issuer: bank.server.issuer,
      authorization_response_iss_parameter_supported: true,
      pushed_authorization_request_endpoint: `${bank.server.issuer}/api/oauth/par`,
      dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519'],
    });
    t.true((body['token_endpoint_auth_methods_supported'] as string[]).includes('private_key_jwt'));
  }
});

test('FAPI 2.0: there is no password grant', async (t) => {
  const fields = { grant_type: 'password', username: 'owner@acme.test', password: 'x', ...(await bank.own()) };
  const { body } = await post(`${bank.server.issuer}/api/oauth/token`, fields);
  t.is(body['error'], 'unsupported_grant_type');
});

test('FAPI 2.0: only a client with keys can have the profile, with https redirect URIs', async (t) => {
  const create = async (body: object) =>
    call(bank.server.issuer, '/api/platform/clients', await platformMachine(bank.server), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        id: 'profile-client',
        name: 'P',
        profile: 'fapi2',
        redirectUris: [bankRedirectUri],
        ...body,
      }),
    });
  const keys = { authMethod: 'private_key_jwt', jwks: keySetOf(bank.key) };
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
  await bank.server.identity.db.client.create({
    data: {
      id: 'forged',
      name: 'F',
      type: 'SPA',
      redirectUris: [bankRedirectUri],
      profile: 'fapi2',
      scopes: ['openid'],
    },
  });
  const fields = { client_id: 'forged', grant_type: 'refresh_token', refresh_token: 'x' };
  const { status, body } = await post(`${bank.server.issuer}/api/oauth/token`, fields);
  t.deepEqual([status, body['error']], [400, 'invalid_client_metadata']);
});

test('FAPI 2.0: the client authenticates with its key, and the audience is the issuer as a string', async (t) => {
  const { issuer } = bank.server;
  for (const aud of [`${issuer}/api/oauth/token`, `${issuer}/api/oauth/par`, [issuer], `${issuer}/`]) {
    const { status, body } = await bank.push({ ...(await bank.own({ claims: { aud } })) });
    t.deepEqual([status, body['error']], [401, 'invalid_client'], String(aud));
  }
  t.is(
    (await bank.push({ client_id: bankId, client_assertion: undefined, client_assertion_type: undefined })).status,
    401,
  );
  t.is((await bank.push()).status, 201);
});

test('FAPI 2.0: assertions are signed with PS256, ES256 or EdDSA', async (t) => {
  const { status } = await bank.push({ ...(await bank.own({}, bank.rsa)) });
  t.is(status, 401);
});

test('FAPI 2.0: an assertion may be ten seconds in the future, but not more than sixty', async (t) => {
  t.is((await bank.push({ ...(await bank.own({ claims: { iat: now() + 10, nbf: now() + 10 } })) })).status, 201);
  t.is((await bank.push({ ...(await bank.own({ claims: { iat: now() + 65 } })) })).status, 401);
  t.is((await bank.push({ ...(await bank.own({ claims: { nbf: now() + 65 } })) })).status, 401);
});

test('FAPI 2.0: a DPoP proof may be ten seconds in the future, but not more than sixty', async (t) => {
  const url = `${bank.server.issuer}/api/oauth/par`;
  const at = (iat: number) => proofFor({ key: bank.dpop, method: 'POST', url, claims: { iat } });
  t.is((await bank.push({}, await at(now() + 10))).status, 201);
  t.is((await bank.push({}, await at(now() + 65))).status, 400);
});

test('FAPI 2.0: a request that was not pushed is refused', async (t) => {
  const page = await new TestBrowser(bank.server.issuer).open(
    bank.authorize({
      client_id: bankId,
      response_type: 'code',
      redirect_uri: bankRedirectUri,
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
    const { status, body } = await bank.push(changes);
    t.deepEqual([status, body['error']], [400, 'invalid_request'], JSON.stringify(changes));
  }
});

test('FAPI 2.0: only the code flow exists', async (t) => {
  for (const type of ['token', 'id_token', 'code id_token', 'none'])
    t.is((await bank.push({ response_type: type })).status, 400);
});

test('FAPI 2.0: a request_uri is valid for less than ten minutes, and works once', async (t) => {
  const { body } = await bank.push();
  t.true(Number(body['expires_in']) <= 60);
  const url = bank.authorize({ client_id: bankId, request_uri: String(body['request_uri']) });
  const browser = new TestBrowser(bank.server.issuer);
  t.truthy((await enterPassword(browser, await browser.open(url), 'owner@acme.test')).url.searchParams.get('code'));
  t.is((await browser.open(url)).status, 400);
});

test('FAPI 2.0: the response names the issuer, and the browser is redirected with 303', async (t) => {
  const { body } = await bank.push();
  const browser = new TestBrowser(bank.server.issuer);
  const page = await browser.open(bank.authorize({ client_id: bankId, request_uri: String(body['request_uri']) }));
  const end = await enterPassword(browser, page, 'owner@acme.test');
  t.is(end.url.searchParams.get('iss'), bank.server.issuer);
  const next = await bank.push();
  const url = bank.authorize({ client_id: bankId, request_uri: String(next.body['request_uri']) });
  t.is((await browser.request('GET', url)).status, 303);
});

test('FAPI 2.0: no other site may read the authorization endpoint', async (t) => {
  const response = await fetch(`${bank.server.issuer}/oauth/authorize?client_id=${bankId}`, {
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
      id: bankId,
      name: 'Bank',
      type: 'MACHINE',
      scopes: ['licenses:read'],
      authMethod: 'private_key_jwt',
      jwks: keySetOf(bank.key),
      profile: 'fapi2',
    },
  ]);
  const { status, body } = await post(`${issuer}/api/oauth/token`, {
    grant_type: 'client_credentials',
    ...assertionFields(await assertionOf(issuer, bankId, bank.key)),
  });
  t.deepEqual([status, body['error']], [400, 'invalid_client_metadata']);
  t.regex(String(body['error_description']), /accessTokenAlgorithm/u);
});
