import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger } from '@org/identity-core';
import { createTestDatabase } from '@org/identity-dev-postgres';
import test, { type ExecutionContext } from 'ava';
import { createIdentityServer, type IdentityServer, tenants, users } from '../src/index.js';

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
  const answer = await fetch(`${host}/reports`);
  t.is(answer.status, 404);
  t.is(((await answer.json()) as { error: string }).error, 'NOT_FOUND');
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
