import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { openDatabase } from '@org/identity-prisma';
import test, { type ExecutionContext } from 'ava';
import { EnvironmentError, readEnvironment } from '../../src/environment.js';
import { freePort, spawnServer, startProcess } from '../support/server-process.js';
import { testSecret } from '../support/test-server.js';

const https = 'https://id.example.test';
const database = 'postgresql://user@db.example.test/identity';
const production = { NODE_ENV: 'production', IDENTITY_SECRET: testSecret, ISSUER: https, DATABASE_URL: database };

for (const issuer of [
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://127.1.2.3',
  'http://[::1]:3000',
  'http://acme.localhost:3000',
  'https://localhost',
]) {
  test(`${issuer} is the issuer of a development server, which listens on loopback only`, (t) => {
    const environment = readEnvironment({ ISSUER: issuer });
    t.like(environment, { development: true, seedDemo: true });
    t.deepEqual(environment.hosts, ['127.0.0.1', '::1']);
  });
}

for (const issuer of [
  https,
  'http://id.example.test',
  'http://localhost.example.test',
  'http://127.0.0.1.example.test',
  'http://10.0.0.1:3000',
  'http://0.0.0.0:3000',
  'http://[::]:3000',
  'http://[::ffff:10.0.0.1]:3000',
  'http://localhost.:3000',
]) {
  test(`${issuer} is a public issuer: no development server, no demo data`, (t) => {
    const environment = readEnvironment({ ISSUER: issuer });
    t.like(environment, { development: false, seedDemo: false });
    t.deepEqual(environment.hosts, [undefined]);
  });
}

test('without PLATFORM_CONSOLE the platform exists only on the own machine, and never in production', (t) => {
  for (const [variables, platformConsole] of [
    [{}, true],
    [{ ISSUER: 'http://127.0.0.1:3000' }, true],
    [{ ISSUER: https }, false],
    [{ ISSUER: 'http://10.0.0.1:3000', NODE_ENV: 'development' }, false],
    [production, false],
    [{ ...production, ISSUER: 'http://localhost:3000', ALLOW_HTTP_ISSUER: 'true' }, false],
    [{ ISSUER: https, PLATFORM_CONSOLE: 'true' }, true],
    [{ ...production, PLATFORM_CONSOLE: 'true' }, true],
    [{ PLATFORM_CONSOLE: 'false' }, false],
  ] as const)
    t.is(readEnvironment(variables).platformConsole, platformConsole, JSON.stringify(variables));
});

test('super admins need a second factor everywhere but on the own machine, unless the variable says so', (t) => {
  for (const [variables, superAdminSecondFactor] of [
    [{}, false],
    [{ ISSUER: https }, true],
    [production, true],
    [{ ...production, ISSUER: 'http://localhost:3000', ALLOW_HTTP_ISSUER: 'true' }, true],
    [{ SUPER_ADMIN_SECOND_FACTOR: 'true' }, true],
    [{ ISSUER: https, SUPER_ADMIN_SECOND_FACTOR: 'false' }, false],
  ] as const)
    t.is(readEnvironment(variables).superAdminSecondFactor, superAdminSecondFactor, JSON.stringify(variables));
});

test('EMAIL_CODES and PASSWORD_SIGN_IN say how users sign in, and somebody must be able to', (t) => {
  t.like(readEnvironment({}), { emailCodes: false, passwordSignIn: true });
  const without = { EMAIL_CODES: 'true', PASSWORD_SIGN_IN: 'false' };
  t.like(readEnvironment(without), { emailCodes: true, passwordSignIn: false });
  t.throws(() => readEnvironment({ PASSWORD_SIGN_IN: 'false' }), { message: /^PASSWORD_SIGN_IN must not be false/u });
  t.throws(() => readEnvironment({ EMAIL_CODES: 'yes' }), { message: /^EMAIL_CODES/u });
});

test('HOST names the interface; beyond loopback it is no development server', (t) => {
  t.deepEqual(readEnvironment({ HOST: '127.0.0.1' }).hosts, ['127.0.0.1']);
  t.like(readEnvironment({ HOST: '::1' }), { development: true, seedDemo: true });
  t.like(readEnvironment({ HOST: '0.0.0.0' }), { development: false, seedDemo: false });
  t.deepEqual(readEnvironment({ HOST: '10.1.2.3', ISSUER: https }).hosts, ['10.1.2.3']);
});

test('in production an http issuer is taken only where ALLOW_HTTP_ISSUER says so', (t) => {
  t.like(readEnvironment(production), { production: true, development: false, seedDemo: false, issuer: https });
  const inside = { ...production, ISSUER: 'http://localhost:3000', ALLOW_HTTP_ISSUER: 'true' };
  t.like(readEnvironment(inside), { production: true, development: false, seedDemo: false });
});

const { ISSUER: _issuer, ...withoutIssuer } = production;
const { DATABASE_URL: _database, ...withoutDatabase } = production;
const bad: [string, Record<string, string>][] = [
  ['SEED_DEMO', { ISSUER: https, SEED_DEMO: 'true' }],
  ['SEED_DEMO', { ISSUER: 'http://10.0.0.1:3000', SEED_DEMO: 'true' }],
  ['SEED_DEMO', { HOST: '0.0.0.0', SEED_DEMO: 'true' }],
  ['ISSUER', { ...production, ISSUER: 'http://id.example.test' }],
  ['ISSUER', { ...production, ISSUER: 'http://localhost:3000' }],
  ['ISSUER', { ...production, ISSUER: 'http://id.example.test', ALLOW_HTTP_ISSUER: 'false' }],
  ['ISSUER', withoutIssuer],
  ['DATABASE_URL', withoutDatabase],
  ['ALLOW_HTTP_ISSUER', { ALLOW_HTTP_ISSUER: 'yes' }],
  ['HOST', { HOST: 'not a host' }],
  ['HOST', { HOST: 'localhost' }],
  ['PORT', { PORT: '1e3' }],
  ['PORT', { PORT: '0x10' }],
  ['PORT', { PORT: '-1' }],
  ['WORKERS', { WORKERS: '1.5' }],
  ['METRICS_PORT', { METRICS_PORT: '65536' }],
  ['TRUST_PROXY', { TRUST_PROXY: '1e1' }],
];
for (const [name, variables] of bad) {
  test(`it is refused in one line that names the variable: ${JSON.stringify({ ...variables, IDENTITY_SECRET: undefined })}`, (t) => {
    const error = t.throws(() => readEnvironment(variables), { instanceOf: EnvironmentError });
    t.regex(error.message, new RegExp(`^${name} [^\\n]+\\.$`, 'u'));
  });
}

/** A new database, with the demo data if a test needs it. */
async function freshDatabase(t: ExecutionContext, options: { withDemoData?: boolean } = {}): Promise<string> {
  const { url, drop } = await createTestDatabase(options);
  t.teardown(drop);
  return url;
}

async function startWith(t: ExecutionContext, variables: Record<string, string>) {
  const port = String(await freePort());
  const server = await startProcess({ PORT: port, IDENTITY_SECRET: testSecret, ...variables });
  t.teardown(() => server.end('SIGTERM'));
  return { ...server, port };
}

/** The status for a request with another Host header or to another IP; undefined if nothing listens there. */
function statusOf(port: string, path: string, { host = '127.0.0.1', headers = {} } = {}): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request({ host, port, path, headers, timeout: 5000 }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(undefined));
    asked.end();
  });
}

test('a server with a public issuer has no mailbox, no open /metrics, no platform and no demo data, with or without production', async (t) => {
  const databaseUrl = await freshDatabase(t);
  for (const NODE_ENV of ['', 'development', 'production']) {
    const { port } = await startWith(t, { ISSUER: https, DATABASE_URL: databaseUrl, NODE_ENV });
    t.is(await statusOf(port, '/health'), 200);
    t.is(await statusOf(port, '/dev/mail'), 404);
    t.is(await statusOf(port, '/metrics'), 404);
    t.is(await statusOf(port, '/platform'), 404);
    t.is(await statusOf(port, '/api/platform/keys'), 404);
  }
  const { db, close } = openDatabase({ databaseUrl });
  t.teardown(close);
  t.is(await db.client.count(), 0);
});

test('a server with a public issuer refuses a database that holds demo data', async (t) => {
  const databaseUrl = await freshDatabase(t, { withDemoData: true });
  const variables = { PORT: String(await freePort()), IDENTITY_SECRET: testSecret, DATABASE_URL: databaseUrl };
  const server = spawnServer({ ...variables, ISSUER: https });
  t.is(await new Promise((resolve) => server.child.once('exit', resolve)), 1);
  t.regex(server.output(), /has a demo secret/u);
});

test('/metrics of a public issuer is for who has the token, or on a port of its own', async (t) => {
  const METRICS_TOKEN = 'a token for the numbers';
  const METRICS_PORT = String(await freePort());
  const variables = { ISSUER: https, DATABASE_URL: await freshDatabase(t) };
  const withToken = await startWith(t, { ...variables, METRICS_TOKEN });
  t.is(await statusOf(withToken.port, '/metrics'), 401);
  t.is(await statusOf(withToken.port, '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }), 200);
  const withPort = await startWith(t, { ...variables, METRICS_PORT });
  t.is(await statusOf(withPort.port, '/metrics'), 404);
  t.is(await statusOf(METRICS_PORT, '/metrics'), 200);
});

const [outer] = Object.values(networkInterfaces())
  .flat()
  .filter((address) => address?.family === 'IPv4' && !address.internal);
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1');

test('a development server is reached by 127.0.0.1 and ::1, and from nowhere else', async (t) => {
  const METRICS_PORT = String(await freePort());
  const DATABASE_URL = await freshDatabase(t);
  const { port } = await startWith(t, { DATABASE_URL, SEED_DEMO: 'false', METRICS_PORT });
  for (const [origin, path] of [
    [port, '/dev/mail'],
    [METRICS_PORT, '/metrics'],
  ] as const) {
    t.is(await statusOf(origin, path), 200);
    if (hasIpv6) t.is(await statusOf(origin, path, { host: '::1' }), 200);
    if (outer) t.is(await statusOf(origin, path, { host: outer.address }), undefined);
  }
  const everywhere = await startWith(t, { DATABASE_URL, HOST: '0.0.0.0' });
  if (outer) t.is(await statusOf(everywhere.port, '/health', { host: outer.address }), 200);
  t.is(await statusOf(everywhere.port, '/dev/mail'), 404);
});

test('the mailbox and the numbers of a development server are not shown under the name of another host', async (t) => {
  const { port } = await startWith(t, { DATABASE_URL: await freshDatabase(t), SEED_DEMO: 'false' });
  for (const path of ['/dev/mail', '/metrics']) {
    t.is(await statusOf(port, path), 200);
    t.is(await statusOf(port, path, { headers: { host: `rebound.example.test:${port}` } }), 404);
  }
});
