import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt } from 'jose';
import { addClients, highSecurity, newKey, post, proofFor, type TestKey } from '../support/proofs.js';
import { buildRequest, call, callback, configure, enterPassword } from '../support/sign-in.js';
import { type SecondProcess, startSecondProcess } from '../support/start-second-process.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let second: SecondProcess;
let tokenUrl: string;

test.before(async () => {
  server = await startTestServer(highSecurity);
  tokenUrl = `${server.issuer}/api/oauth/token`;
  second = await startSecondProcess(server.databaseUrl, server.issuer, { ...highSecurity });
  await addClients(server, [
    { id: 'bound-spa', name: 'Bound', type: 'SPA', firstParty: true, redirectUris: [callback], dpopBound: true },
  ]);
});
test.after.always(async () => {
  await second?.stop();
  await server?.stop();
});

type Tokens = { access_token: string; refresh_token: string; token_type: string };

const proofOf = (key: TestKey) => proofFor({ key, method: 'POST', url: tokenUrl });

async function signInBound(key: TestKey, changes: Record<string, string> = {}, clientId = 'demo-spa') {
  const config = await configure(server.issuer, 'demo-spa');
  const request = await buildRequest(config, { client_id: clientId, ...changes });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  const code = page.url.searchParams.get('code') ?? '';
  const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, client_id: clientId };
  return post(tokenUrl, { ...fields, code_verifier: request.verifier }, { DPoP: await proofOf(key) });
}

const refresh = (refreshToken: string, DPoP?: string, at = tokenUrl) =>
  post(
    at,
    { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: 'demo-spa' },
    DPoP === undefined ? {} : { DPoP },
  );

test('the tokens of a public client that sends a proof are bound, with its refresh token', async (t) => {
  const key = await newKey('EdDSA');
  const {
    access_token: token,
    refresh_token: refreshToken,
    token_type: type,
  } = (await signInBound(key)).body as Tokens;
  t.is(type, 'DPoP');
  t.deepEqual(decodeJwt(token)['cnf'], { jkt: key.thumbprint });
  const other = await newKey();
  for (const proof of [undefined, await proofOf(other)]) t.is((await refresh(refreshToken, proof)).status, 400);
  const proof = await proofOf(key);
  const refreshed = await refresh(refreshToken, proof);
  t.like(refreshed, { status: 200, body: { token_type: 'DPoP' } });
  t.deepEqual(decodeJwt(String(refreshed.body['access_token']))['cnf'], { jkt: key.thumbprint });
});

test('within the grace a used refresh token gets its response again only with a new proof of the same key', async (t) => {
  const key = await newKey();
  const { refresh_token: refreshToken } = (await signInBound(key)).body as Tokens;
  const first = await proofOf(key);
  const response = await refresh(refreshToken, first);
  t.is(response.status, 200);
  t.is((await refresh(refreshToken)).status, 400);
  t.is((await refresh(refreshToken, await proofOf(await newKey()))).status, 400);
  t.is((await refresh(refreshToken, first)).status, 400);
  t.is((await refresh(refreshToken, first, `${second.url}/api/oauth/token`)).status, 400);
  const again = await refresh(refreshToken, await proofOf(key));
  t.deepEqual(again.body, response.body);
});

test('a code that was requested for a key is exchanged with that key only', async (t) => {
  const [key, other] = [await newKey(), await newKey()];
  t.is((await signInBound(other, { dpop_jkt: key.thumbprint })).status, 400);
  t.is((await signInBound(key, { dpop_jkt: key.thumbprint })).status, 200);
});

test('userinfo needs the proof of a bound token, once over two processes', async (t) => {
  const key = await newKey();
  const { access_token: token } = (await signInBound(key)).body as Tokens;
  const path = '/api/oauth/userinfo';
  const url = `${server.issuer}${path}`;
  const asBearer = await call(server.issuer, path, token);
  t.is(asBearer.status, 401);
  t.regex(asBearer.headers.get('www-authenticate') ?? '', /^DPoP .*error="invalid_token"/u);
  const withProof = (dpop: string, at = server.issuer) =>
    call(at, path, undefined, { headers: { authorization: `DPoP ${token}`, dpop } });
  const proof = await proofFor({ key, url, token });
  t.is((await withProof(proof)).status, 200);
  t.is((await withProof(proof, second.url)).status, 401);
  for (const bad of [
    { url: `${server.issuer}/api/users/me` },
    { method: 'POST' },
    { token: 'another' },
    { key: await newKey() },
    { claims: { iat: Math.floor(Date.now() / 1000) + 90 } },
  ]) {
    t.is((await withProof(await proofFor({ key, url, token, ...bad }))).status, 401);
  }
  const body = new URLSearchParams({ access_token: token });
  t.is((await call(server.issuer, path, undefined, { method: 'POST', body })).status, 401);
});

test('a public client that needs bound tokens gets none without a proof', async (t) => {
  const config = await configure(server.issuer, 'demo-spa');
  const request = await buildRequest(config, { client_id: 'bound-spa' });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  const code = page.url.searchParams.get('code') ?? '';
  const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, client_id: 'bound-spa' };
  const { status, body } = await post(tokenUrl, { ...fields, code_verifier: request.verifier });
  t.deepEqual([status, body['error']], [400, 'invalid_grant']);
  t.is((await signInBound(await newKey(), {}, 'bound-spa')).status, 200);
});

test('a client that needs bound tokens from now on loses its bearer tokens', async (t) => {
  const redirectUris = [callback];
  const client = { id: 'later-bound', name: 'Later', type: 'SPA' as const, firstParty: true, redirectUris };
  await addClients(server, [client]);
  const config = await configure(server.issuer, 'demo-spa');
  const request = await buildRequest(config, { client_id: client.id });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  const code = page.url.searchParams.get('code') ?? '';
  const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, client_id: client.id };
  const { body } = await post(tokenUrl, { ...fields, code_verifier: request.verifier });
  const token = String(body['access_token']);
  t.is((await call(server.issuer, '/api/users/me', token)).status, 200);
  await addClients(server, [{ ...client, dpopBound: true }]);
  t.is((await call(server.issuer, '/api/users/me', token)).status, 401);
});

test('below a path and behind a proxy, the URL of a proof is that of the issuer', async (t) => {
  const issuer = 'https://id.example.com/sign-in';
  const below = await startSecondProcess(server.databaseUrl, issuer, { ...highSecurity });
  t.teardown(() => below.stop());
  const key = await newKey();
  const secret = 'demo-machine-secret-change-me-0123456789ab';
  const fields = { grant_type: 'client_credentials', client_id: 'demo-machine', client_secret: secret };
  const at = `${below.url}/sign-in/api/oauth/token`;
  const DPoP = await proofFor({ key, method: 'POST', url: `${issuer}/api/oauth/token` });
  const { body } = await post(at, fields, { DPoP });
  const token = String(body['access_token']);
  t.is(body['token_type'], 'DPoP');
  const path = '/api/integration/licenses/snapshot';
  const status = async (url: string) => {
    const dpop = await proofFor({ key, url: `${url}${path}`, token });
    const headers = { authorization: `DPoP ${token}`, dpop };
    return (await call(`${below.url}/sign-in`, `${path}?applicationId=x`, undefined, { headers })).status;
  };
  t.is(await status('https://id.example.com'), 401);
  t.is(await status(`${below.url}/sign-in`), 401);
  t.not(await status(issuer), 401);
});
