import { createTestDatabase } from '@org/identity-dev-postgres';
import type { ExecutionContext } from 'ava';
import { testSecret } from './demo-database.js';
import { freePort, startProcess } from './server-process.js';
import { call, signIn } from './sign-in.js';

/** Starts a host program with the identity server, on a database with demo data, until the test ends. */
export async function startHostProcess(t: ExecutionContext, program: string): Promise<string> {
  const database = await createTestDatabase({ withDemoData: true });
  t.teardown(() => database.drop());
  const port = String(await freePort());
  // Fastify listens on the IP of "localhost", which can differ from 127.0.0.1.
  const issuer = `http://localhost:${port}`;
  const host = await startProcess(
    { PORT: port, ISSUER: issuer, DATABASE_URL: database.url, IDENTITY_SECRET: testSecret },
    program,
    issuer,
  );
  t.teardown(async () => {
    const code = await host.end('SIGTERM');
    if (code !== 0) throw new Error(`The host ended with ${code}:\n${host.output()}`);
  });
  return issuer;
}

/** Asserts that discovery, the sign-in page with its form, and an API error work as without a host. */
export async function assertIdentityWorks(t: ExecutionContext, issuer: string): Promise<void> {
  const discovery = await call(issuer, '/.well-known/openid-configuration');
  t.is(discovery.status, 200);
  t.is(discovery.body['issuer'], issuer);
  const refused = await call(issuer, '/api/users/me');
  t.is(refused.status, 401);
  t.is(refused.body['error'], 'UNAUTHORIZED');
  // Uses the sign-in page (GET, form POST, redirects with cookies) and the token endpoint.
  const { tokens } = await signIn(issuer);
  const me = await call(issuer, '/api/users/me', tokens.access_token);
  t.is(me.status, 200);
  t.is(me.body['email'], 'owner@acme.test');
  const invalid = await call(issuer, '/api/tenants', tokens.access_token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: '' }),
  });
  t.is(invalid.status, 422);
  t.is(invalid.body['error'], 'VALIDATION_FAILED');
  const unknown = await call(issuer, '/api/users/me/nothing');
  t.is(unknown.status, 404);
  t.is(unknown.body['error'], 'NOT_FOUND');
}

/** Asserts that the host's own routes work, including one with a body. */
export async function assertHostWorks(t: ExecutionContext, issuer: string): Promise<void> {
  const ready = await call(issuer, '/ready');
  t.is(ready.status, 200);
  t.deepEqual(ready.body, { status: 'ready' });
  const echo = await call(issuer, '/echo', undefined, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'hello' }),
  });
  t.is(echo.status, 200);
  t.deepEqual(echo.body, { text: 'hello' });
}
