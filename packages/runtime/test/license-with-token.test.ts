import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBearerGuard, createRouter, errorBoundary, type Route, silentLogger } from '@org/identity-core';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { licensing } from '@org/identity-licensing';
import {
  createOidcAdapter,
  findTokenState,
  type IdentityPluginHost,
  type OpenDatabase,
  openDatabase,
  type Prisma,
} from '@org/identity-prisma';
import test from 'ava';
import Koa from 'koa';

const base = '/api/integration/licenses';
let database: OpenDatabase;
let drop: () => Promise<void>;
/** The names of the prepared statements that ran. */
const ran: string[] = [];
const stops: (() => Promise<unknown>)[] = [];
let together: string;
let apart: string;
let scene: Awaited<ReturnType<typeof fill>>;

test.before(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  database = openDatabase({ databaseUrl: made.url });
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    // TypeScript cannot express a replacement for the overloads of pg's `query`.
    client.query = ((...input: unknown[]) => {
      ran.push(String((input[0] as { name?: string }).name));
      return query(...input);
    }) as typeof client.query;
  });
  // The part of the host that the license routes use.
  const accounts = { accountPage: undefined };
  const host = { db: database.db, pool: database.pool, accounts, services: {} } as unknown as IdentityPluginHost;
  const routes = licensing().setup?.(host).routes ?? [];
  together = await serve(routes);
  // The same routes without the plugin's columns: they read the token first, and the license in a second statement.
  apart = await serve(routes.map((route) => ({ ...route, tokenColumns: undefined })));
  scene = await fill();
});
test.after.always(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await database?.close();
  await drop?.();
});

async function serve(routes: readonly Route[]): Promise<string> {
  const authenticate = createBearerGuard({
    verify: (token) => token.split('.')[0] ?? '',
    findTokenState: (jti, read) => findTokenState(database.pool, jti, read),
  });
  const app = new Koa().use(errorBoundary(silentLogger)).use(createRouter(routes, authenticate));
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Creates a tenant whose owner and first member have a license, with tokens of every kind. */
async function fill() {
  const { db } = database;
  const name = randomUUID();
  const tenant = await db.tenant.create({ data: { slug: name, name } });
  const strict = await db.tenant.create({ data: { slug: `${name}-2`, name, mfaPolicy: 'REQUIRED' } });
  const [product, other] = await Promise.all(
    ['a', 'b'].map((suffix) => db.application.create({ data: { name: `${name}${suffix}` } })),
  );
  if (!product || !other) throw new Error('no applications');
  const type = await db.licenseType.create({
    data: { applicationId: product.id, slug: 'pro', name: 'Pro', features: ['reports'] },
  });
  const subscription = await db.subscription.create({
    data: { tenantId: tenant.id, applicationId: product.id, licenseTypeId: type.id, quantityPurchased: 5 },
  });
  const addUser = async (role: 'owner' | 'member', more: { seat?: boolean; suspended?: boolean } = {}) => {
    const email = `${randomUUID()}@people.test`;
    const user = await db.user.create({ data: { email, normalizedEmail: email } });
    const status = more.suspended ? 'SUSPENDED' : 'ACTIVE';
    await db.membership.create({ data: { tenantId: tenant.id, userId: user.id, role, status } });
    if (more.seat) {
      const held = { tenantId: tenant.id, applicationId: product.id, userId: user.id, subscriptionId: subscription.id };
      await db.seat.create({ data: held });
    }
    return user.id;
  };
  const owner = await addUser('owner', { seat: true });
  const member = await addUser('member', { seat: true });
  const unlicensed = await addUser('member');
  const suspended = await addUser('member', { suspended: true });
  await db.membership.create({ data: { tenantId: strict.id, userId: owner, role: 'owner' } });
  const addClient = (data: Pick<Prisma.ClientUncheckedCreateInput, 'type' | 'firstParty' | 'tenantId' | 'scopes'>) =>
    db.client.create({ data: { id: randomUUID(), name: 'A client', applicationId: product.id, ...data } });
  const own = await addClient({ type: 'CONFIDENTIAL', firstParty: true });
  const foreign = await addClient({ type: 'CONFIDENTIAL', firstParty: false });
  const scopes = ['licenses:read', 'tenants:read'];
  const machine = await addClient({ type: 'MACHINE', tenantId: tenant.id, scopes });
  const platform = await addClient({ type: 'MACHINE', scopes });

  const save = async (kind: string, fields: Record<string, unknown>) => {
    const jti = randomBytes(32).toString('base64url');
    await createOidcAdapter(database.pool)(kind).upsert(jti, { jti, kind, ...fields }, 600);
    return jti;
  };
  const userToken = async (accountId: string, clientId: string, tenantId: string | undefined) => {
    const grantId = await save('Grant', { clientId, accountId, ...(tenantId ? { tenantId } : {}) });
    return save('AccessToken', { clientId, grantId, scope: 'openid' });
  };
  const revoked = await userToken(owner, own.id, tenant.id);
  await createOidcAdapter(database.pool)('AccessToken').destroy(revoked);
  return {
    tenant,
    product,
    other,
    owner,
    member,
    unlicensed,
    suspended,
    tokens: {
      owner: await userToken(owner, own.id, tenant.id),
      member: await userToken(member, own.id, tenant.id),
      unlicensed: await userToken(unlicensed, own.id, tenant.id),
      suspended: await userToken(suspended, own.id, tenant.id),
      'third-party': await userToken(member, foreign.id, tenant.id),
      'no tenant': await userToken(owner, own.id, undefined),
      'one factor where two are required': await userToken(owner, own.id, strict.id),
      machine: await save('ClientCredentials', { clientId: machine.id, scope: 'licenses:read' }),
      'machine without scope': await save('ClientCredentials', { clientId: machine.id, scope: 'tenants:read' }),
      platform: await save('ClientCredentials', { clientId: platform.id, scope: 'licenses:read' }),
      revoked,
      unknown: randomBytes(32).toString('base64url'),
    },
  };
}

interface RequestInput {
  method?: 'GET' | 'POST';
  path?: 'check' | 'feature' | 'type';
  query?: Record<string, string> | string;
  body?: Record<string, unknown>;
}

async function sendRequest(
  origin: string,
  token: string | undefined,
  { method = 'GET', path = 'check', query, body }: RequestInput,
) {
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${origin}${base}/${path}${search ? `?${search}` : ''}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}.x.y` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { requestId: _id, ...json } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, json };
}

test.serial('a check, feature or type of a license reads the token and the license in one statement', async (t) => {
  const applicationId = scene.product.id;
  for (const [path, token, more] of [
    ['check', scene.tokens.member, {}],
    ['feature', scene.tokens.member, { featureKey: 'reports' }],
    ['type', scene.tokens.member, {}],
    ['check', scene.tokens.owner, { userId: scene.member }],
    ['check', scene.tokens.machine, { userId: scene.member }],
  ] as const) {
    ran.length = 0;
    const { status } = await sendRequest(together, token, { path, query: { applicationId, ...more } });
    t.is(status, 200);
    t.is(ran.length, 1, ran.join());
    t.regex(String(ran[0]), /^token_state_licensing_/u);
  }
  ran.length = 0;
  await sendRequest(together, scene.tokens.member, { method: 'POST', query: { applicationId } });
  t.is(ran.length, 1, ran.join());
});

test.serial('what is asked for in a body is read after the token, in a statement of its own', async (t) => {
  ran.length = 0;
  const body = { applicationId: scene.product.id };
  const { status, json } = await sendRequest(together, scene.tokens.member, { method: 'POST', body });
  t.is(status, 200);
  t.is(json['hasLicense'], true);
  t.deepEqual(
    ran.map((name) => name.replace(/_[0-9a-f]{8}$/u, '')),
    ['token_state', 'license_check'],
  );
});

test.serial('whoever asks for whatever gets the same answer from one statement as from two', async (t) => {
  const { product, other, owner, member, unlicensed, suspended, tokens } = scene;
  const applicationId = product.id;
  const unknownId = randomUUID();
  const asked: RequestInput[] = [
    ...[
      {},
      ...[owner, member, unlicensed, suspended, unknownId, member.toUpperCase(), 'no-id', ''].map((userId) => ({
        userId,
      })),
    ].map((who): RequestInput => ({ query: { applicationId, ...who } })),
    ...[other.id, unknownId, 'no-id', '', applicationId.toUpperCase(), `{${applicationId}}`].map(
      (id): RequestInput => ({ query: { applicationId: id } }),
    ),
    {},
    { query: { applicationId, more: 'x' } },
    { query: `applicationId=${applicationId}&applicationId=${other.id}` },
    { query: `applicationId=${applicationId}&userId=${owner}&userId=${member}` },
    ...['reports', 'other'].map(
      (featureKey): RequestInput => ({ path: 'feature', query: { applicationId, featureKey } }),
    ),
    { path: 'feature', query: { applicationId } },
    { path: 'type', query: { applicationId } },
    { path: 'type', query: { applicationId, userId: unlicensed } },
    { method: 'POST', query: { applicationId } },
    { method: 'POST', query: { applicationId, userId: member } },
    { method: 'POST', body: { applicationId } },
    { method: 'POST', query: { applicationId }, body: { userId: unlicensed } },
    { method: 'POST', query: { userId: unlicensed }, body: { applicationId } },
    { method: 'POST', query: { applicationId }, body: { applicationId: other.id } },
    { method: 'POST', path: 'feature', query: { applicationId }, body: { featureKey: 'reports' } },
  ];
  const statuses = new Set<number>();
  for (const [name, token] of [...Object.entries(tokens), ['none', undefined] as const]) {
    for (const request of asked) {
      const [one, two] = [await sendRequest(together, token, request), await sendRequest(apart, token, request)];
      t.deepEqual(one, two, `${name}: ${JSON.stringify(request)}`);
      statuses.add(one.status);
    }
  }
  t.deepEqual(
    [...statuses].sort((a, b) => a - b),
    [200, 400, 401, 403, 422],
  );
});

test.serial('a seat that is taken away and a member who is suspended are felt by the next check', async (t) => {
  const { db } = database;
  const { product, member, tenant, tokens } = scene;
  const check = () => sendRequest(together, tokens.member, { query: { applicationId: product.id } });
  t.is((await check()).json['reason'], 'LICENSED');
  await db.seat.deleteMany({ where: { userId: member } });
  t.is((await check()).json['reason'], 'NO_SEAT');
  const membership = { tenantId_userId: { tenantId: tenant.id, userId: member } };
  await db.membership.update({ where: membership, data: { status: 'SUSPENDED' } });
  t.is((await check()).status, 401);
});
