import { until } from '@org/identity-testing/until';
import test from 'ava';
import { importLines, newEmail } from '../support/import-tests.js';
import { addSuperAdmin, platformMachine } from '../support/platform-api.js';
import { addUser, freshTenant, send } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

// Made from the routes as the server describes them: a new route of the platform that names a user is covered by itself.

let server: TestServer;
let machine: string;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  machine = await platformMachine(server);
});
test.after.always(() => server?.stop());

const bodies: Readonly<Record<string, object>> = {
  'PATCH /api/platform/users/{userId}': { displayName: 'Taken over' },
};

/** Every change of the platform that names a user in its path. */
function changes() {
  return Object.entries(server.identity.openApi.paths)
    .filter(([path]) => path.startsWith('/api/platform/') && path.includes('{userId}'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })))
    .filter(({ method }) => method !== 'GET');
}

async function sessionOf(userId: string): Promise<string> {
  const { publicId } = await server.identity.db.oidcSession.findFirstOrThrow({ where: { accountId: userId } });
  return publicId;
}

/** What belongs to the account of a user, as text. */
async function stateOf(userId: string): Promise<string> {
  const { db } = server.identity;
  const include = { totp: true, passkeys: true, recoveryCodes: true, memberships: true, passwordReset: true };
  const user = await db.user.findUniqueOrThrow({ where: { id: userId }, include });
  const sessions = await db.oidcSession.findMany({
    where: { accountId: userId },
    select: { uid: true, endedAt: true },
  });
  return JSON.stringify({ user, sessions }, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

async function change(
  { path, method }: { path: string; method: string },
  { userId, token, query = '' }: { userId: string; token: string; query?: string },
) {
  const target = path.replace('{userId}', userId).replace('{sessionId}', await sessionOf(userId));
  const body = method === 'DELETE' ? undefined : (bodies[`${method} ${path}`] ?? {});
  return send(server.issuer, method, `${target}${query}`, token, body);
}

test('no change of the platform that names a user is open to a machine if that user is a super admin', async (t) => {
  const { userId } = await addSuperAdmin(server);
  const before = await stateOf(userId);
  t.true(changes().length >= 9);
  for (const route of changes())
    for (const query of ['', '?rehearse=true']) {
      const { status, body } = await change(route, { userId, token: machine, query });
      t.deepEqual([status, body['error']], [403, 'FORBIDDEN'], `${route.method} ${route.path}${query}`);
    }
  t.is(await stateOf(userId), before);
});

test('another super admin may do all of it', async (t) => {
  const { token } = await addSuperAdmin(server);
  for (const route of changes()) {
    const { userId } = await addSuperAdmin(server);
    const { status } = await change(route, { userId, token });
    t.is(status, 200, `${route.method} ${route.path}`);
  }
});

test('a machine changes any other user', async (t) => {
  for (const route of changes().filter(({ path }) => !path.includes('{sessionId}'))) {
    const { userId } = await addUser(server);
    const path = route.path.replace('{userId}', userId);
    const body = route.method === 'DELETE' ? undefined : (bodies[`${route.method} ${route.path}`] ?? {});
    t.is((await send(server.issuer, route.method, path, machine, body)).status, 200, `${route.method} ${route.path}`);
  }
});

test.serial('a user who becomes a super admin while a machine waits for the account is not changed', async (t) => {
  const { userId } = await addUser(server);
  const { db } = server.identity;
  let answer: ReturnType<typeof send> | undefined;
  await db.$transaction(
    async (tx) => {
      await tx.user.update({ where: { id: userId }, data: { superAdmin: true } });
      answer = send(server.issuer, 'POST', `/api/platform/users/${userId}/disable`, machine, {});
      await until(async () => {
        const waiting = await db.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND query LIKE '%identity.users%FOR UPDATE'`;
        return waiting.length > 0 ? true : undefined;
      });
    },
    { timeout: 30_000 },
  );
  t.is((await answer)?.status, 403);
  t.is((await db.user.findUniqueOrThrow({ where: { id: userId } })).disabledAt, null);
});

test('a machine does not make a super admin the owner of a tenant, but may invite one', async (t) => {
  const { userId, email } = await addSuperAdmin(server);
  const create = (body: object) => send(server.issuer, 'POST', '/api/platform/tenants', machine, body);
  t.like(await create({ name: 'Given away', ownerId: userId }), { status: 403, body: { error: 'FORBIDDEN' } });
  t.is((await create({ name: 'Given away', ownerEmail: email })).status, 201);
  t.is(await server.identity.db.membership.count({ where: { userId, status: 'ACTIVE' } }), 0);
});

test('an import by a machine changes nothing of a super admin, whatever its line says', async (t) => {
  const { userId, email } = await addSuperAdmin(server);
  const tenant = await freshTenant(server);
  await server.identity.db.user.update({ where: { id: userId }, data: { externalId: `hr-${userId}` } });
  const before = await stateOf(userId);
  const lines = [
    { email, displayName: 'Taken over' },
    { email, disabled: true },
    { email, memberships: [{ tenant: tenant.slug, role: 'member' }] },
    { email: newEmail(), externalId: `hr-${userId}` },
  ];
  const { report } = await importLines(server, machine, lines);
  t.deepEqual(
    report.map(({ result }) => result),
    lines.map(() => 'refused'),
  );
  t.is(await stateOf(userId), before);
});

test('a line of a machine that says of a super admin what is so already is unchanged, not refused', async (t) => {
  const { email } = await addSuperAdmin(server);
  const { report } = await importLines(server, machine, [{ email }]);
  t.deepEqual(
    report.map(({ result }) => result),
    ['unchanged'],
  );
});
