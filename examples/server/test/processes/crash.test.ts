import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres } from '@org/identity-dev-postgres';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { freePort, type ServerProcess, startProcess } from '../support/server-process.js';
import { buildRequest, call, configure, enterPassword, exchange, signIn } from '../support/sign-in.js';

let directory: string;
let variables: Record<string, string>;
let server: ServerProcess;

// Everything that `npm start` does after the build: embedded PostgreSQL, generated secret, demo data.
test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'identity-crash-'));
  const port = String(await freePort());
  variables = { PORT: port, ISSUER: `http://127.0.0.1:${port}`, DATA_DIR: directory };
  server = await startProcess(variables);
});
test.after.always(async () => {
  await server?.end('SIGTERM');
  await removePostgres({ directory: join(directory, 'postgres') });
  await rm(directory, { recursive: true, force: true });
});

test('after kill -9 in the middle of a flow the flow goes on, and tokens from before still verify', async (t) => {
  const issuer = variables['ISSUER'] ?? '';
  const before = await signIn(issuer);
  const browser = new TestBrowser(issuer);
  const request = await buildRequest(await configure(issuer, 'demo-web'));
  const signInPage = await browser.open(request.url);

  await server.end('SIGKILL');
  server = await startProcess(variables);

  const page = await enterPassword(browser, signInPage, 'owner@acme.test');
  const tokens = await exchange(request, page.url);
  t.is((await call(issuer, '/api/users/me', tokens.access_token)).status, 200);
  t.is((await call(issuer, '/api/users/me', before.tokens.access_token)).status, 200);
  const keys = createRemoteJWKSet(new URL(`${issuer}/api/oauth/jwks`));
  await t.notThrowsAsync(jwtVerify(before.tokens.access_token, keys, { issuer }));
  t.truthy((await client.refreshTokenGrant(before.config, String(before.tokens.refresh_token))).access_token);

  // Once more between the code and its exchange, with the existing session cookie.
  const second = await buildRequest(await configure(issuer, 'demo-web'));
  const callbackPage = await before.browser.open(second.url);
  t.truthy(callbackPage.url.searchParams.get('code'), 'the session outlives the process');
  await server.end('SIGKILL');
  server = await startProcess(variables);
  t.truthy((await exchange(second, callbackPage.url)).access_token);
});
