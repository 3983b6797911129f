import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutgoingFetch, newAttemptSecret, type Vault } from '@org/identity-core';
import test from 'ava';
import { oidcKind } from '../../src/oidc/oidc-kind.js';
import { codeOnPage, failureCode } from '../../src/providers/failure-code.js';
import { createProviders, type ProviderLimits, type ProviderOf } from '../../src/providers/providers.js';

// Nothing is encrypted here: the secret is as good as its sealed form.
const vault: Vault = { seal: (_, plain) => Uint8Array.from(plain), open: (_, sealed) => sealed, digest: () => '' };
const limits: ProviderLimits = {
  remembered: 3,
  keptMilliseconds: 60_000,
  failureMilliseconds: 60_000,
  atOnce: 10,
  atOnceOfTenant: 2,
};
const open: Server[] = [];
test.after.always(() => {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A provider whose configuration is correct. `asked` counts how often it was read. */
async function honest() {
  const state = { asked: 0, issuer: '' };
  state.issuer = await serve((_request, response) => {
    state.asked += 1;
    const { issuer } = state;
    const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer, ...endpoints, jwks_uri: `${issuer}/jwks` }));
  });
  return state;
}

const connection = (issuer: string, changes: Partial<ProviderOf> = {}): ProviderOf => ({
  id: 'c1',
  tenantId: 't1',
  version: 1,
  issuer,
  name: 'Corp Login',
  kind: 'OIDC',
  settings: { clientId: 'client', emailClaim: 'email', logoutAtProvider: false },
  secret: Buffer.from('secret'),
  ...changes,
});

function providersWith(changes: Partial<ProviderLimits> = {}, { allowPrivate = true, silence = 200 } = {}) {
  const fetch = createOutgoingFetch({ allowPrivate, silenceMilliseconds: silence });
  const kind = oidcKind({ fetch, issuer: 'https://login.test', allowsPrivateNetworks: true });
  return createProviders({ connectionKinds: () => [kind], vault }, { ...limits, ...changes });
}

test('a configuration is read once for each version, however many users come at once', async (t) => {
  const provider = await honest();
  const providers = providersWith();
  const first = Array.from({ length: 20 }, () => providers.of(connection(provider.issuer)));
  await Promise.all(first);
  await providers.of(connection(provider.issuer));
  t.is(provider.asked, 1);
  await providers.of(connection(provider.issuer, { version: 2 }));
  t.is(provider.asked, 2);
});

test('the URL has PKCE, state, nonce and the hint, and the redirect URI of the connection', async (t) => {
  const provider = await honest();
  const { begin } = await providersWith().of(connection(provider.issuer));
  const secret = newAttemptSecret();
  const begun = await begin(secret, { loginHint: 'a@corp.test' });
  const url = new URL('redirect' in begun ? begun.redirect : '');
  const sent = Object.fromEntries(url.searchParams);
  t.like(sent, {
    client_id: 'client',
    response_type: 'code',
    redirect_uri: 'https://login.test/sso/c/c1/callback',
    scope: 'openid email profile',
    state: secret.state,
    nonce: secret.nonce,
    code_challenge_method: 'S256',
    login_hint: 'a@corp.test',
  });
  t.false(url.href.includes(secret.verifier));
});

test('few configurations are remembered', async (t) => {
  const provider = await honest();
  const providers = providersWith();
  for (const id of ['a', 'b', 'c', 'd']) await providers.of(connection(provider.issuer, { id }));
  t.is(provider.asked, 4);
  await providers.of(connection(provider.issuer, { id: 'd' }));
  t.is(provider.asked, 4);
  await providers.of(connection(provider.issuer, { id: 'a' }));
  t.is(provider.asked, 5);
});

test('a failure counts for a while, and is asked again after that', async (t) => {
  let asked = 0;
  const issuer = await serve((_request, response) => {
    asked += 1;
    response.statusCode = 500;
    response.end();
  });
  const providers = providersWith();
  await t.throwsAsync(providers.of(connection(issuer)));
  await t.throwsAsync(providers.of(connection(issuer)));
  t.is(asked, 1);
  const forgetful = providersWith({ failureMilliseconds: -1 });
  await t.throwsAsync(forgetful.of(connection(issuer)));
  await t.throwsAsync(forgetful.of(connection(issuer)));
  t.is(asked, 3);
});

test('a provider that hangs keeps no other tenant waiting', async (t) => {
  const hanging = await serve(() => undefined);
  const provider = await honest();
  // It would hang for longer than a test may take.
  const providers = providersWith({}, { silence: 60_000 });
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'])
    providers.of(connection(hanging, { id })).catch(() => undefined);
  await providers.of(connection(provider.issuer, { id: 'other', tenantId: 't2' }));
  t.is(provider.asked, 1);
});

test('a provider that never responds is given up', async (t) => {
  const hanging = await serve(() => undefined);
  await t.throwsAsync(providersWith().of(connection(hanging)));
});

test('a response of ten megabytes is not read', async (t) => {
  let sent = 0;
  const issuer = await serve((_request, response) => {
    response.setHeader('content-type', 'application/json');
    const part = Buffer.alloc(100_000, ' ');
    const write = () => {
      if (response.destroyed || sent >= 10_000_000) return void response.end();
      sent += part.length;
      response.write(part, write);
    };
    write();
  });
  await t.throwsAsync(providersWith().of(connection(issuer)));
  t.true(sent < 10_000_000, String(sent));
});

for (const issuer of [
  'https://127.0.0.1',
  'https://10.0.0.1',
  'https://[::1]',
  'https://169.254.169.254',
  'https://localhost',
])
  test(`${issuer} is not called`, async (t) => {
    const error = await t.throwsAsync(providersWith({}, { allowPrivate: false }).of(connection(issuer)));
    t.is(failureCode(error), 'private_network');
  });

test('a page does not tell an inner name from an unknown one or a closed port; it does tell what the provider refused', (t) => {
  for (const code of [
    'private_network',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
  ])
    t.is(codeOnPage(code), 'unreachable');
  for (const code of ['invalid_client', 'ERR_TLS_CERT_ALTNAME_INVALID', 'OAUTH_INVALID_RESPONSE', 'unknown'])
    t.is(codeOnPage(code), code);
});

test('a configuration of another issuer, or with an endpoint that is no URL of the web, is refused', async (t) => {
  const body = (changes: Record<string, string>) =>
    serve((request, response) => {
      const issuer = `http://${request.headers.host}`;
      const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer, ...endpoints, ...changes }));
    });
  for (const changes of [
    { issuer: 'https://accounts.example.test' },
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_endpoint: '/authorize' },
  ])
    await t.throwsAsync(providersWith().of(connection(await body(changes))), undefined, JSON.stringify(changes));
});

test('a redirect is not followed', async (t) => {
  const provider = await honest();
  const issuer = await serve((_request, response) => {
    response.writeHead(302, { location: `${provider.issuer}/.well-known/openid-configuration` }).end();
  });
  await t.throwsAsync(providersWith().of(connection(issuer)));
  t.is(provider.asked, 0);
});
