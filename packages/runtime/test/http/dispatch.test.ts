import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger } from '@org/identity-core';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { tenants } from '@org/identity-tenants';
import { users } from '@org/identity-users';
import test, { type ExecutionContext } from 'ava';
import { createIdentityServer, type IdentityServer } from '../../src/index.js';

let database: { url: string; drop(): Promise<void> };
test.before(async () => {
  database = await createTestDatabase();
});
test.after.always(() => database?.drop());

async function startIdentity(t: ExecutionContext, issuer: string): Promise<IdentityServer> {
  const identity = await createIdentityServer({
    issuer,
    databaseUrl: database.url,
    secret: 'a secret for tests only, of more than 32 characters',
    plugins: [users(), tenants()],
    logger: silentLogger,
  });
  t.teardown(() => identity.close());
  return identity;
}

async function serve(t: ExecutionContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the handler answers the paths of the service and leaves all others, with their URL, to next', async (t) => {
  const identity = await startIdentity(t, 'http://localhost:3000');
  const handle = identity.handler();
  const host = await serve(t, (req, res) => handle(req, res, () => res.end(`host: ${req.url}`)));
  const discovery = await fetch(`${host}/.well-known/openid-configuration`);
  t.is(discovery.status, 200);
  t.is(((await discovery.json()) as { issuer: string }).issuer, 'http://localhost:3000');
  t.is((await fetch(`${host}/api/users/me`)).status, 401);
  const own = await fetch(`${host}/reports?year=2026`);
  t.is(own.status, 200);
  t.is(await own.text(), 'host: /reports?year=2026');
});

test('without next, what is not the service’s is a JSON 404', async (t) => {
  const identity = await startIdentity(t, 'http://localhost:3000');
  const host = await serve(t, identity.handler());
  const response = await fetch(`${host}/reports`);
  t.is(response.status, 404);
  t.is(((await response.json()) as { error: string }).error, 'NOT_FOUND');
  t.is((await fetch(`${host}/.well-known/openid-configuration`)).status, 200);
});

test('below a path the handler answers there, also where the host has taken the path off the URL', async (t) => {
  const identity = await startIdentity(t, 'http://localhost:3000/identity');
  const handle = identity.handler();
  const below = await serve(t, (req, res) => handle(req, res, () => res.end('host')));
  t.is((await fetch(`${below}/identity/.well-known/openid-configuration`)).status, 200);
  t.is(await (await fetch(`${below}/.well-known/openid-configuration`)).text(), 'host');
  const mounted = await serve(t, (req, res) => {
    const originalUrl = req.url ?? '';
    Object.assign(req, { originalUrl, url: originalUrl.replace('/identity', '') });
    handle(req, res, () => res.end('host'));
  });
  t.is((await fetch(`${mounted}/identity/api/users/me`)).status, 401);
});

test('the API reference below a path links and searches below it, compressed or not', async (t) => {
  const identity = await startIdentity(t, 'http://localhost:3000/identity');
  const host = await serve(t, identity.handler());
  for (const encoding of ['identity', 'br', 'gzip']) {
    for (const query of ['', '?q=tenants']) {
      const headers = { 'accept-encoding': encoding };
      const html = await (await fetch(`${host}/identity/docs${query}`, { headers })).text();
      t.true(html.includes('<form class="search" action="/identity/docs">'), encoding);
      t.true(html.includes('href="/identity/openapi.json"'), encoding);
      t.notRegex(html, / (?:href|action)="\/(?:docs|openapi)/u, encoding);
      t.true(html.includes("curl 'http://localhost:3000/identity/api/users/me'"), encoding);
    }
  }
});

test('discovery and key set below a path are kept as well, and compressed', async (t) => {
  const identity = await startIdentity(t, 'http://localhost:3000/identity');
  const host = await serve(t, identity.handler());
  for (let time = 0; time < 2; time += 1) {
    for (const path of [
      '/identity/.well-known/openid-configuration',
      '/.well-known/oauth-authorization-server/identity',
    ]) {
      const found = await fetch(`${host}${path}`, { headers: { 'accept-encoding': 'gzip' } });
      t.is(found.headers.get('content-encoding'), 'gzip', path);
      t.is(((await found.json()) as { issuer: string }).issuer, 'http://localhost:3000/identity', path);
    }
    t.is((await fetch(`${host}/identity/api/oauth/jwks`)).status, 200);
    t.is((await fetch(`${host}/api/oauth/jwks`)).status, 404);
  }
});
