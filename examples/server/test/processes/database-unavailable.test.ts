import { TestBrowser } from '@org/identity-testing/test-browser';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { buildRequest, configure, enterPassword, secretOf } from '../support/sign-in.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

interface Line {
  level: string;
  message: string;
  reason: unknown;
}

interface Started {
  server: TestServer;
  lines: Line[];
  /** Runs statements on a separate connection, which stays open until the end of the test. */
  run(sql: string): Promise<void>;
}

type Options = NonNullable<Parameters<typeof startTestServer>[0]>;

async function start(t: ExecutionContext, options: Options = {}): Promise<Started> {
  t.timeout(120_000);
  const lines: Line[] = [];
  const note = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, reason: 'reason' in fields ? fields.reason : undefined });
  const logger = { debug() {}, info: note('info'), warn: note('warn'), error: note('error') };
  const server = await startTestServer({ ...options, logger });
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  t.teardown(async () => {
    await client.end();
    await server.stop();
  });
  return { server, lines, run: async (sql) => void (await client.query(sql)) };
}

/** A token request of a machine, which writes a row. */
const machineToken = (issuer: string) =>
  fetch(`${issuer}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`demo-machine:${secretOf('demo-machine')}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });

/** Asserts that a JSON endpoint, the token endpoint and a page return 503 if they cannot write. */
async function expectUnavailable(t: ExecutionContext, { issuer }: TestServer, token: string): Promise<void> {
  const created = await send(issuer, 'POST', '/api/tenants', token, { name: 'Never' });
  t.deepEqual([created.status, created.body['error']], [503, 'SERVICE_UNAVAILABLE']);
  t.regex(created.headers.get('retry-after') ?? '', /^\d+$/u);
  const granted = await machineToken(issuer);
  const { error } = (await granted.json()) as { error: string };
  t.deepEqual([granted.status, error], [503, 'temporarily_unavailable']);
  t.regex(granted.headers.get('retry-after') ?? '', /^\d+$/u);
  const request = await buildRequest(await configure(issuer, 'demo-web'));
  const page = await new TestBrowser(issuer, { acceptLanguage: 'de' }).open(request.url);
  t.is(page.status, 503);
  t.regex(page.headers.get('retry-after') ?? '', /^\d+$/u);
  t.true(page.html.includes('Vorübergehend nicht verfügbar') && page.html.includes('temporarily_unavailable'));
  t.is(page.url.searchParams.get('error'), null);
}

async function expectAvailable(t: ExecutionContext, { issuer }: TestServer, token: string): Promise<void> {
  t.is((await send(issuer, 'POST', '/api/tenants', token, { name: 'Again' })).status, 201);
  t.is((await machineToken(issuer)).status, 200);
}

/** Ends all other connections and waits until they are closed: one that is about to close may still take a request. */
const ends = `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;
const errors = (lines: readonly Line[]) =>
  lines.filter(({ level }) => level === 'error').map(({ message, reason }) => [message, reason]);

test('whatever writes gets a 503 from a read-only database, what reads goes on, and it is logged once', async (t) => {
  const { server, lines, run } = await start(t);
  const token = await tokenOf(server.issuer, 'owner@acme.test');
  const name = new pg.Client().escapeIdentifier(new URL(server.databaseUrl).pathname.slice(1));
  await run(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  // The setting applies to new connections.
  await run(ends);
  await expectUnavailable(t, server, token);
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 200);
  t.deepEqual(errors(lines), [['the database is unavailable', 'read-only']]);

  await run('SET default_transaction_read_only = off');
  await run(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await run(ends);
  await expectAvailable(t, server, token);
});

test('a primary made read-only is not ready, and its connections are replaced by themselves', async (t) => {
  const { server, run } = await start(t);
  const { issuer } = server;
  const token = await tokenOf(issuer, 'owner@acme.test');
  const name = new pg.Client().escapeIdentifier(new URL(server.databaseUrl).pathname.slice(1));
  const ready = async () => (await fetch(`${issuer}/ready`)).status;
  t.is(await ready(), 200);
  await run(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  t.is(await ready(), 503);
  await run(ends);
  await expectUnavailable(t, server, token);
  // These connections have read-only transactions for as long as they live.
  t.is((await send(issuer, 'GET', '/api/users/me', token)).status, 200);
  await run('SET default_transaction_read_only = off');
  await run(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  t.is(await ready(), 200);
  await expectAvailable(t, server, token);
});

test('whatever writes gets a 503 from a database whose disk is full, and it is logged once', async (t) => {
  const { server, lines, run } = await start(t);
  const token = await tokenOf(server.issuer, 'owner@acme.test');
  const tables = ['tenants', 'oidc_tokens', 'oidc_sessions', 'oidc_records'];
  await run(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  for (const table of tables) {
    await run(`CREATE TRIGGER disk_full BEFORE INSERT ON identity.${table} EXECUTE FUNCTION disk_full()`);
  }
  await expectUnavailable(t, server, token);
  t.is((await send(server.issuer, 'GET', '/api/users/me', token)).status, 200);
  t.deepEqual(errors(lines), [['the database is unavailable', 'full']]);

  for (const table of tables) await run(`DROP TRIGGER disk_full ON identity.${table}`);
  await expectAvailable(t, server, token);
});

test('a request that waits for a lock too long gets a 503, on a page as well, and then goes on', async (t) => {
  const { server, lines, run } = await start(t, { databaseTimeouts: { lock: 300 } });
  const { issuer } = server;
  const { id, slug, owner } = await freshTenant(server);
  const token = await tokenOf(issuer, owner.email, slug);
  const browser = new TestBrowser(issuer);
  const request = await buildRequest(await configure(issuer, 'demo-web'));
  const signInPage = await browser.open(request.url);
  await run('BEGIN');
  await run(`SELECT 1 FROM identity.tenants WHERE id = '${id}' FOR UPDATE`);
  const renamed = await send(issuer, 'PATCH', `/api/tenants/${id}`, token, { name: 'Waits' });
  t.deepEqual([renamed.status, renamed.body['error']], [503, 'SERVICE_UNAVAILABLE']);
  t.regex(renamed.headers.get('retry-after') ?? '', /^\d+$/u);
  await run('LOCK TABLE identity.users IN ACCESS EXCLUSIVE MODE');
  const page = await enterPassword(browser, signInPage, owner.email);
  t.is(page.status, 503);
  t.regex(page.html, /temporarily_unavailable/u);
  // The database works, so other requests succeed.
  t.is((await fetch(`${issuer}/ready`)).status, 200);
  await run('ROLLBACK');

  t.is((await send(issuer, 'PATCH', `/api/tenants/${id}`, token, { name: 'Went on' })).status, 200);
  t.deepEqual(errors(lines), [['the database is unavailable', 'busy']]);
});

test('a statement that runs too long is ended with a 503, but not the deletion of a tenant', async (t) => {
  const { server, run } = await start(t, { databaseTimeouts: { statement: 500 } });
  const { issuer } = server;
  const { id, slug, owner } = await freshTenant(server);
  const token = await tokenOf(issuer, owner.email, slug);
  await run(
    `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1.5); RETURN NULL; END $$`,
  );
  await run('CREATE TRIGGER slow AFTER UPDATE OR DELETE ON identity.tenants FOR EACH ROW EXECUTE FUNCTION slow()');
  const renamed = await send(issuer, 'PATCH', `/api/tenants/${id}`, token, { name: 'Slow' });
  t.deepEqual([renamed.status, renamed.body['error']], [503, 'SERVICE_UNAVAILABLE']);
  t.is((await send(issuer, 'DELETE', `/api/tenants/${id}`, token)).status, 200);
});

test('a request that finds no free connection in time gets a 503', async (t) => {
  // Long enough for a busy machine to open a connection before the test holds both.
  const { server, run } = await start(t, { poolSize: 2, databaseTimeouts: { connection: 5_000, lock: 60_000 } });
  const { issuer } = server;
  // One each, because the changes of one tenant never use all connections.
  const tenants = [await freshTenant(server), await freshTenant(server)];
  const tokens: string[] = [];
  for (const { owner, slug } of tenants) tokens.push(await tokenOf(issuer, owner.email, slug));
  await run('BEGIN');
  await run('SELECT 1 FROM identity.tenants FOR UPDATE');
  const waiting = Promise.all(
    tenants.map(({ id }, index) => send(issuer, 'PATCH', `/api/tenants/${id}`, tokens[index], { name: 'Waits' })),
  );
  // It succeeds until both connections are in use.
  let status = 200;
  while (status === 200) ({ status } = await send(issuer, 'GET', '/api/users/me', tokens[0]));
  t.is(status, 503);
  await run('ROLLBACK');
  t.deepEqual(
    (await waiting).map((response) => response.status),
    [200, 200],
  );
  t.is((await send(issuer, 'GET', '/api/users/me', tokens[0])).status, 200);
});

test('every connection has the timeouts of the options', async (t) => {
  const databaseTimeouts = { lock: 1_234, statement: 5_678, idleInTransaction: 9_012 };
  const { server } = await start(t, { databaseTimeouts });
  const rows = await server.identity.db.$queryRaw<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')`;
  t.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
    lock_timeout: '1234',
    statement_timeout: '5678',
    idle_in_transaction_session_timeout: '9012',
  });
});
