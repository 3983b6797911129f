import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import * as client from 'openid-client';
import { identityCommand } from '../support/identity-command.js';
import { buildRequest, call, callback, configure, enterPassword, secretOf, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const run = <Result>(...words: string[]) => identityCommand<Result>(server.databaseUrl, 'clients', ...words);

/** A new client, created with the command. */
async function addClient(...more: string[]) {
  const id = `web-${randomUUID()}`;
  const words = ['--id', id, '--name', 'Web', '--type', 'CONFIDENTIAL', '--first-party', '--redirect-uri', callback];
  const { secret } = await run<{ secret: string }>('create', ...words, '--require-nonce', 'no', ...more);
  return { id, secret, config: await configure(server.issuer, id, client.ClientSecretBasic(secret)) };
}

async function addMachine() {
  const id = `robot-${randomUUID()}`;
  const scopes = ['--scope', 'licenses:read', '--scope', 'tenants:read'];
  const { secret } = await run<{ secret: string }>('create', '--id', id, '--name', 'R', '--type', 'MACHINE', ...scopes);
  const config = await configure(server.issuer, id, client.ClientSecretBasic(secret));
  return { id, config, token: (await client.clientCredentialsGrant(config)).access_token };
}

/** Introspects a token as a machine of the platform, which may read every token. */
async function introspect(token: string) {
  const credentials = Buffer.from(`platform-machine:${secretOf('platform-machine')}`).toString('base64');
  const { body } = await call(server.issuer, '/api/oauth/introspect', undefined, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { authorization: `Basic ${credentials}` },
  });
  return body;
}

const typesOf = async (subjectId: string) =>
  (await server.identity.db.event.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(({ type }) => type);

test('a running server takes over the changes of a client, and what is not named stays', async (t) => {
  const { id, config } = await addClient('--scope', 'openid', '--scope', 'email');
  const request = await buildRequest(config, { redirect_uri: 'https://shop.example/callback', scope: 'openid' });
  const refused = await new TestBrowser(server.issuer).open(request.url);
  t.is(refused.status, 400);
  const updated = await run<Record<string, unknown>>(
    'update',
    id,
    ...['--redirect-uri', 'https://shop.example/callback', '--name', 'Shop', '--no-first-party', '--id-token-claims'],
    ...['--application', 'CRM', '--require-nonce', 'default', '--logo-uri', 'https://shop.example/logo.png'],
  );
  const changed = ['application', 'firstParty', 'idTokenClaims', 'logoUri', 'name', 'redirectUris', 'requireNonce'];
  t.deepEqual((updated['changed'] as string[]).toSorted(), changed);
  const shown = await run<Record<string, unknown>>('show', id);
  t.like(shown, {
    name: 'Shop',
    firstParty: false,
    application: 'CRM',
    scopes: ['openid', 'email'],
    requireNonce: null,
    redirectUris: ['https://shop.example/callback'],
    logoUri: 'https://shop.example/logo.png',
  });
  t.is((shown['secrets'] as unknown[]).length, 1);
  await until(async () => (await new TestBrowser(server.issuer).open(request.url)).status === 200);
  const browser = new TestBrowser(server.issuer);
  const consent = await enterPassword(browser, await browser.open(request.url), 'owner@globex.test');
  t.regex(consent.html, /Shop/u, 'a third-party client is asked for');
  const cleared = await run<Record<string, unknown>>('update', id, '--application', '', '--logo-uri', '');
  t.like(cleared, { application: null, logoUri: null, name: 'Shop' });
  t.deepEqual(await typesOf(id), ['client.created', 'client.updated', 'client.updated']);
});

test('a change that breaks a rule of the seed is refused, and nothing is changed', async (t) => {
  const { id } = await addClient();
  const before = await run<object>('show', id);
  for (const [words, expected] of [
    [['--redirect-uri', 'http://shop.example/'], /^--redirect-uri: must use https/u],
    [['--redirect-uri', ''], /^--redirect-uri: is required$/u],
    [['--license-claims'], /^--license-claims: needs an application/u],
    [['--tenant', 'nowhere'], /^--tenant: there is no tenant "nowhere"$/u],
    [['--name', ''], /^--name: is required$/u],
    [[], /^Nothing to change/u],
  ] as const) {
    const error = await t.throwsAsync<Error & { stdout: string }>(run('update', id, ...words));
    t.regex((JSON.parse(error.stdout) as { error: string }).error, expected);
  }
  t.deepEqual(await run<object>('show', id), before);
});

test('a machine that loses a scope loses its tokens at once', async (t) => {
  const { id, token, config } = await addMachine();
  t.like(await introspect(token), { active: true });
  await run('update', id, '--name', 'Renamed');
  t.like(await introspect(token), { active: true }, 'another name changes nothing');
  await run('update', id, '--scope', 'tenants:read');
  t.deepEqual(await introspect(token), { active: false });
  await until(async () =>
    client.clientCredentialsGrant(config, { scope: 'licenses:read' }).then(
      () => false,
      ({ error }: { error?: string }) => error === 'invalid_scope',
    ),
  );
});

test('a deleted client is gone at once: tokens, refresh tokens, sign-ins under way, and a later client of its id', async (t) => {
  const { id, secret, config } = await addClient();
  const machine = await addMachine();
  const { browser, tokens } = await signIn(server.issuer, { config });
  const open = new TestBrowser(server.issuer);
  const begun = await open.open((await buildRequest(config)).url);
  t.is(begun.status, 200);
  t.like(await introspect(tokens.access_token), { active: true });

  t.deepEqual(await run('delete', id, '--yes'), { id, deleted: true });
  await run('delete', machine.id, '--yes');
  const isDead = async () => {
    t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
    t.is((await call(server.issuer, '/api/oauth/userinfo', tokens.access_token)).status, 401);
    t.deepEqual(await introspect(tokens.access_token), { active: false });
    t.deepEqual(await introspect(String(tokens.refresh_token)), { active: false });
    t.deepEqual(await introspect(machine.token), { active: false });
  };
  await isDead();
  await until(async () => (await new TestBrowser(server.issuer).open((await buildRequest(config)).url)).status === 400);
  const credentials = Buffer.from(`${id}:${secret}`).toString('base64');
  const refreshed = await call(server.issuer, '/api/oauth/token', undefined, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) }),
    headers: { authorization: `Basic ${credentials}` },
  });
  t.deepEqual([refreshed.status, refreshed.body['error']], [401, 'invalid_client']);
  t.is((await enterPassword(open, begun, 'owner@globex.test')).status, 400);
  const other = await signIn(server.issuer, { browser });
  t.truthy(other.tokens.access_token, 'the person stays signed in elsewhere');
  const loggedOut = await browser.submit(await browser.open('/api/oauth/logout'), { logout: 'yes' });
  t.is(loggedOut.status, 200);
  t.deepEqual(await typesOf(id), ['client.created', 'client.deleted']);

  await run('create', '--id', id, '--name', 'Again', '--type', 'SPA', '--redirect-uri', callback);
  await run('create', '--id', machine.id, '--name', 'R', '--type', 'MACHINE', '--scope', 'tenants:read');
  await isDead();
});
