import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, removePostgres } from '@org/identity-dev-postgres';
import { openDatabase } from '@org/identity-prisma';
import { until } from '@org/identity-testing/until';
import test, { type ExecutionContext } from 'ava';
import { EnvironmentError, readEnvironment } from '../../src/environment.js';
import { builtMain, freePort, spawnServer, startProcess } from '../support/server-process.js';
import { call, signIn } from '../support/sign-in.js';
import { testSecret } from '../support/test-server.js';

test('the environment has the documented defaults', (t) => {
  t.like(readEnvironment({}), {
    production: false,
    port: 3000,
    issuer: 'http://localhost:3000',
    databaseUrl: undefined,
    seedDemo: true,
    trustedProxies: 0,
    logLevel: 'info',
  });
  t.is(readEnvironment({ PORT: '4000' }).issuer, 'http://localhost:4000');
  t.is(readEnvironment({ ISSUER: 'https://id.example.test/' }).issuer, 'https://id.example.test');
  t.is(readEnvironment({ TRUST_PROXY: 'true' }).trustedProxies, 1);
  t.is(readEnvironment({ PORT: '', DATABASE_URL: '' }).port, 3000, 'an empty variable is an absent one');
  t.deepEqual(readEnvironment({}).providers, []);
});

test('sign-in providers are set up by their variables', (t) => {
  const { providers } = readEnvironment({
    GOOGLE_CLIENT_ID: 'google-id',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    MICROSOFT_CLIENT_ID: 'microsoft-id',
    MICROSOFT_CLIENT_SECRET: 'microsoft-secret',
    MICROSOFT_ISSUER: 'http://localhost:9000',
  });
  t.like(providers[0], { id: 'GOOGLE', issuer: 'https://accounts.google.com', clientId: 'google-id' });
  t.like(providers[1], { id: 'MICROSOFT', issuer: 'http://localhost:9000', clientSecret: 'microsoft-secret' });
  t.is(providers.length, 2);
});

const inProduction = { NODE_ENV: 'production', IDENTITY_SECRET: testSecret };
const googleClient = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const bad: [string, Record<string, string>][] = [
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '70000' }],
  ['ISSUER', { ISSUER: 'id.example.test' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
  ['IDENTITY_SECRET', { IDENTITY_SECRET: 'short' }],
  ['IDENTITY_SECRET', { NODE_ENV: 'production' }],
  ['SEED_DEMO', { SEED_DEMO: 'perhaps' }],
  ['SEED_DEMO', { NODE_ENV: 'production', IDENTITY_SECRET: testSecret, SEED_DEMO: 'true' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'everybody' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['WORKERS', { WORKERS: '0' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
  ['MICROSOFT_CLIENT_ID', { MICROSOFT_CLIENT_SECRET: 'secret' }],
  ['GOOGLE_CLIENT_ID', { GOOGLE_ISSUER: 'https://accounts.example.test' }],
  ['GOOGLE_ISSUER', { ...googleClient, GOOGLE_ISSUER: 'ftp://accounts.example.test' }],
  ['GOOGLE_ISSUER', { ...inProduction, ...googleClient, GOOGLE_ISSUER: 'http://accounts.example.test' }],
];
for (const [name, variables] of bad) {
  test(`a bad environment is one line that names the variable: ${JSON.stringify(variables)}`, (t) => {
    const error = t.throws(() => readEnvironment(variables), { instanceOf: EnvironmentError });
    t.regex(error.message, new RegExp(`^${name} [^\\n]+\\.$`, 'u'));
  });
}

test('the process ends with exit code 1 and that one line', async (t) => {
  const server = spawnServer({ PORT: 'x' });
  const code = await new Promise((resolve) => server.child.once('exit', resolve));
  t.is(code, 1);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.includes('Unsupported runtime'));
  t.is(lines.length, 1);
  t.regex(String(lines[0]), /^PORT /u);
});

test('a port in use and a database out of reach are said in one line each', async (t) => {
  const database = await createTestDatabase();
  const port = String(await freePort());
  const variables = { PORT: port, DATABASE_URL: database.url, IDENTITY_SECRET: testSecret, SEED_DEMO: 'false' };
  const first = await startProcess(variables);
  try {
    for (const [changes, expected] of [
      [{}, /PORT \d+ is in use/u],
      [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }, /could not start/u],
    ] as const) {
      const second = spawnServer({ ...variables, ...changes });
      t.is(await new Promise((resolve) => second.child.once('exit', resolve)), 1);
      t.regex(second.output(), expected);
      t.notRegex(second.output(), /\n {4}at /u, 'no stack');
    }
  } finally {
    await first.end('SIGTERM');
    await database.drop();
  }
});

test('from an empty folder the server starts, seeds, answers, stays small, stops cleanly and starts again with its data', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'identity-start-'));
  const directory = join(parent, 'closed', 'data');
  await mkdir(directory, { recursive: true });
  // As under /root: only the owner can enter the folder.
  await chmod(join(parent, 'closed'), 0o700);
  const port = String(await freePort());
  // As `npm start` and the container set it.
  const memory = { MALLOC_ARENA_MAX: '2' };
  const variables = { PORT: port, ISSUER: `http://127.0.0.1:${port}`, DATA_DIR: directory, ...memory };
  let server = await startProcess(variables, builtMain);
  try {
    t.regex(server.output(), new RegExp(`ready at http://127.0.0.1:${port}`, 'u'));
    t.deepEqual((await call(server.url, '/health')).body, { status: 'ok' });
    t.deepEqual((await call(server.url, '/ready')).body, { status: 'ok' });
    t.is((await stat(join(directory, 'secret'))).mode & 0o777, 0o600);
    await checkMemory(t, server.child.pid, 150);
    const { tokens } = await signIn(server.url);
    // A password hash takes 19 MiB, and the C library keeps them for the next one.
    await checkMemory(t, server.child.pid, 170);

    t.is(await server.end('SIGINT'), 0);
    server = await startProcess(variables, builtMain);
    t.is((await call(server.url, '/api/users/me', tokens.access_token)).status, 200);
    t.is(await server.end('SIGTERM'), 0);
  } finally {
    server.child.kill('SIGKILL');
    await removePostgres({ directory: join(directory, 'postgres') });
    await rm(parent, { recursive: true, force: true });
  }
});

/** What a process needs when it is idle: V8 returns the memory of its start within seconds. */
async function checkMemory(t: ExecutionContext, pid: number | undefined, maxMegabytes: number): Promise<void> {
  if (process.platform !== 'linux') return;
  const begun = performance.now();
  const megabytes = await until(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const used = Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1]) / 1024;
    return used < maxMegabytes || performance.now() - begun > 60_000 ? used : undefined;
  });
  t.log(`${megabytes.toFixed(1)} MB of ${maxMegabytes}`);
  t.true(megabytes < maxMegabytes, `${megabytes} MB`);
}

test('a request that is under way when the server is told to stop is still answered', async (t) => {
  const database = await createTestDatabase();
  const port = String(await freePort());
  const variables = { PORT: port, DATABASE_URL: database.url, IDENTITY_SECRET: testSecret, SEED_DEMO: 'false' };
  const server = await startProcess(variables);
  t.teardown(() => database.drop());
  const headers = { 'content-type': 'application/x-www-form-urlencoded', expect: '100-continue' };
  const slow = request(`${server.url}/api/oauth/token`, { method: 'POST', headers });
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
  slow.flushHeaders();
  await once(slow, 'continue');
  const ended = server.end('SIGTERM');
  // New connections are refused as soon as it stops.
  await until(() =>
    fetch(`${server.url}/health`).then(
      () => false,
      () => true,
    ),
  );
  slow.end('grant_type=client_credentials');
  const [response] = await answered;
  t.is(response.statusCode, 400);
  response.resume();
  t.is(await ended, 0);
});

test('in production the server refuses demo secrets and demo passwords', async (t) => {
  const database = await createTestDatabase({ withDemoData: true });
  const variables = {
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    IDENTITY_SECRET: testSecret,
    ALLOW_HTTP_ISSUER: 'true',
  };
  const refused = async (expected: RegExp) => {
    const server = spawnServer(variables);
    t.is(await new Promise((resolve) => server.child.once('exit', resolve)), 1);
    t.regex(server.output(), expected);
  };
  const { db, close } = openDatabase({ databaseUrl: database.url });
  try {
    await refused(/has a demo secret/u);
    await db.clientSecret.deleteMany();
    await refused(/has the demo password/u);
    await db.user.deleteMany();
    const server = await startProcess(variables);
    t.is(await server.end('SIGTERM'), 0);
  } finally {
    await close();
    await database.drop();
  }
});

test('the server is not ready while its database is away', async (t) => {
  const database = await createTestDatabase();
  const server = await startProcess({
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    IDENTITY_SECRET: testSecret,
    SEED_DEMO: 'false',
  });
  try {
    t.is((await call(server.url, '/ready')).status, 200);
    await database.drop();
    t.is((await call(server.url, '/ready')).status, 503);
    t.is((await call(server.url, '/health')).status, 200);
  } finally {
    await server.end('SIGTERM');
  }
});
