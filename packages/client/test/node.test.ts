import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenOf } from '@org/identity-example-server/test/tenant-api';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { createIdentityClient, type IdentityClient, type LicenseMirror } from '../src/index.js';
import {
  authenticate as authenticateKoa,
  type IdentityState,
  requireLicense as requireLicenseKoa,
} from '../src/koa.js';
import { authenticate, checkRequest, identityOf, requireLicense } from '../src/node.js';
import { crm, mirrorOf, type Server, startServer, untilReason } from './support/mirror-scene.js';
import { credentialsOf } from './support/sign-in.js';

let server: Server;
let client: IdentityClient;
let member: string;
let admin: string;
let globex: string;
test.before(async () => {
  server = await startServer();
  client = createIdentityClient({ issuer: server.issuer, applicationId: crm, timeoutMilliseconds: 60_000 });
  [member, admin, globex] = await Promise.all([
    tokenOf(server.issuer, 'member@acme.test', 'acme'),
    tokenOf(server.issuer, 'admin@acme.test', 'acme'),
    tokenOf(server.issuer, 'owner@globex.test', 'globex'),
  ]);
});
test.after.always(() => server?.stop());

type Handler = Parameters<typeof createServer>[1];

async function listen(t: ExecutionContext, handler: NonNullable<Handler>) {
  const listening = createServer(handler);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return async (token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`, { headers });
    const body = (await response.json()) as { error?: string; message?: string; userId?: string };
    return { status: response.status, headers: response.headers, ...body };
  };
}

async function readyMirror(t: ExecutionContext, options: Parameters<typeof mirrorOf>[3] = {}): Promise<LicenseMirror> {
  const mirror = mirrorOf(t, server, credentialsOf('demo-machine'), options);
  await mirror.ready();
  return mirror;
}

/** A plain server with both middlewares. */
function nodeApp(mirror: LicenseMirror, feature?: string): NonNullable<Handler> {
  const [known, licensed] = [authenticate(client), requireLicense(mirror, feature)];
  return (request, response) =>
    known(request, response, () =>
      licensed(request, response, () => response.end(JSON.stringify({ userId: identityOf(request).userId }))),
    );
}

function koaApp(mirror: LicenseMirror, feature?: string): NonNullable<Handler> {
  const app = new Koa<IdentityState>();
  app.use(authenticateKoa(client));
  app.use(requireLicenseKoa(mirror, feature));
  app.use((ctx) => {
    ctx.body = { userId: ctx.state.identity.userId };
  });
  return app.callback();
}

/** A framework with requests of the Fetch API. */
function fetchApp(mirror: LicenseMirror, feature?: string): NonNullable<Handler> {
  return async (request, response) => {
    const headers = new Headers({ authorization: request.headers.authorization ?? '' });
    const options = { client, licenses: mirror, ...(feature === undefined ? {} : { feature }) };
    const { identity, refusal } = await checkRequest({ headers }, options);
    response.writeHead(refusal?.status ?? 200, { ...refusal?.headers });
    response.end(JSON.stringify(refusal?.body ?? { userId: identity?.userId }));
  };
}

for (const [name, app] of Object.entries({ 'node:http': nodeApp, Koa: koaApp, checkRequest: fetchApp })) {
  test(`${name}: a mirror lets in who has the license, and refuses as the client does`, async (t) => {
    const mirror = await readyMirror(t);
    const call = await listen(t, app(mirror, 'reports'));
    const { userId } = await client.verify(member);
    t.like(await call(member), { status: 200, userId });
    const refused = await call(admin);
    t.is(refused.status, 403);
    t.regex(String(refused.message), /NO_SEAT/u);
    t.is(refused.headers.get('cache-control'), 'no-store');
    t.like(await call(globex), { status: 403, error: 'FORBIDDEN' });
    const withoutToken = await call();
    t.like(withoutToken, { status: 401, error: 'UNAUTHORIZED' });
    t.is(withoutToken.headers.get('www-authenticate'), 'Bearer');
    const lacking = await (await listen(t, app(mirror, 'time-travel')))(member);
    t.is(lacking.status, 403);
    t.regex(String(lacking.message), /time-travel/u);
    t.is((await (await listen(t, app(mirror)))(member)).status, 200);
  });

  test(`${name}: a mirror that is too old refuses with 503, or asks`, async (t) => {
    for (const [whenStale, status] of [
      ['refuse', 503],
      ['ask', 200],
    ] as const) {
      const cut = new AbortController();
      const withoutStream: typeof fetch = (input, init) =>
        String(input).includes('/events/stream')
          ? fetch(input, { ...init, signal: AbortSignal.any([cut.signal, ...(init?.signal ? [init.signal] : [])]) })
          : fetch(input, init);
      const mirror = await readyMirror(t, { whenStale, maxStaleSeconds: 2, fetch: withoutStream });
      const call = await listen(t, app(mirror));
      cut.abort();
      const { userId = '' } = await client.verify(member);
      await untilReason(mirror, { userId, reason: 'STALE' });
      const { error, ...response } = await call(member);
      t.is(response.status, status, whenStale);
      if (whenStale === 'refuse') t.is(error, 'STALE');
      else t.is((await call(admin)).status, 403);
    }
  });
}

test('identityOf and a feature without licenses are mistakes of the program', async (t) => {
  t.throws(() => identityOf({} as never), { message: /authenticate/u });
  await t.throwsAsync(checkRequest({ headers: {} }, { client, feature: 'reports' }), { instanceOf: TypeError });
});
