import { createHash } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { buildRequest, call, callback, configure, enterPassword, secretOf, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

async function freshCode(clientId: string) {
  const request = await buildRequest(await configure(server.issuer, clientId));
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  return { code: String(page.url.searchParams.get('code')), verifier: request.verifier };
}

async function tokenRequest(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

const web = { client_id: 'demo-web', client_secret: secretOf('demo-web') };

test('the token endpoint refuses a wrong verifier, a missing one and one without a challenge with invalid_grant', async (t) => {
  const first = await freshCode('demo-spa');
  const base = { grant_type: 'authorization_code', redirect_uri: callback };
  const wrong = await tokenRequest({
    ...base,
    client_id: 'demo-spa',
    code: first.code,
    code_verifier: client.randomPKCECodeVerifier(),
  });
  t.deepEqual([wrong.status, wrong.body['error']], [400, 'invalid_grant']);

  const second = await freshCode('demo-spa');
  const missing = await tokenRequest({ ...base, client_id: 'demo-spa', code: second.code });
  t.deepEqual([missing.status, missing.body['error']], [400, 'invalid_grant']);

  const request = await buildRequest(await configure(server.issuer, 'demo-web'), {
    code_challenge: undefined,
    code_challenge_method: undefined,
  });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  const code = String(page.url.searchParams.get('code'));
  const extra = await tokenRequest({ ...base, ...web, code, code_verifier: client.randomPKCECodeVerifier() });
  t.deepEqual([extra.status, extra.body['error']], [400, 'invalid_grant']);
});

test('a code is refused for another client, another redirect_uri and when it is unknown', async (t) => {
  const { code, verifier } = await freshCode('demo-web');
  const base = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const partner = { client_id: 'demo-partner', client_secret: secretOf('demo-partner') };
  const other = await tokenRequest({ ...base, ...partner, redirect_uri: callback });
  t.deepEqual([other.status, other.body['error']], [400, 'invalid_grant']);
  const elsewhere = await tokenRequest({ ...base, ...web, redirect_uri: 'http://localhost:8080/callback' });
  t.deepEqual([elsewhere.status, elsewhere.body['error']], [400, 'invalid_grant']);
  const absent = await tokenRequest({ ...base, ...web });
  t.deepEqual([absent.status, absent.body['error']], [400, 'invalid_request']);
  const unknown = await tokenRequest({ ...base, ...web, redirect_uri: callback, code: 'nothing' });
  t.deepEqual([unknown.status, unknown.body['error']], [400, 'invalid_grant']);
});

test('a failed client authentication is 400 in the body and 401 with WWW-Authenticate by Basic', async (t) => {
  const fields = { grant_type: 'authorization_code', code: 'x', redirect_uri: callback };
  const body = await tokenRequest({ ...fields, client_id: 'demo-web', client_secret: 'wrong' });
  t.deepEqual([body.status, body.body['error']], [400, 'invalid_client']);
  t.truthy(body.body['error_description']);
  const none = await tokenRequest({ ...fields, client_id: 'demo-web' });
  t.deepEqual([none.status, none.body['error']], [400, 'invalid_client']);
  const unknown = await tokenRequest({ ...fields, client_id: 'nobody', client_secret: 'wrong' });
  t.deepEqual([unknown.status, unknown.body['error']], [400, 'invalid_client']);
  const basic = await tokenRequest(fields, {
    authorization: `Basic ${Buffer.from('demo-web:wrong').toString('base64')}`,
  });
  t.deepEqual([basic.status, basic.body['error']], [401, 'invalid_client']);
  t.regex(String(basic.headers.get('www-authenticate')), /^Basic /u);
});

test('the stored code is a hash: neither code nor verifier is in the database', async (t) => {
  const config = await configure(server.issuer, 'demo-spa');
  const verifier = client.randomPKCECodeVerifier();
  const request = await buildRequest(config, { code_challenge: verifier, code_challenge_method: 'plain' });
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  const code = String(page.url.searchParams.get('code'));
  const idHash = Uint8Array.from(createHash('sha256').update(code).digest());
  const rows = await server.identity.db.oidcToken.findMany({ where: { idHash } });
  t.is(rows.length, 1);
  const stored = JSON.stringify(rows);
  t.false(stored.includes(code));
  t.false(stored.includes(verifier));
});

test('a token response says "Bearer", and one without its parts is refused', async (t) => {
  const { code, verifier } = await freshCode('demo-web');
  const whole = { grant_type: 'authorization_code', redirect_uri: callback, code, code_verifier: verifier, ...web };
  for (const name of ['grant_type', 'code', 'redirect_uri', 'client_id'] as const) {
    const { [name]: _absent, ...rest } = whole;
    const { status, body } = await tokenRequest(rest);
    t.deepEqual([status, body['error']], [400, 'invalid_request'], name);
  }
  const { status, body, headers } = await tokenRequest(whole);
  t.is(status, 200);
  t.is(body['token_type'], 'Bearer');
  t.is(headers.get('cache-control'), 'no-store');
  const names = ['access_token', 'expires_in', 'id_token', 'refresh_token', 'scope', 'token_type'];
  t.deepEqual(Object.keys(body).sort(), names);
});

test('a code past its 60 seconds is invalid_grant', async (t) => {
  const { code, verifier } = await freshCode('demo-spa');
  const idHash = Uint8Array.from(createHash('sha256').update(code).digest());
  const { db } = server.identity;
  const row = await db.oidcToken.findFirstOrThrow({ where: { idHash } });
  t.is(Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 1000), 60);
  await db.oidcToken.updateMany({ where: { idHash }, data: { expiresAt: new Date() } });
  const fields = { grant_type: 'authorization_code', redirect_uri: callback, code, code_verifier: verifier };
  const { status, body } = await tokenRequest({ ...fields, client_id: 'demo-spa' });
  t.deepEqual([status, body['error']], [400, 'invalid_grant']);
});

test('a session lives 14 days; past them the password is asked for again', async (t) => {
  const { browser, tokens } = await signIn(server.issuer);
  const { db } = server.identity;
  const rows = await db.oidcSession.findMany({ where: { accountId: String(decodeJwt(tokens.access_token).sub) } });
  const sid = decodeJwt(tokens.access_token)['sid'];
  const session = rows.find(({ payload }) => JSON.stringify(payload).includes(String(sid)));
  t.is(Math.round(((session?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000), 14);
  await db.oidcSession.update({ where: { uid: String(session?.uid) }, data: { expiresAt: new Date() } });
  const page = await browser.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
  t.regex(page.html, /name="password"/u);
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200, 'its tokens go on');
});
