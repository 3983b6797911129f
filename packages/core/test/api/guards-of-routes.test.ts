import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { z } from 'zod';
import {
  type Authenticate,
  anyToken,
  type Caller,
  type CallerKind,
  type CallerSource,
  createRouter,
  errorBoundary,
  type Guard,
  IdentityError,
  isDeclared,
  type Origin,
  type Origins,
  ofTenant,
  onlyKind,
  type Principal,
  type Route,
  route,
  silentLogger,
  tokenOptional,
  unauthorized,
} from '../../src/index.js';
import type { PartnerKey } from '../support/declared.js';
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
const partnerKey: PartnerKey = {
  kind: 'partner_key',
  id: '019a0000-0000-7000-8000-000000000003',
  tenantId,
  scopes: ['account:read'],
  actor: { kind: 'machine', id: '019a0000-0000-7000-8000-000000000003' },
};
const callers: Readonly<Record<string, Caller>> = {
  own: user({ kind: 'own' }),
  provider: user({ kind: 'provider', tenantId }),
  partner_key: partnerKey,
  machine: { kind: 'machine', clientId: 'robot', applicationId: null, scopes: [], tenantId: null },
};

const routeWith = (guard: unknown, origins?: Origins, kinds?: readonly CallerKind[]): Route =>
  route({
    method: 'get',
    path: '/thing',
    summary: 'A thing',
    scope: 'account:read',
    // Hosts may write plugins in JavaScript.
    guard: guard as Guard<Principal>,
    ...(origins ? { origins } : {}),
    ...(kinds ? { callers: kinds } : {}),
    reply: z.object({ ok: z.boolean() }),
    handle: () => Promise.resolve({ ok: true }),
  });

/** The tokens of partners: `partner_key`, of a partner, and all that begin like it and are not valid. */
const sources: readonly CallerSource[] = [
  {
    kind: 'partner_key',
    bearer: 'partner_',
    authenticate: ({ secret }) => Promise.resolve(secret === 'partner_key' ? partnerKey : undefined),
  },
];

/** The status and the error code of a request to a route. */
async function answer(t: ExecutionContext, definition: Route, caller?: string): Promise<[number, unknown]> {
  const app = new Koa();
  app.silent = true;
  app.use(errorBoundary(silentLogger));
  const authenticate: Authenticate = async (authorization) => {
    const found = callers[authorization?.replace('Bearer ', '') ?? ''];
    if (!found || isDeclared(found)) throw unauthorized();
    return found;
  };
  app.use(createRouter([definition], authenticate, silentLogger, undefined, undefined, sources));
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
  t.throws(start(routeWith(anyToken, undefined, [])), { message: /takes callers of the kind ""/u });
  t.throws(start(routeWith(anyToken, undefined, ['partner_key'])), {
    message: /takes callers of the kind "partner_key"/u,
  });
});

test('a route that declares no origins takes the own sessions of users, and machines', async (t) => {
  const refused = [403, 'REAUTHENTICATION_REQUIRED'];
  const unknown = [401, 'UNAUTHORIZED'];
  const statuses = async (definition: Route) =>
    Object.fromEntries(
      await Promise.all(Object.keys(callers).map(async (name) => [name, await answer(t, definition, name)] as const)),
    );
  const done = [200, undefined];
  t.deepEqual(await statuses(routeWith(anyToken)), {
    own: done,
    provider: refused,
    partner_key: unknown,
    machine: done,
  });
  t.deepEqual(await statuses(routeWith(anyToken, ofTenant)), {
    own: done,
    provider: done,
    partner_key: unknown,
    machine: done,
  });
});

test('a route takes callers of another kind only if it names the kind, and then only with its scope', async (t) => {
  const named = routeWith(onlyKind('partner_key'), undefined, ['partner_key']);
  t.deepEqual(await answer(t, named, 'partner_key'), [200, undefined]);
  t.deepEqual(await answer(t, { ...named, scope: 'account:write' }, 'partner_key'), [403, 'FORBIDDEN']);
  t.deepEqual(await answer(t, named, 'partner_gone'), [401, 'UNAUTHORIZED'], 'a token that is not valid');
  for (const caller of ['own', 'provider', 'machine'])
    t.deepEqual(await answer(t, named, caller), [401, 'UNAUTHORIZED'], caller);
  t.deepEqual(await answer(t, named), [401, 'UNAUTHORIZED']);
});

test('a route can take users and callers of another kind, and its guard decides between them', async (t) => {
  const kinds = ['user', 'partner_key'] as const;
  const each = routeWith((caller: Caller | undefined) => caller, undefined, kinds);
  t.deepEqual(await answer(t, each, 'own'), [200, undefined]);
  t.deepEqual(await answer(t, each, 'partner_key'), [200, undefined]);
  t.deepEqual(await answer(t, each, 'machine'), [403, 'FORBIDDEN']);
  t.deepEqual(await answer(t, routeWith(anyToken, undefined, kinds), 'partner_key'), [403, 'FORBIDDEN']);
  t.deepEqual(await answer(t, routeWith(tokenOptional, undefined, kinds), 'partner_key'), [403, 'FORBIDDEN']);
  t.deepEqual(await answer(t, routeWith(tokenOptional, undefined, ['partner_key']), 'own'), [401, 'UNAUTHORIZED']);
});

test('a group whose own authentication finds a caller of a kind that the route does not name refuses it', async (t) => {
  // Hosts may write plugins in JavaScript.
  const authenticate = () => Promise.resolve(partnerKey as unknown as Principal);
  const group = { prefix: '/thing', authenticate };
  t.deepEqual(await answer(t, { ...routeWith((caller: unknown) => caller), group }), [403, 'FORBIDDEN']);
});
