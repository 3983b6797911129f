import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentityClient, createLicenseMirror, type LicenseMirror } from '@org/identity-client';
import { createTestDatabase, type TestDatabase } from '@org/identity-dev-postgres';
import {
  createIdentityServer,
  type IdentityServer,
  licensing,
  seed,
  tenants,
  users,
  webhooks,
} from '@org/identity-server';
import test from 'ava';
import Koa from 'koa';
import { createApp } from '../src/create-app.js';
import { Visitor } from './support/visitor.js';

const secret = 'a secret for the test, at least 32 long';
const password = 'four unusual words together';
const applicationId = '019a0000-0000-7000-8000-0000000000a1';
const client = { id: 'shop', secret: 'the-secret-of-the-client-32-characters-at-least' };
const machine = { id: 'shop-admin', secret: 'the-secret-of-the-machine-32-characters-at-least' };

let database: TestDatabase;
let identity: IdentityServer;
const servers: Server[] = [];
let issuer: string;
let origin: string;
/** The same application with a mirror. */
let mirrored: string;
let mirror: LicenseMirror;

async function listen(): Promise<{ server: Server; url: string }> {
  const server = createServer();
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A client with the credentials of the machine, as the tool of an administrator has them. */
const tool = () => ({ issuer, applicationId, credentials: { clientId: machine.id, clientSecret: machine.secret } });
const idOf = async (email: string) => (await identity.db.user.findFirstOrThrow({ where: { email } })).id;

test.before(async () => {
  database = await createTestDatabase();
  const provider = await listen();
  const application = await listen();
  const withMirror = await listen();
  issuer = provider.url;
  origin = application.url;
  mirrored = withMirror.url;
  await seed({
    databaseUrl: database.url,
    data: {
      applications: [
        {
          id: applicationId,
          name: 'Shop',
          licenseTypes: [{ slug: 'basic', name: 'Basic', features: ['contacts'] }],
        },
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
          id: client.id,
          name: 'Shop',
          type: 'CONFIDENTIAL',
          firstParty: true,
          application: 'Shop',
          secret: client.secret,
          redirectUris: [`${origin}/callback`, `${mirrored}/callback`],
        },
        {
          id: machine.id,
          name: 'Administration',
          type: 'MACHINE',
          secret: machine.secret,
          tenant: 'shop',
          scopes: ['licenses:read', 'licenses:write', 'events:read'],
        },
      ],
      subscriptions: [
        {
          tenant: 'shop',
          application: 'Shop',
          licenseType: 'basic',
          quantity: 2,
          seats: ['ann@shop.test', 'bob@shop.test'],
        },
      ],
    },
  });
  identity = await createIdentityServer({
    issuer,
    databaseUrl: database.url,
    secret,
    plugins: [users(), tenants(), licensing(), webhooks()],
  });
  provider.server.on('request', new Koa().use(identity.middleware()).callback());
  const settings = { issuer, origin, clientId: client.id, clientSecret: client.secret, applicationId, cacheSeconds: 0 };
  application.server.on('request', createApp(settings).callback());
  mirror = createLicenseMirror({ ...tool(), maxStaleSeconds: 300 });
  withMirror.server.on('request', createApp({ ...settings, origin: mirrored }, mirror).callback());
  await mirror.ready();
});
test.after.always(async () => {
  mirror?.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await identity?.close();
  await database?.drop();
});

test('the license decides what a person sees, and a revoked seat is felt with the next click', async (t) => {
  const visitor = new Visitor();
  t.regex((await visitor.open(`${origin}/`)).html, /Sign in/u);
  const form = await visitor.open(`${origin}/sign-in`);
  const home = await visitor.submit(form, { email: 'ann@shop.test', password });
  t.is(home.url, `${origin}/`);
  t.regex(home.html, /Hello Ann[\s\S]*Your license: Basic/u);
  t.is((await visitor.open(`${origin}/contacts`)).status, 200);
  const reports = await visitor.open(`${origin}/reports`);
  t.is(reports.status, 403);
  t.regex(reports.html, /FEATURE_NOT_INCLUDED/u);

  const userId = await idOf('ann@shop.test');
  t.true((await createIdentityClient(tool()).revoke({ userId })).success);
  const refused = await visitor.open(`${origin}/contacts`);
  t.is(refused.status, 403);
  t.regex(refused.html, /NO_SEAT/u);
  t.regex(refused.html, /<form method="post" action="\/request">/u);
  t.regex((await visitor.open(`${origin}/`)).html, /You have no license/u);

  // The seat is free again; but only an admin gives it.
  t.regex((await visitor.submit(refused, {})).html, /Your request was sent to the admins/u);
  t.regex((await visitor.submit(refused, {})).html, /You have already requested a seat/u);
  t.like(await identity.db.licenseRequest.findFirst({ where: { userId } }), { applicationId, status: 'PENDING' });
});

test('with a mirror, the license decides the same, and a revoked seat is felt as soon as the event has come', async (t) => {
  const visitor = new Visitor();
  const form = await visitor.open(`${mirrored}/sign-in`);
  const home = await visitor.submit(form, { email: 'bob@shop.test', password });
  t.regex(home.html, /Hello Bob[\s\S]*Your license: Basic/u);
  t.is((await visitor.open(`${mirrored}/contacts`)).status, 200);
  t.is((await visitor.open(`${mirrored}/reports`)).status, 403);

  const userId = await idOf('bob@shop.test');
  t.true((await createIdentityClient(tool()).revoke({ userId })).success);
  while (mirror.check({ userId }).hasLicense) await new Promise((resolve) => setTimeout(resolve, 5));
  const refused = await visitor.open(`${mirrored}/contacts`);
  t.is(refused.status, 403);
  t.regex(refused.html, /NO_SEAT/u);
  t.regex(refused.html, /<form method="post" action="\/request">/u);
});

test('nobody gets in without a sign-in', async (t) => {
  const page = await new Visitor().open(`${origin}/reports`);
  t.true(page.url.startsWith(`${issuer}/interaction/`), page.url);
});

test('a program without a token gets no reports', async (t) => {
  const withoutToken = await fetch(`${origin}/api/reports`);
  t.is(withoutToken.status, 401);
  t.is(((await withoutToken.json()) as { error: string }).error, 'UNAUTHORIZED');
});
