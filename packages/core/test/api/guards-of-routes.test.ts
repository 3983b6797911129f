import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { z } from 'zod';
import {
  anyToken,
  createRouter,
  errorBoundary,
  type Guard,
  IdentityError,
  type Origin,
  type Origins,
  ofTenant,
  type Principal,
  type Route,
  route,
  silentLogger,
  tokenOptional,
  unauthorized,
} from '../../src/index.js';
import { send, serveApp } from '../support/serve-app.js';

const user = (origin: Origin): Principal => ({
  kind: 'user',
  origin,
  userId: '019a0000-0000-7000-8000-000000000001',
  clientId: 'app',
  applicationId: null,
  scopes: [],
  firstParty: true,
  superAdmin: false,
  sessionUid: null,
  secondFactor: false,
  tenant: null,
});
const tenantId = '019a0000-0000-7000-8000-000000000002';
const callers: Readonly<Record<string, Principal>> = {
  own: user({ kind: 'own' }),
  provider: user({ kind: 'provider', tenantId }),
  setup_link: user({ kind: 'setup_link', tenantId }),
  machine: { kind: 'machine', clientId: 'robot', applicationId: null, scopes: [], tenantId: null },
};

const routeWith = (guard: unknown, origins?: Origins): Route =>
  route({
    method: 'get',
    path: '/thing',
    summary: 'A thing',
    scope: 'account:read',
    // Hosts may write plugins in JavaScript.
    guard: guard as Guard<Principal>,
    ...(origins ? { origins } : {}),
    reply: z.object({ ok: z.boolean() }),
    handle: () => Promise.resolve({ ok: true }),
  });

/** The status and the error code of a request to a route. */
async function answer(t: ExecutionContext, definition: Route, caller?: string): Promise<[number, unknown]> {
  const app = new Koa();
  app.silent = true;
  app.use(errorBoundary(silentLogger));
  app.use(
    createRouter([definition], (authorization) => {
      const found = callers[authorization?.replace('Bearer ', '') ?? ''];
      return found ? Promise.resolve(found) : Promise.reject(unauthorized());
    }),
  );
  const served = await serveApp(app);
  t.teardown(() => served.stop());
  const headers = caller === undefined ? {} : { authorization: `Bearer ${caller}` };
  const { status, json } = await send(`${served.url}/thing`, { headers });
  return [status, json['error']];
}

const refusing = () => Promise.reject(new IdentityError('FORBIDDEN', 'No.'));
for (const [name, guard] of [
  ['rejects', refusing],
  [
    'throws',
    () => {
      throw new IdentityError('FORBIDDEN', 'No.');
    },
  ],
  ['returns false', () => false],
  ['returns true', () => true],
  ['returns nothing', () => undefined],
  ['returns null', () => null],
  ['resolves to false', () => Promise.resolve(false)],
  ['resolves to nothing', () => Promise.resolve()],
  ['returns another user', () => ({ ...user({ kind: 'own' }), userId: '019a0000-0000-7000-8000-000000000009' })],
  ['returns a machine', () => callers['machine']],
] as const)
  test(`a guard that ${name} refuses callers with a token, and those without one`, async (t) => {
    t.deepEqual(await answer(t, routeWith(guard), 'own'), [403, 'FORBIDDEN']);
    const [status] = await answer(t, routeWith(guard));
    t.true(status === 401 || status === 403);
  });

test('a guard may take its time', async (t) => {
  const slow = async (caller: Principal | undefined) => {
    await new Promise(setImmediate);
    return anyToken(caller);
  };
  t.deepEqual(await answer(t, routeWith(slow), 'own'), [200, undefined]);
  t.deepEqual(await answer(t, routeWith(slow)), [401, 'UNAUTHORIZED']);
});

test('a guard may return a copy of the caller', async (t) => {
  const narrowed = (caller: Principal | undefined) => ({ ...anyToken(caller) });
  t.deepEqual(await answer(t, routeWith(narrowed), 'own'), [200, undefined]);
  t.deepEqual(await answer(t, routeWith(narrowed), 'machine'), [200, undefined]);
});

test('only one guard lets callers without a token in', async (t) => {
  t.deepEqual(await answer(t, routeWith(tokenOptional)), [200, undefined]);
  t.deepEqual(
    await answer(
      t,
      routeWith((caller: Principal | undefined) => caller),
    ),
    [401, 'UNAUTHORIZED'],
  );
});

test('a route without a guard, or with an origin that does not exist, stops the start', (t) => {
  const start = (definition: Route) => () => createRouter([definition], () => Promise.reject(unauthorized()));
  t.throws(start(routeWith(undefined)), { message: 'The route GET /thing has no guard.' });
  t.throws(start(routeWith('anyToken')), { message: 'The route GET /thing has no guard.' });
  t.throws(start(routeWith(anyToken, ['support' as 'own'])), { message: /takes the origin "support"/u });
  t.throws(start(routeWith(anyToken, [])), { message: /takes the origin ""/u });
});

test('a route that declares no origins takes the own sessions of users, and machines', async (t) => {
  const refused = [403, 'REAUTHENTICATION_REQUIRED'];
  const statuses = async (definition: Route) =>
    Object.fromEntries(
      await Promise.all(Object.keys(callers).map(async (name) => [name, await answer(t, definition, name)] as const)),
    );
  const done = [200, undefined];
  t.deepEqual(await statuses(routeWith(anyToken)), {
    own: done,
    provider: refused,
    setup_link: refused,
    machine: done,
  });
  t.deepEqual(await statuses(routeWith(anyToken, ofTenant)), {
    own: done,
    provider: done,
    setup_link: refused,
    machine: done,
  });
});
