import { createHash } from 'node:crypto';
import { actorOf, type DeclaredCaller, onlyKind, route } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import test from 'ava';
import { z } from 'zod';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

/** A key of a customer, as a plugin of a host brings it. */
interface AcmeKey extends DeclaredCaller {
  readonly kind: 'acme_key';
  readonly plan: string;
}
declare module '@org/identity-core' {
  interface CallerKinds {
    acme_key: AcmeKey;
  }
  interface EventTypes {
    'parcel.sent': true;
  }
  interface ApiScopes {
    'parcels:read': true;
    'parcels:write': true;
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const keyOf = (id: string, scopes: string[]): AcmeKey => ({
  kind: 'acme_key',
  id,
  tenantId: null,
  scopes,
  actor: { kind: 'machine', id },
  plan: 'gold',
});
const keys = new Map([
  [hashOf('acme_sender'), keyOf('key-1', ['parcels:read', 'parcels:write'])],
  [hashOf('acme_reader'), keyOf('key-2', ['parcels:read'])],
]);
/** What the plugin was asked for. */
const asked: string[] = [];

/** A plugin of a host: tokens with a prefix of their own, for its own routes. */
function parcels(): IdentityPlugin {
  const Parcel = z.strictObject({ to: z.string().max(20) });
  const shared = { path: '/api/parcels', callers: ['acme_key'], guard: onlyKind('acme_key') } as const;
  return {
    name: 'parcels',
    declares: {
      events: { 'parcel.sent': { en: 'Parcel sent' } },
      scopes: { 'parcels:read': {}, 'parcels:write': {} },
    },
    setup: ({ db, events }) => ({
      callers: [
        {
          kind: 'acme_key',
          bearer: 'acme_',
          async authenticate({ secret, path }) {
            asked.push(path);
            return keys.get(hashOf(secret));
          },
        },
      ],
      routes: [
        route({
          ...shared,
          method: 'get',
          summary: 'The plan of the key',
          scope: 'parcels:read',
          reply: z.strictObject({ plan: z.string() }),
          handle: async ({ principal: { plan } }) => ({ plan }),
        }),
        route({
          ...shared,
          method: 'post',
          summary: 'Send a parcel',
          scope: 'parcels:write',
          body: Parcel,
          reply: Parcel,
          async handle({ principal, body }) {
            const event = { tenantId: null, actor: actorOf(principal), subjectId: null, data: { to: body.to } };
            await db.$transaction((tx) => events.publish(tx, { type: 'parcel.sent', ...event }));
            return body;
          },
        }),
      ],
    }),
  };
}

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [...allPlugins(), parcels()] });
});
test.after.always(() => server?.stop());

const call = (method: string, token: string | undefined, body?: unknown) =>
  send(server.issuer, method, '/api/parcels', token, body);

test('a plugin brings callers with tokens of its own, for its own routes', async (t) => {
  const { status, body } = await call('GET', 'acme_reader');
  t.deepEqual([status, body], [200, { plan: 'gold' }]);
  t.is((await call('POST', 'acme_sender', { to: 'Ada' })).status, 200);
  const sent = await server.identity.db.event.findFirstOrThrow({ where: { type: 'parcel.sent' } });
  t.like(sent, { actorKind: 'machine', actorId: 'key-1', tenantId: null, data: { to: 'Ada' } });
});

test('the router checks the scope of such a caller before it reads any input', async (t) => {
  const { status, body, headers } = await call('POST', 'acme_reader', { misspelt: true });
  t.deepEqual([status, body['error']], [403, 'FORBIDDEN']);
  t.regex(headers.get('www-authenticate') ?? '', /insufficient_scope.*parcels:write/u);
});

test('its routes refuse everybody else, and tokens that are not valid', async (t) => {
  const tenant = await freshTenant(server);
  const ofUser = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  for (const token of [undefined, 'acme_', 'acme_nobody', 'ACME_sender', 'scim_sender', 'a.b.c', ofUser]) {
    const { status, body } = await call('GET', token);
    t.deepEqual([status, body['error']], [401, 'UNAUTHORIZED'], token);
  }
});

test('no other route takes such a token: it is refused as one that nobody knows, and the plugin is not asked', async (t) => {
  const others = server.identity.entryPoints.filter(
    ({ kind, callers }) => kind === 'route' && !callers.includes('acme_key'),
  );
  t.true(others.length > 150);
  for (const { name } of others) {
    const [method = '', path = ''] = name.split(' ');
    const there = path.replaceAll(/:\w+/gu, '0192f3a4-5b6c-7d8e-9f00-112233445566');
    const known = await send(server.issuer, method, there, 'acme_sender');
    const unknown = await send(server.issuer, method, there, 'nobody_sender');
    t.deepEqual([known.status, known.body['error']], [unknown.status, unknown.body['error']], name);
    t.is(known.status, 401, name);
  }
  t.deepEqual(
    asked.filter((path) => path !== '/api/parcels'),
    [],
  );
});

test('the API description names the kind as a scheme of its own', (t) => {
  const { paths, components } = server.identity.openApi;
  t.deepEqual(paths['/api/parcels']?.['get']?.security, [{ acme_key: [] }]);
  t.deepEqual(components.securitySchemes['acme_key'], { type: 'http', scheme: 'bearer' });
});
