import { TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import pg from 'pg';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.js';
import { buildRequest, configure, enterPassword, secretOf, signIn } from '../support/sign-in.js';
import { addUser, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let postgres: OwnPostgres;
let server: TestServer;
let operator: pg.Client;
const reasons: unknown[] = [];
test.before(async () => {
  postgres = await startOwnPostgres({ wal_level: 'replica', max_wal_senders: '2', synchronous_commit: 'on' });
  server = await startTestServer({
    through: () => Promise.resolve({ url: postgres.url, stop: () => postgres.stop() }),
    databaseTimeouts: { statement: 60_000, lock: 60_000, connection: 60_000 },
    logger: {
      debug() {},
      info() {},
      warn() {},
      error: (fields: object, message: string) =>
        void (message === 'the database is unavailable' && 'reason' in fields && reasons.push(fields.reason)),
    },
  });
  operator = new pg.Client(postgres.url);
  await operator.connect();
  await operator.query('SET synchronous_commit = local');
  await operator.query('CREATE TABLE witness (id int)');
});
test.after.always(async () => {
  await operator?.end();
  await server?.stop();
});

const waiting = `FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;

/** Cancels every commit that waits for a standby, until the work is done. PostgreSQL reports these commits as successful. */
async function whileCanceling<Result>(work: Promise<Result>): Promise<Result> {
  let over = false;
  const ended = work.finally(() => {
    over = true;
  });
  ended.catch(() => undefined);
  await until(async () => {
    await operator.query(`SELECT pg_cancel_backend(pid) ${waiting}`);
    return over;
  });
  return ended;
}

async function setStandby(setting: string): Promise<void> {
  await operator.query(`ALTER SYSTEM SET synchronous_standby_names = ${setting}`);
  await operator.query('SELECT pg_reload_conf()');
}

/** Waits until a commit waits for the standby: then the setting has arrived. */
async function untilCommitsWait(): Promise<void> {
  const witness = new pg.Client(postgres.url);
  await witness.connect();
  let seen = false;
  const write = async () => {
    while (!seen) await witness.query('INSERT INTO witness VALUES (1)');
  };
  const wrote = write();
  await until(async () => (await operator.query(`SELECT 1 ${waiting}`)).rows.length > 0);
  seen = true;
  await whileCanceling(wrote);
  await witness.end();
}

test('a change that no standby has is answered with 503, on every path, and later requests succeed', async (t) => {
  t.timeout(300_000);
  const { issuer } = server;
  const member = await addUser(server);
  const token = await tokenOf(issuer, 'super@example.test');
  const config = await configure(issuer, 'demo-web');
  const signedIn = await signIn(issuer, { email: member.email });
  const browser = new TestBrowser(issuer);
  const signInPage = await browser.open((await buildRequest(config)).url);
  const basic = (id: string) => `Basic ${Buffer.from(`${id}:${secretOf(id)}`).toString('base64')}`;
  const post = async (path: string, client: string, fields: Record<string, string>) =>
    fetch(`${issuer}${path}`, {
      method: 'POST',
      headers: { authorization: basic(client) },
      body: new URLSearchParams(fields),
    });
  const paths: Record<string, () => Promise<{ status: number }>> = {
    'a transaction': () => send(issuer, 'POST', '/api/tenants', token, { name: 'Unconfirmed' }),
    'a token': () => post('/api/oauth/token', 'demo-machine', { grant_type: 'client_credentials' }),
    'a refresh': () =>
      post('/api/oauth/token', 'demo-web', {
        grant_type: 'refresh_token',
        refresh_token: String(signedIn.tokens.refresh_token),
      }),
    'a revocation': () => post('/api/oauth/revoke', 'demo-web', { token: String(signedIn.tokens.access_token) }),
    'a new interaction': async () => new TestBrowser(issuer).open((await buildRequest(config)).url),
    'a sign-in': () => enterPassword(browser, signInPage, member.email),
  };

  await setStandby(`'nobody'`);
  await untilCommitsWait();
  for (const [name, request] of Object.entries(paths)) {
    t.is((await whileCanceling(request())).status, 503, name);
  }
  t.deepEqual([...new Set(reasons)], ['unconfirmed']);

  await setStandby('DEFAULT');
  await until(
    async () => (await operator.query('SHOW synchronous_standby_names')).rows[0]?.synchronous_standby_names === '',
  );
  t.is((await whileCanceling(send(issuer, 'POST', '/api/tenants', token, { name: 'Confirmed' }))).status, 201);
  await signIn(issuer, { email: member.email });
});
