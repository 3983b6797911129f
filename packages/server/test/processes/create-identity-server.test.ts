import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@org/identity-dev-postgres';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import pg from 'pg';
import {
  createIdentityServer,
  type IdentityServerOptions,
  licensing,
  migrationStatus,
  seed,
  tenants,
  users,
} from '../../src/index.js';

const secret = 'a secret for tests only, of more than 32 characters';
const password = 'correct horse battery';

// Shared because every new database needs a new key, which takes up to a second. Tests that use it are serial.
let database: TestDatabase;
test.before(async () => {
  database = await createTestDatabase();
  await (await start(database)).close();
});
test.after.always(() => database?.drop());

async function emptyDatabase(t: ExecutionContext): Promise<TestDatabase> {
  const empty = await createTestDatabase({ empty: true });
  t.teardown(() => empty.drop());
  return empty;
}

function start({ url }: TestDatabase, options: Partial<IdentityServerOptions> = {}) {
  return createIdentityServer({
    issuer: 'http://localhost:3000',
    databaseUrl: url,
    secret,
    plugins: [users(), tenants(), licensing()],
    ...options,
  });
}

/** Runs the action on its own connection. */
async function withClient<Result>(url: string, action: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

/** Whether all other connections to the database are closed. PostgreSQL notices the end of a connection a moment later. */
function allDisconnect({ url }: TestDatabase): Promise<boolean> {
  return withClient(url, async (client) => {
    const deadline = Date.now() + 5_000;
    while (Date.now() < deadline) {
      const { rows } = await client.query<{ others: number }>(
        `SELECT count(*)::int AS others FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
      );
      if (rows[0]?.others === 0) return true;
    }
    return false;
  });
}

test('a database without migrations is refused with the command that brings it up to date, and stays untouched', async (t) => {
  const empty = await emptyDatabase(t);
  await t.throwsAsync(start(empty), {
    message: /lacks \d+ migration\(s\).*"\d+_initial".*"identity-server migrate"/u,
  });
  const { rows } = await withClient(empty.url, (client) =>
    client.query("SELECT 1 FROM information_schema.schemata WHERE schema_name = 'identity'"),
  );
  t.deepEqual(rows, []);
  t.true(await allDisconnect(empty));
});

test('a database without migrations is brought up to date when that is asked for', async (t) => {
  const empty = await emptyDatabase(t);
  const identity = await start(empty, { migrations: 'apply' });
  await t.notThrowsAsync(identity.checkReadiness());
  await identity.close();
  const { pending } = await migrationStatus({ databaseUrl: empty.url });
  t.deepEqual(pending, []);
});

test.serial('a database that has lost its migrations is not ready', async (t) => {
  const identity = await start(database);
  t.teardown(() => identity.close());
  await t.notThrowsAsync(identity.checkReadiness());
  const rename = (from: string, to: string) =>
    withClient(database.url, (client) => client.query(`ALTER TABLE identity.${from} RENAME TO ${to}`));
  await rename('_prisma_migrations', 'lost');
  t.teardown(() => rename('lost', '_prisma_migrations'));
  await t.throwsAsync(identity.checkReadiness(), { message: /identity-server migrate/u });
});

test.serial('a server that is closed leaves no connection behind', async (t) => {
  const identity = await start(database);
  await Promise.all(Array.from({ length: 5 }, () => identity.db.user.count()));
  await identity.close();
  t.true(await allDisconnect(database));
});

const failing: [string, Partial<IdentityServerOptions>, RegExp][] = [
  ['plugins that contradict each other', { plugins: [users(), users()] }, /Two plugins are called "users"/u],
  ['no plugin that owns the accounts', { plugins: [tenants()] }, /No plugin owns the accounts/u],
  ['a step whose name is taken', { plugins: [users(), stepNamed('mfa')] }, /Two sign-in steps are called "mfa"/u],
  ['a short secret', { secret: 'short' }, /The option "secret"/u],
  ['an issuer that is no address', { issuer: 'nowhere' }, /The option "issuer"/u],
];
for (const [title, options, message] of failing) {
  test.serial(`a server that cannot start says why and leaves no connection behind: ${title}`, async (t) => {
    await t.throwsAsync(start(database, options), { message });
    t.true(await allDisconnect(database));
  });
}

function stepNamed(name: string): IdentityServerOptions['plugins'][number] {
  const never = () => Promise.reject(new Error('never shown'));
  return { name, setup: () => ({ steps: [{ name, order: 500, isNeeded: never, show: never, submit: never }] }) };
}

test.serial('a second start with another secret is refused and leaves no connection behind', async (t) => {
  await t.throwsAsync(start(database, { secret: 'another secret, that is also longer than 32' }), {
    message: /another secret/u,
  });
  t.true(await allDisconnect(database));
});

/** Serves an identity server in front of a host that handles all other paths. Returns the URL. */
async function serve(t: ExecutionContext, identity: Awaited<ReturnType<typeof start>>): Promise<string> {
  const app = new Koa();
  app.use(identity.middleware());
  app.use((ctx) => {
    ctx.body = 'of the host';
  });
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await identity.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.serial('below the path of the issuer, requests are counted by the same names', async (t) => {
  const identity = await start(database, { issuer: 'http://localhost:3000/identity' });
  const origin = await serve(t, identity);
  await fetch(`${origin}/identity/api/oauth/jwks`);
  await fetch(`${origin}/identity/api/users/me`);
  const counted = (route: string) => `_count{method="GET",route="${route}"`;
  const deadline = Date.now() + 60_000;
  for (const route of ['/api/oauth/jwks', '/api/users/me']) {
    // A request is counted after its response was sent, so the client may have received it earlier.
    while (!(await identity.metrics.metrics()).includes(counted(route)) && Date.now() < deadline);
    t.true((await identity.metrics.metrics()).includes(counted(route)), route);
  }
});

test.serial('the server answers its own paths and leaves all others to the host', async (t) => {
  const origin = await serve(t, await start(database));
  const at = async (path: string) => {
    const response = await fetch(`${origin}${path}`);
    return { status: response.status, text: await response.text() };
  };
  for (const path of ['/', '/login', '/api', '/api/usersandmore', '/api/oauth', '/oauth', '/interactions', '/health']) {
    t.is((await at(path)).text, 'of the host', path);
  }
  for (const path of ['/api/users/me', '/api/tenants', '/api/tenants/1']) t.is((await at(path)).status, 401, path);
  t.is((await at('/.well-known/openid-configuration')).status, 200);
});

test.serial('a server that is started, used and closed prints nothing and ends by itself', async (t) => {
  const redirectUris = ['http://127.0.0.1:8765/callback'];
  const origins = ['https://app.example'];
  const clientSecret = 'a client secret for tests, longer than 32';
  await seed({
    databaseUrl: database.url,
    data: {
      users: [{ email: 'owner@acme.test', password }],
      tenants: [{ slug: 'acme', name: 'Acme Inc.', members: [{ email: 'owner@acme.test', role: 'owner' }] }],
      clients: [
        { id: 'web', name: 'Web', type: 'CONFIDENTIAL', firstParty: true, secret: clientSecret, redirectUris, origins },
        { id: 'robot', name: 'Robot', type: 'MACHINE', secret: clientSecret, scopes: ['tenants:read'] },
      ],
    },
  });
  const script = fileURLToPath(new URL('../support/quiet-start.js', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    script,
    database.url,
    clientSecret,
    password,
  ]);
  t.notRegex(`${stdout}${stderr}`, /SHOULD|MUST|NOTICE/u);
  // oidc-provider prints this on Node 20, although everything works there.
  const unexpected = stderr.split('\n').filter((line) => line !== '' && !line.includes('Unsupported runtime'));
  t.deepEqual(unexpected, []);
  t.deepEqual(JSON.parse(stdout), {
    discovery: 200,
    metadata: 200,
    keys: 200,
    'machine token': 200,
    'wrong client': 400,
    'wrong authorize': 400,
    authorize: 303,
    'sign-in page': 200,
    'sign-in': 303,
    resume: 303,
    code: 200,
    refresh: 200,
    userinfo: 200,
    'bad userinfo': 401,
    profile: 200,
    introspection: 200,
    revocation: 200,
    'logout page': 200,
    logout: 200,
    'logout by POST': 303,
  });
});
