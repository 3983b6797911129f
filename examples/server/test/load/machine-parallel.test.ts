import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { platformMachine } from '../support/platform-api.js';
import { call, secretOf } from '../support/sign-in.js';
import { type SecondProcess, startSecondProcess } from '../support/start-second-process.js';
import { freshTenant, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const rounds = 2;
const atOnce = 40;
const secret = secretOf('demo-machine');

let server: TestServer;
let second: SecondProcess;
test.before(async () => {
  server = await startTestServer({ poolSize: 10 });
  second = await startSecondProcess(server.databaseUrl, server.issuer);
});
test.after.always(async () => {
  await second?.stop();
  await server?.stop();
});

async function newMachine() {
  const { db } = server.identity;
  const { id: tenantId } = await freshTenant(server);
  const { hash } = await db.clientSecret.findFirstOrThrow({ where: { clientId: 'demo-machine' } });
  const id = `machine-${randomUUID()}`;
  const scopes = ['tenants:read', 'licenses:read'];
  await db.client.create({ data: { id, name: id, type: 'MACHINE', tenantId, scopes, secrets: { create: { hash } } } });
  return { id, path: `/api/tenants/${tenantId}` };
}

async function requestToken(url: string, id: string): Promise<string | undefined> {
  const fields = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  const response = await fetch(`${url}/api/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  const body = (await response.json()) as { access_token?: string };
  return body.access_token;
}

/** Requests tokens without a pause at both processes. Returns all that were issued until the change was made. */
async function tokensDuring(id: string, change: () => Promise<unknown>): Promise<string[]> {
  const tokens: string[] = [];
  let isMade = false;
  const keepRequesting = async (_: unknown, index: number) => {
    const url = index % 2 === 0 ? server.issuer : second.url;
    while (!isMade) {
      const token = await requestToken(url, id);
      if (token) tokens.push(token);
      else if (isMade) return;
    }
  };
  const requests = Promise.all(Array.from({ length: atOnce }, keepRequesting));
  while (tokens.length < atOnce) await requestToken(server.issuer, id);
  await change();
  isMade = true;
  await requests;
  return tokens;
}

const basicOf = (id: string) => `Basic ${Buffer.from(`${id}:${secretOf(id)}`).toString('base64')}`;

async function introspect(token: string) {
  const response = await fetch(`${server.issuer}/api/oauth/introspect`, {
    method: 'POST',
    headers: { authorization: basicOf('platform-machine') },
    body: new URLSearchParams({ token }),
  });
  return (await response.json()) as { active: boolean; scope?: string };
}

async function assertNoneOpens(t: ExecutionContext, tokens: readonly string[], path: string): Promise<void> {
  t.true(tokens.length >= atOnce);
  const statuses = await Promise.all(
    tokens.map(async (token, index) => (await call(index % 2 ? server.issuer : second.url, path, token)).status),
  );
  t.is(statuses.filter((status) => status === 200).length, 0, `of ${tokens.length}`);
}

const platform = async (method: string, path: string, body: unknown) => {
  const response = await send(
    server.issuer,
    method,
    `/api/platform/clients/${path}`,
    await platformMachine(server),
    body,
  );
  if (response.status !== 200) throw new Error(JSON.stringify(response));
};

test.serial(
  'no token that a machine requests while its secret is rotated without a grace works afterwards',
  async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, path } = await newMachine();
      const tokens = await tokensDuring(id, () => platform('POST', `${id}/rotate-secret`, { graceSeconds: 0 }));
      await assertNoneOpens(t, tokens, path);
      for (const token of tokens.slice(-20)) t.deepEqual(await introspect(token), { active: false });
    }
  },
);

test.serial('no token that a machine requests while its secret is deleted works afterwards', async (t) => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, path } = await newMachine();
    const tokens = await tokensDuring(id, () =>
      server.identity.db.clientSecret.deleteMany({ where: { clientId: id } }),
    );
    await assertNoneOpens(t, tokens, path);
    for (const token of tokens.slice(-20)) t.deepEqual(await introspect(token), { active: false });
  }
});

test.serial('no token that a machine requests while it loses a scope has that scope afterwards', async (t) => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, path } = await newMachine();
    const tokens = await tokensDuring(id, () => platform('PATCH', id, { scopes: ['licenses:read'] }));
    await assertNoneOpens(t, tokens, path);
    // The newest ones were issued after the change and are active, the oldest ones were deleted by it.
    for (const token of tokens.slice(-20)) {
      const { active, scope } = await introspect(token);
      t.is(scope, active ? 'licenses:read' : undefined);
    }
  }
});
