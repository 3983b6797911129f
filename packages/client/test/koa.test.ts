import type { AddressInfo } from 'node:net';
import test from 'ava';
import Koa from 'koa';
import { createIdentityClient } from '../src/index.js';
import { authenticate, type IdentityState, requireLicense } from '../src/koa.js';
import { startExampleServer } from './support/example-server.js';
import { basicOf, crm, signIn, type Tokens } from './support/sign-in.js';

let server: { issuer: string; stop(): Promise<void> };
let member: Tokens;
let admin: Tokens;
const opened: (() => void)[] = [];

test.before(async () => {
  server = await startExampleServer();
  [member, admin] = await Promise.all([
    signIn(server.issuer, 'member@acme.test'),
    signIn(server.issuer, 'admin@acme.test'),
  ]);
});
test.after.always(async () => {
  for (const close of opened) close();
  await server?.stop();
});

/** An application that returns its caller, behind a license and perhaps a feature. */
async function listen(issuer: string, feature?: string) {
  const client = createIdentityClient({ issuer, applicationId: crm, retries: 0, timeoutMilliseconds: 60_000 });
  const app = new Koa<IdentityState>();
  app.use(authenticate(client));
  app.use(requireLicense(client, feature));
  app.use((ctx) => {
    ctx.body = { userId: ctx.state.identity.userId };
  });
  const listening = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  opened.push(() => {
    listening.closeAllConnections();
    listening.close();
  });
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return async (token?: string) => {
    const response = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    const body = (await response.json()) as { error?: string; message?: string; userId?: string };
    return { status: response.status, headers: response.headers, ...body };
  };
}

test('who has the license gets in, and is known', async (t) => {
  const call = await listen(server.issuer, 'reports');
  const response = await call(member.access_token);
  t.is(response.status, 200);
  t.truthy(response.userId);
});

test('without a valid token nobody gets in', async (t) => {
  const call = await listen(server.issuer);
  for (const token of [undefined, 'nonsense', member.id_token]) {
    const { status, error, headers } = await call(token);
    t.is(status, 401);
    t.is(error, 'UNAUTHORIZED');
    t.is(headers.get('www-authenticate'), 'Bearer');
  }
});

test('without the license or its feature nobody gets in, and is told why', async (t) => {
  const noSeat = await (await listen(server.issuer))(admin.access_token);
  t.is(noSeat.status, 403);
  t.regex(String(noSeat.message), /NO_SEAT/u);
  const noFeature = await (await listen(server.issuer, 'time-travel'))(member.access_token);
  t.is(noFeature.status, 403);
  t.regex(String(noFeature.message), /time-travel/u);
});

test('a machine holds no license', async (t) => {
  const response = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: basicOf('demo-machine') },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await response.json()) as Tokens;
  t.is((await (await listen(server.issuer))(token)).status, 403);
});

test('nobody gets in while the service cannot be asked', async (t) => {
  // Nothing listens on this port.
  const { status, error } = await (await listen('http://127.0.0.1:1'))(member.access_token);
  t.is(status, 503);
  t.is(error, 'UNREACHABLE');
});
