import { TestBrowser } from '@org/identity-testing/test-browser';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import * as client from 'openid-client';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.js';
import { buildRequest, call, configure, secretOf, signIn } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// Linux lists the processes of a server in files.
const linuxTest = process.platform === 'linux' ? test : test.skip;

let postgres: OwnPostgres;
let server: TestServer;
const lines: { level: string; message: string }[] = [];
const note = (level: string) => (_fields: object, message: string) => void lines.push({ level, message });
test.before(async () => {
  postgres = await startOwnPostgres();
  server = await startTestServer({
    through: () => Promise.resolve({ url: postgres.url, stop: () => postgres.stop() }),
    databaseTimeouts: {},
    logger: { debug() {}, info: note('info'), warn: note('warn'), error: note('error') },
  });
});
test.after.always(async () => {
  postgres?.thaw();
  await server?.stop();
});

linuxTest('while PostgreSQL is frozen every request gets a 503, and after that the same server goes on', async (t) => {
  // A request that hangs must not leave a frozen PostgreSQL behind.
  t.timeout(300_000);
  const { issuer } = server;
  const { tokens, browser, config } = await signIn(issuer);
  const visitor = new TestBrowser(issuer);
  const signInPage = await visitor.open((await buildRequest(config)).url);
  const authorize = async () => (await buildRequest(config)).url;
  const credentials = new URLSearchParams({ grant_type: 'client_credentials' });
  const basic = `Basic ${Buffer.from(`demo-machine:${secretOf('demo-machine')}`).toString('base64')}`;
  const token = String(tokens.access_token);
  const post = (path: string, body: URLSearchParams, authorization = basic) =>
    fetch(`${issuer}${path}`, { method: 'POST', headers: { authorization }, body });

  // More requests than there are connections, so that some have to wait for one.
  const everything = {
    ready: () => fetch(`${issuer}/ready`),
    json: () => fetch(`${issuer}/api/users/me`, { headers: { authorization: `Bearer ${token}` } }),
    transaction: () =>
      fetch(`${issuer}/api/tenants`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Frozen' }),
      }),
    authorize: async () => browser.request('GET', await authorize()),
    signInPage: () => visitor.request('GET', signInPage.url),
    account: () => browser.request('GET', new URL(`${issuer}/account`)),
    token: () => post('/api/oauth/token', credentials),
    introspection: () => post('/api/oauth/introspect', new URLSearchParams({ token })),
    revocation: () => post('/api/oauth/revoke', new URLSearchParams({ token })),
    userinfo: () => fetch(`${issuer}/api/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } }),
    logout: () => browser.request('GET', new URL(`${issuer}/api/oauth/logout`)),
  };
  const names = Object.keys(everything) as (keyof typeof everything)[];
  const requestAll = async () => {
    const responses = await Promise.all(
      [...names, ...names].map(async (name) => {
        const begun = performance.now();
        const response = await everything[name]();
        return { name, response, text: await response.text(), milliseconds: performance.now() - begun };
      }),
    );
    return responses;
  };

  await postgres.freeze();
  const first = await requestAll();
  const second = await requestAll();
  for (const { name, response, text } of [...first, ...second]) {
    t.is(response.status, 503, `${name}: ${text.slice(0, 300)}`);
    t.regex(response.headers.get('retry-after') ?? '', /^\d+$/u, name);
    if (name === 'json' || name === 'transaction') t.regex(text, /"error":"SERVICE_UNAVAILABLE"/u, name);
    if (['token', 'introspection', 'revocation', 'userinfo'].includes(name))
      t.is((JSON.parse(text) as { error: string }).error, 'temporarily_unavailable', name);
    if (['authorize', 'signInPage', 'account', 'logout'].includes(name)) {
      t.regex(response.headers.get('content-type') ?? '', /^text\/html/u, name);
      t.regex(text, /temporarily_unavailable/u, name);
    }
  }
  const slowest = (responses: typeof first) =>
    responses
      .sort((one, other) => other.milliseconds - one.milliseconds)
      .slice(0, 1)
      .map(({ name, milliseconds }) => `${Math.round(milliseconds)} ms (${name})`);
  t.log(`slowest response ${slowest(first)}, and once it is known to be away ${slowest(second)}`);
  // Endpoints that need no database still work.
  t.is((await fetch(`${issuer}/health`)).status, 200);
  t.is((await fetch(`${issuer}/api/oauth/jwks`)).status, 200);
  t.deepEqual(
    lines.filter(({ level }) => level === 'error').map(({ message }) => message),
    ['the database is unavailable'],
  );

  postgres.thaw();
  await until(async () => (await fetch(`${issuer}/ready`)).status === 200);
  t.is((await call(issuer, '/api/users/me', token)).status, 200);
  t.truthy((await client.clientCredentialsGrant(await configure(issuer, 'demo-machine'))).access_token);
  // No connection was lost: there are as many requests at once as connections.
  const made = await Promise.all(
    Array.from({ length: 20 }, () => send(issuer, 'POST', '/api/tenants', token, { name: 'Thawed' })),
  );
  t.deepEqual([...new Set(made.map(({ status }) => status))], [201]);
  t.is(lines.filter(({ message }) => message === 'the database is available again').length, 1);
});
