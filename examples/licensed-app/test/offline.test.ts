import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { createIdentityServer, licensing, seed, tenants, users } from '@org/identity-server';
import test from 'ava';
import Koa from 'koa';
import { createApp } from '../src/create-app.js';
import { Visitor } from './support/visitor.js';

const password = 'four unusual words together';
const applicationId = '019a0000-0000-7000-8000-0000000000a1';
const clientSecret = 'the-secret-of-the-client-32-characters-at-least';
const day = 24 * 60 * 60 * 1000;

async function listen(
  port: number,
  listener: (url: string) => Promise<Koa> | Koa,
): Promise<{ server: Server; url: string }> {
  const server = createServer();
  // A browser would connect again after a restart; fetch does so only if it knows that its connection is closed.
  server.maxRequestsPerSocket = 1;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', (await listener(url)).callback());
  return { server, url };
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

test('with a lease a person works on while the identity server is away, until the lease ends', async (t) => {
  const database = await createTestDatabase();
  const leaseFolder = await mkdtemp(join(tmpdir(), 'licensed-app-'));
  t.teardown(() => rm(leaseFolder, { recursive: true, force: true }));
  let settings = {
    issuer: '',
    origin: '',
    clientId: 'shop',
    clientSecret,
    applicationId,
    cacheSeconds: 0,
    leaseFolder,
  };

  const first = await listen(0, (origin) => {
    settings = { ...settings, origin };
    return new Koa();
  });
  await stop(first.server);
  const port = Number(new URL(settings.origin).port);
  await seed({
    databaseUrl: database.url,
    data: {
      applications: [
        { id: applicationId, name: 'Shop', licenseTypes: [{ slug: 'basic', name: 'Basic', features: ['contacts'] }] },
      ],
      users: [
        { email: 'ann@shop.test', password, displayName: 'Ann' },
        { email: 'bob@shop.test', password, displayName: 'Bob' },
      ],
      tenants: [
        {
          slug: 'shop',
          name: 'Shop',
          members: [
            { email: 'ann@shop.test', role: 'owner' },
            { email: 'bob@shop.test', role: 'member' },
          ],
        },
      ],
      clients: [
        {
          id: 'shop',
          name: 'Shop',
          type: 'CONFIDENTIAL',
          firstParty: true,
          application: 'Shop',
          secret: clientSecret,
          redirectUris: [`${settings.origin}/callback`],
        },
      ],
      subscriptions: [
        { tenant: 'shop', application: 'Shop', licenseType: 'basic', quantity: 1, seats: ['ann@shop.test'] },
      ],
    },
  });
  const provider = await listen(0, () => new Koa());
  settings = { ...settings, issuer: provider.url };
  const identity = await createIdentityServer({
    issuer: provider.url,
    databaseUrl: database.url,
    secret: 'a secret for the test, at least 32 long',
    plugins: [users(), tenants(), licensing()],
  });
  provider.server.removeAllListeners('request');
  provider.server.on('request', new Koa().use(identity.middleware()).callback());

  // Both sign in while the identity server is there. Only Ann has a seat.
  let app = await listen(port, () => createApp(settings));
  const [ann, bob] = [new Visitor(), new Visitor()];
  for (const [visitor, email] of [
    [ann, 'ann@shop.test'],
    [bob, 'bob@shop.test'],
  ] as const)
    await visitor.submit(await visitor.open(`${settings.origin}/sign-in`), { email, password });
  t.is((await ann.open(`${settings.origin}/contacts`)).status, 200);
  t.is((await bob.open(`${settings.origin}/contacts`)).status, 403);
  t.is(await identity.db.seatLease.count(), 1, 'a lease is not renewed with every page');
  const file = join(leaseFolder, 'leases.json');
  t.is((await stat(file)).mode & 0o777, 0o600);
  t.is(Object.keys((JSON.parse(await readFile(file, 'utf8')) as { sessions: object }).sessions).length, 1);

  // The identity server stops for good.
  await stop(provider.server);
  await identity.close();
  await database.drop();
  t.is((await ann.open(`${settings.origin}/contacts`)).status, 200);
  t.is((await bob.open(`${settings.origin}/contacts`)).status, 503);

  // The application is restarted: it knows no sessions any more, only the file.
  await stop(app.server);
  app = await listen(port, () => createApp(settings));
  const home = await ann.open(`${settings.origin}/`);
  t.regex(home.html, /Hello Ann[\s\S]*Your license: Basic[\s\S]*with your lease until/u);
  t.is((await ann.open(`${settings.origin}/contacts`)).status, 200);
  t.is((await ann.open(`${settings.origin}/reports`)).status, 403, 'not in the license of the lease');
  t.is((await new Visitor().open(`${settings.origin}/contacts`)).status, 503);

  // Eight days later the lease of seven days has ended.
  await stop(app.server);
  app = await listen(port, () => createApp({ ...settings, now: () => new Date(Date.now() + 8 * day) }));
  t.is((await ann.open(`${settings.origin}/contacts`)).status, 503);
  await stop(app.server);
});
