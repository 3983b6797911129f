import { createHash } from 'node:crypto';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { TestBrowser } from '@org/identity-testing/test-browser';
import type { ExecutionContext } from 'ava';
import test from 'ava';
import pg from 'pg';
import { demoPassword } from '../../src/demo-data.js';
import { freePort, type ServerProcess, startProcess } from '../support/server-process.js';
import { buildRequest, configure, secretOf, signIn } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';
import { startTestServer, type TestServer, testSecret } from '../support/test-server.js';

// The tests run one after the other because they change the time of all counters.
let database: { url: string; drop(): Promise<void> };
let pool: pg.Pool;
let issuer: string;
let direct: ServerProcess[] = [];
let proxied: ServerProcess[] = [];
let server: TestServer;

test.before(async () => {
  database = await createTestDatabase({ withDemoData: true });
  pool = new pg.Pool({ connectionString: database.url });
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  issuer = `http://127.0.0.1:${ports[0]}`;
  const shared = { DATABASE_URL: database.url, IDENTITY_SECRET: testSecret, ISSUER: issuer, SEED_DEMO: 'false' };
  const start = (port: number, index: number) =>
    startProcess({ ...shared, PORT: String(port), TRUST_PROXY: index < 2 ? 'false' : 'true' });
  const all = await Promise.all(ports.map(start));
  direct = all.slice(0, 2);
  proxied = all.slice(2);
  server = await startTestServer({ trustedProxies: 1, limits: { tokenEndpoint: { requestsPerSecond: 1 } } });
});
test.after.always(async () => {
  await Promise.all([...direct, ...proxied].map((each) => each.end('SIGTERM')));
  await pool?.end();
  await database?.drop();
  await server?.stop();
});

interface Try {
  email: string;
  password?: string;
  /** The X-Forwarded-For header that reaches the server. */
  from: string;
}

/** Opens a sign-in page. Returns a function that sends it to any process. */
async function openSignIn() {
  const browser = new TestBrowser(issuer);
  const page = await browser.open((await buildRequest(await configure(issuer, 'demo-web'))).url);
  return ({ url }: ServerProcess, { email, password = demoPassword, from }: Try) =>
    browser.request('POST', new URL(page.url.pathname, url), new URLSearchParams({ email, password }), {
      'x-forwarded-for': from,
    });
}

async function statusOf(process: ServerProcess | undefined, attempt: Try): Promise<number> {
  return (await (await openSignIn())(process as ServerProcess, attempt)).status;
}

/** Sends 100 wrong passwords at once, alternating between the processes. Asserts that each is refused like a wrong password. */
async function storm(t: ExecutionContext, servers: ServerProcess[], email: string, from: (index: number) => string) {
  const post = await openSignIn();
  const responses = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const to = servers[index % servers.length] as ServerProcess;
      return (await post(to, { email, password: 'wrong', from: from(index) })).status;
    }),
  );
  t.deepEqual(new Set(responses), new Set([401]));
}

const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url');
const hour = 60 * 60;

/** The number of passwords that were checked: each of them is first counted for the account. */
async function lookedAt(email: string): Promise<number> {
  const key = `signin_account:${keyOf(email)}`;
  const { rows } = await pool.query('SELECT points FROM identity.rate_limits WHERE key = $1', [key]);
  return Number(rows[0]?.points ?? 0);
}

async function pass(seconds: number): Promise<void> {
  await pool.query('UPDATE identity.rate_limits SET expire = expire - $1', [seconds * 1000]);
}

test.serial('of 100 wrong passwords at once ten are looked at; a forged X-Forwarded-For does not help', async (t) => {
  const email = 'owner@acme.test';
  const started = performance.now();
  await storm(t, direct, email, (index) => `203.0.113.${index}`);
  t.is(await lookedAt(email), 10);
  t.is(await statusOf(direct[1], { email, from: '203.0.113.200' }), 401, 'the right one has to wait as well');
  t.is(await statusOf(direct[0], { email: 'admin@acme.test', from: '' }), 303, 'others at the same address');
  t.is(await statusOf(proxied[0], { email, from: '203.0.113.201' }), 303, 'the owner elsewhere');
  // On a slow machine the requests above take seconds, too.
  const taken = Math.ceil((performance.now() - started) / 1000);
  await pass(50 - taken);
  t.is(await statusOf(direct[0], { email, from: '' }), 401, 'ten seconds too early');
  await pass(10 + taken);
  t.is(await statusOf(direct[0], { email, from: '' }), 303, 'after a minute');
});

test.serial('behind a proxy only the address that the proxy added counts', async (t) => {
  const email = 'member@acme.test';
  const real = '198.51.100.20';
  await storm(t, proxied, email, (index) => `203.0.113.${index}, ${real}`);
  t.is(await lookedAt(email), 10);
  t.is(await statusOf(proxied[1], { email, from: real }), 401);
  t.is(await statusOf(proxied[1], { email: 'admin@acme.test', from: real }), 303, 'others at the same address');
  t.is(await statusOf(proxied[1], { email, from: '198.51.100.21' }), 303, 'the owner elsewhere');
  await pass(60);
  t.is(await statusOf(proxied[0], { email, from: real }), 303, 'after a minute');
});

test.serial('behind a proxy that adds the port, all connections of an IP count as one network', async (t) => {
  const email = 'member@globex.test';
  await storm(t, proxied, email, (index) => `198.51.100.25:${40_000 + index}`);
  t.is(await lookedAt(email), 10);
  t.is(await statusOf(proxied[1], { email, from: '198.51.100.26:40000' }), 401, 'the account does not exist');
  t.is(await lookedAt(email), 11, 'another network is looked at');
});

test.serial('a hundred networks get a hundred tries together, and the owner is back after a minute', async (t) => {
  const email = 'owner@globex.test';
  t.is(await statusOf(proxied[0], { email, password: 'wrong', from: '198.51.100.30' }), 401);
  // Saves ninety attempts.
  const key = `signin_account:${keyOf(email)}`;
  await pool.query('UPDATE identity.rate_limits SET points = 90 WHERE key = $1', [key]);
  await storm(t, proxied, email, (index) => `192.0.2.${index}`);
  t.is(await statusOf(proxied[0], { email, from: '198.51.100.31' }), 401, 'the whole account waits');
  t.is(await statusOf(proxied[0], { email: 'admin@acme.test', from: '192.0.2.7' }), 303, 'others do not');
  await pass(60);
  t.is(await statusOf(proxied[0], { email, from: '198.51.100.31' }), 303, 'after a minute');
});

test.serial('a network that tried at many accounts is told when to come back, on pages and by the API', async (t) => {
  await pass(24 * hour);
  const { tokens } = await signIn(issuer, { email: 'admin@acme.test' });
  const from = '198.51.100.40';
  const email = 'nobody@acme.test';
  t.is(await statusOf(proxied[0], { email, password: 'wrong', from }), 401);
  const key = `signin_network:${keyOf(from)}`;
  // As if there had been two hundred attempts.
  const { rowCount } = await pool.query('UPDATE identity.rate_limits SET points = 200 WHERE key = $1', [key]);
  t.is(rowCount, 1);

  const page = await (await openSignIn())(proxied[1] as ServerProcess, { email: 'admin@acme.test', from });
  t.is(page.status, 429);
  const wait = Number(page.headers.get('retry-after'));
  t.true(wait > 500 && wait <= 600, String(wait));
  t.regex(String(page.headers.get('content-security-policy')), /default-src 'none'/u);
  const html = await page.text();
  t.regex(html, /<h1>Too many attempts<\/h1>/u);
  t.regex(html, /Wait 10 minutes, then go back and try again\./u);

  const change = { currentPassword: 'wrong', newPassword: 'a wholly new Passphrase 7' };
  const response = await fetch(`${proxied[0]?.url}/api/users/me/password`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.access_token}`,
      'content-type': 'application/json',
      'x-forwarded-for': from,
    },
    body: JSON.stringify(change),
  });
  const body = (await response.json()) as Record<string, unknown>;
  const seconds = response.headers.get('retry-after');
  t.is(response.status, 429);
  t.deepEqual(body, {
    error: 'RATE_LIMITED',
    message: `Too many attempts. Try again in ${seconds} seconds.`,
    requestId: body['requestId'],
  });
  t.is(response.headers.get('cache-control'), 'no-store');
  const elsewhere = await send(issuer, 'POST', '/api/users/me/password', tokens.access_token, change);
  t.is(elsewhere.body['error'], 'CURRENT_PASSWORD_INCORRECT');

  await pass(600);
  t.is(await statusOf(proxied[1], { email: 'admin@acme.test', from }), 303, 'ten minutes later');
});

/** A token request of a client from an IP. */
async function requestToken(clientId: string, secret: string, from: string, path = '/api/oauth/token') {
  const response = await fetch(`${server.issuer}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      'x-forwarded-for': from,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', token: 'x' }),
  });
  return { status: response.status, wait: response.headers.get('retry-after'), body: await response.json() };
}

test.serial('wrong client secrets are limited for a client at an address, elsewhere it is not felt', async (t) => {
  const from = '198.51.100.50';
  const client = 'demo-machine';
  const wrong = await Promise.all(Array.from({ length: 40 }, () => requestToken(client, 'wrong', from)));
  t.is(wrong.filter(({ status }) => status === 401).length, 30);
  const limited = wrong.find(({ status }) => status === 429);
  t.true(Number(limited?.wait) > 0 && Number(limited?.wait) <= 60);
  t.deepEqual(limited?.body, {
    error: 'temporarily_unavailable',
    error_description: `too many requests, try again in ${limited?.wait} seconds`,
  });
  t.is((await requestToken(client, 'wrong', from, '/api/oauth/introspect')).status, 429, 'at introspection as well');
  t.is((await requestToken(client, secretOf(client), from)).status, 200, 'the right one is never refused');
  t.is((await requestToken(client, secretOf(client), '198.51.100.51')).status, 200, 'the client itself');
  const other = 'platform-machine';
  t.is((await requestToken(other, secretOf(other), from)).status, 200, 'another client at that address');
});

test.serial('a client that asks too often waits alone, and a right secret writes no counter', async (t) => {
  const from = '198.51.100.60';
  const [busy, other] = ['demo-web', 'platform-machine'];
  const responses = await Promise.all(Array.from({ length: 15 }, () => requestToken(busy, secretOf(busy), from)));
  // The client may not use this grant type, but it was authenticated.
  t.is(responses.filter(({ status }) => status === 400).length, 10);
  t.is(responses.filter(({ status, wait }) => status === 429 && Number(wait) <= 10).length, 5);
  t.is(
    (await requestToken(busy, secretOf(busy), from, '/api/oauth/introspect')).status,
    200,
    'introspection has no rate',
  );
  t.is((await requestToken(other, secretOf(other), from)).status, 200);
  const where = { key: { contains: keyOf(`${busy}\n${from}`) } };
  t.is(await server.identity.db.rateLimit.count({ where }), 0);
});

test.serial('whoever names a public client too often uses up nobody else’s rate', async (t) => {
  const refreshFrom = async (from: string) => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'demo-spa' });
    const headers = { 'x-forwarded-for': from };
    return (await fetch(`${server.issuer}/api/oauth/token`, { method: 'POST', headers, body })).status;
  };
  const responses = await Promise.all(Array.from({ length: 15 }, () => refreshFrom('198.51.100.70')));
  t.is(responses.filter((status) => status === 400).length, 10);
  t.is(responses.filter((status) => status === 429).length, 5);
  t.is(await refreshFrom('198.51.100.71'), 400);
  const ofSite = await Promise.all(Array.from({ length: 15 }, (_, index) => refreshFrom(`2001:db8:1:${index}::1`)));
  t.is(ofSite.filter((status) => status === 400).length, 10, 'a whole IPv6 /48 counts as one network');
});
