import { createTestDatabase } from '@org/identity-dev-postgres';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { freePort, type ServerProcess, startProcess } from '../support/server-process.js';
import { buildRequest, call, callback, configure, enterPassword, exchange } from '../support/sign-in.js';
import { testSecret } from '../support/test-server.js';

const rounds = 10;
const uses = 20;

let database: { url: string; drop(): Promise<void> };
let servers: ServerProcess[] = [];
/** Two more processes, without a grace period for used refresh tokens. */
let strict: ServerProcess[] = [];
let issuer: string;

test.before(async () => {
  database = await createTestDatabase({ withDemoData: true });
  const ports = await Promise.all(Array.from({ length: 4 }, () => freePort()));
  issuer = `http://127.0.0.1:${ports[0]}`;
  const shared = { DATABASE_URL: database.url, IDENTITY_SECRET: testSecret, ISSUER: issuer, SEED_DEMO: 'false' };
  const start = (port: number, more: Record<string, string> = {}) =>
    startProcess({ ...shared, ...more, PORT: String(port) });
  servers = await Promise.all(ports.slice(0, 2).map((port) => start(port)));
  strict = await Promise.all(ports.slice(2).map((port) => start(port, { REFRESH_GRACE_SECONDS: '0' })));
});
test.after.always(async () => {
  await Promise.all([...servers, ...strict].map((server) => server.end('SIGTERM')));
  await database?.drop();
});

interface TokenResponse {
  status: number;
  error?: string;
  access_token?: string;
  refresh_token?: string;
}

/** Sends the same token request many times at once, alternating between the processes. */
function useAtOnce(fields: Record<string, string>, processes = servers): Promise<TokenResponse[]> {
  const send = async (index: number): Promise<TokenResponse> => {
    const { url } = processes[index % processes.length] as ServerProcess;
    const response = await fetch(`${url}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'demo-spa', ...fields }),
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  return Promise.all(Array.from({ length: uses }, (_, index) => send(index)));
}

async function freshCode() {
  const request = await buildRequest(await configure(issuer, 'demo-spa'));
  const browser = new TestBrowser(issuer);
  const page = await enterPassword(browser, await browser.open(request.url), 'owner@acme.test');
  return { request, page };
}

test.serial(
  `${uses} parallel uses of one code over two processes give one success, in each of ${rounds} rounds`,
  async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { request, page } = await freshCode();
      const responses = await useAtOnce({
        grant_type: 'authorization_code',
        code: String(page.url.searchParams.get('code')),
        redirect_uri: callback,
        code_verifier: request.verifier,
      });
      await assertOneWinner(t, responses);
    }
  },
);

test.serial(
  `${uses} parallel uses of one refresh token over two processes without a grace give one success, in each of ${rounds} rounds`,
  async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { request, page } = await freshCode();
      const tokens = await exchange(request, page.url);
      const use = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
      await assertOneWinner(t, await useAtOnce(use, strict));
    }
  },
);

test.serial(
  `${uses} parallel uses of one refresh token over two processes give ${uses} equal answers and one family, in each of ${rounds} rounds`,
  async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { request, page } = await freshCode();
      const tokens = await exchange(request, page.url);
      const [first, ...others] = await useAtOnce({
        grant_type: 'refresh_token',
        refresh_token: String(tokens.refresh_token),
      });
      t.is(first?.status, 200);
      for (const other of others) t.deepEqual(other, first);
      t.is((await call(issuer, '/api/users/me', first?.access_token)).status, 200);
      const { sid } = decodeJwt(String(first?.access_token));
      const living = await families(String(sid));
      t.is(living, 1);
    }
  },
);

/** The number of unused refresh tokens in a session. */
async function families(sid: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int FROM identity.oidc_tokens
       WHERE kind = 'RefreshToken' AND consumed_at IS NULL AND payload->>'sid' = $1`,
      [sid],
    );
    return rows[0]?.count ?? 0;
  } finally {
    await pool.end();
  }
}

async function assertOneWinner(t: import('ava').ExecutionContext, responses: TokenResponse[]): Promise<void> {
  const won = responses.filter(({ status }) => status === 200);
  const lost = responses.filter(({ status, error }) => status === 400 && error === 'invalid_grant');
  t.is(won.length, 1);
  t.is(lost.length, uses - 1);
  // The value was used by two callers, so its tokens are revoked as well.
  t.is((await call(issuer, '/api/users/me', won[0]?.access_token)).status, 401);
  const [again] = await useAtOnce({ grant_type: 'refresh_token', refresh_token: String(won[0]?.refresh_token) });
  t.is(again?.error, 'invalid_grant');
}

test.serial('a session of one process is known to the other, and its end is felt there at once', async (t) => {
  const { request, page } = await freshCode();
  const tokens = await exchange(request, page.url);
  const other = servers[1] as ServerProcess;
  t.is((await call(other.url, '/api/users/me', tokens.access_token)).status, 200);
  await fetch(`${issuer}/api/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'demo-spa', token: String(tokens.refresh_token) }),
  });
  t.is((await call(other.url, '/api/users/me', tokens.access_token)).status, 401);
});
