import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as client from 'openid-client';
import { addClients, highSecurity, keySetOf, newKey } from '../support/proofs.js';
import { enterPassword } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ ...highSecurity, accessTokenAlgorithm: 'ES256' });
});
test.after.always(() => server?.stop());

const redirectUri = 'https://bank.example/callback';

test('openid-client signs in, refreshes and calls our API with PAR, DPoP and private_key_jwt', async (t) => {
  const key = await newKey();
  await addClients(server, [
    {
      id: 'bank',
      name: 'Bank',
      type: 'CONFIDENTIAL',
      firstParty: true,
      redirectUris: [redirectUri],
      authMethod: 'private_key_jwt',
      jwks: keySetOf(key),
      profile: 'fapi2',
    },
  ]);
  const config = await client.discovery(
    new URL(server.issuer),
    'bank',
    { id_token_signed_response_alg: 'ES256', use_mtls_endpoint_aliases: false },
    client.PrivateKeyJwt(key.privateKey),
    { execute: [client.allowInsecureRequests] },
  );
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
  const [verifier, nonce, state] = [client.randomPKCECodeVerifier(), client.randomNonce(), client.randomState()];
  const url = await client.buildAuthorizationUrlWithPAR(
    config,
    {
      redirect_uri: redirectUri,
      scope: 'openid profile email offline_access',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      nonce,
      state,
    },
    { DPoP },
  );
  t.deepEqual([...url.searchParams.keys()].toSorted(), ['client_id', 'request_uri']);
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(url), 'owner@acme.test');
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state };
  const tokens = await client.authorizationCodeGrant(config, page.url, checks, undefined, { DPoP });
  t.is(tokens.token_type, 'dpop');
  t.is(tokens.claims()?.aud, 'bank');

  const me = async (accessToken: string) =>
    client.fetchProtectedResource(
      config,
      accessToken,
      new URL(`${server.issuer}/api/users/me`),
      'GET',
      undefined,
      undefined,
      { DPoP },
    );
  t.like(await (await me(tokens.access_token)).json(), { email: 'owner@acme.test' });
  const info = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '', { DPoP });
  t.is(info.email, 'owner@acme.test');

  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP });
  t.is((await me(refreshed.access_token)).status, 200);
  // FAPI 2.0: the refresh token stays the same, and can be used again.
  t.is(refreshed.refresh_token, tokens.refresh_token);
  const again = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP });
  t.is((await me(again.access_token)).status, 200);
  const introspected = await client.tokenIntrospection(config, again.access_token);
  t.like(introspected, { active: true, token_type: 'DPoP' });
  await client.tokenRevocation(config, tokens.refresh_token ?? '');
  const ended = await t.throwsAsync(me(again.access_token));
  t.truthy(ended);
});
