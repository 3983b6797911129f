import test from 'ava';
import Koa from 'koa';
import { z } from 'zod';
import {
  anyToken,
  createRouter,
  errorBoundary,
  hasScope,
  type Principal,
  requireScope,
  route,
  silentLogger,
  streamRoute,
  tokenOptional,
  userOrMachine,
} from '../../src/index.js';
import { type ServedApp, send, serveApp } from '../support/serve-app.js';

const user = (firstParty: boolean, scopes: readonly string[]): Principal => ({
  kind: 'user',
  origin: { kind: 'own' },
  userId: '019a0000-0000-7000-8000-000000000001',
  clientId: 'app',
  applicationId: null,
  firstParty,
  scopes,
  superAdmin: false,
  sessionUid: null,
  secondFactor: false,
  tenant: null,
});
const machine = (scopes: readonly string[]): Principal => ({
  kind: 'machine',
  clientId: 'robot',
  applicationId: null,
  tenantId: null,
  scopes,
});
const callers: Record<string, Principal> = {
  'first-party': user(true, []),
  'third-party': user(false, ['openid', 'tenants:read', 'tenants:write ']),
  'third-party-with-scope': user(false, ['openid', 'tenants:write']),
  machine: machine([]),
  'machine-with-scope': machine(['tenants:write']),
};

const reply = z.object({ handled: z.boolean() });
const shared = { summary: 'A route', scope: 'tenants:write', reply } as const;
const handle = () => Promise.resolve({ handled: true });
const routes = [
  route({
    ...shared,
    method: 'post',
    path: '/anyone',
    guard: anyToken,
    body: z.strictObject({ name: z.string() }),
    handle,
  }),
  route({ ...shared, method: 'get', path: '/both', guard: userOrMachine, handle }),
  route({ ...shared, method: 'get', path: '/everybody', guard: tokenOptional, handle }),
  route({ ...shared, method: 'get', path: '/part', withoutScope: 'A part.', guard: anyToken, handle }),
  streamRoute({
    path: '/stream',
    summary: 'A list',
    scope: 'tenants:write',
    guard: anyToken,
    item: reply,
    handle: () => Promise.resolve(one()),
  }),
];
async function* one() {
  yield [{ handled: true }];
}

let server: ServedApp;
test.before(async () => {
  const app = new Koa();
  app.use(errorBoundary(silentLogger));
  app.use(
    createRouter(routes, (authorization) => {
      const caller = callers[authorization?.slice('Bearer '.length) ?? ''];
      return caller ? Promise.resolve(caller) : Promise.reject(new Error('nobody'));
    }),
  );
  server = await serveApp(app);
});
test.after.always(() => server?.stop());

function call(path: string, caller: string | undefined, method = 'GET', body?: string) {
  const headers = caller === undefined ? {} : { authorization: `Bearer ${caller}` };
  return send(`${server.url}${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { ...headers, 'content-type': 'application/json' },
  });
}

for (const path of ['/both', '/everybody', '/stream']) {
  test(`a third-party client without the scope gets 403 at ${path}, which names the scope`, async (t) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, json } = await call(path, 'third-party', method);
      t.is(status, 403, method);
      t.is(headers['www-authenticate'], 'Bearer error="insufficient_scope", scope="tenants:write"');
      if (method === 'GET')
        t.like(json, { error: 'FORBIDDEN', message: 'The client needs the scope "tenants:write" for this.' });
    }
  });

  test(`a third-party client with the scope and a first-party client are served at ${path}`, async (t) => {
    for (const caller of ['third-party-with-scope', 'first-party'])
      t.is((await call(path, caller)).status, 200, caller);
  });
}

test('the scope is checked before the body is read', async (t) => {
  t.is((await call('/anyone', 'third-party', 'POST', '{"wrong')).status, 403);
  t.is((await call('/anyone', 'third-party-with-scope', 'POST', '{"wrong')).status, 400);
});

test('without a token no scope is asked for', async (t) => {
  t.is((await call('/everybody', undefined)).status, 200);
});

test('a route that says what there is without the scope serves every client', async (t) => {
  for (const caller of ['third-party', 'third-party-with-scope', 'first-party'])
    t.is((await call('/part', caller)).status, 200, caller);
});

test('a machine needs the scope of the route where the guard is userOrMachine', async (t) => {
  t.is((await call('/both', 'machine')).status, 403);
  t.is((await call('/both', 'machine-with-scope')).status, 200);
  t.is((await call('/stream', 'machine')).status, 200);
});

test('a route in plain JavaScript that forgot its scope is closed to third-party clients', async (t) => {
  const forgotten = { ...routes[2], scope: undefined } as unknown as (typeof routes)[number];
  const app = new Koa();
  app.use(errorBoundary(silentLogger));
  app.use(createRouter([forgotten], () => Promise.resolve(user(false, ['openid', 'tenants:write']))));
  const served = await serveApp(app);
  t.is((await send(`${served.url}/everybody`, { headers: { authorization: 'Bearer x' } })).status, 403);
  await served.stop();
});

test('hasScope and requireScope tell the same to a host', (t) => {
  t.true(hasScope(user(true, []), 'account:read'));
  t.false(hasScope(user(false, ['openid', 'profile']), 'account:read'));
  t.true(hasScope(machine(['tenants:read']), 'tenants:read'));
  t.notThrows(() => requireScope(user(false, ['account:read']), 'account:read'));
  t.throws(() => requireScope(user(false, []), 'account:read'), { message: /"account:read"/u });
});
