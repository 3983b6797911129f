import test from 'ava';
import pg from 'pg';
import { crm, desk, licensedTenant, machineToken, random, seat } from '../support/licensing-api.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

interface Snapshot {
  tenantId: string | null;
  position: string;
  at: number;
  next: string | null;
  seats: { tenantId: string; userId: string; subscriptionId: string; assignedAt: string }[];
  subscriptions: { id: string; settleAt: string | null; limits: object }[];
}

const path = (query: Record<string, string>) => `/api/integration/licenses/snapshot?${new URLSearchParams(query)}`;
const read = (token: string, query: Record<string, string> = {}) =>
  send(server.issuer, 'GET', path({ applicationId: crm, ...query }), token);
const snapshotOf = async (token: string, query: Record<string, string> = {}) => {
  const { status, body } = await read(token, query);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as unknown as Snapshot;
};

async function tenantWith(seats: number) {
  const tenant = await licensedTenant(server, seats);
  for (let index = 0; index < seats; index += 1)
    await seat(server, tenant, (await addMember(server, tenant.id, 'member')).userId);
  return { tenant, token: await machineToken(server, tenant.id, ['licenses:read']) };
}

test('a machine of a tenant gets its own seats, page by page', async (t) => {
  const { tenant, token } = await tenantWith(5);
  const found: string[] = [];
  let next: string | null = '';
  let pages = 0;
  while (next !== null) {
    const page: Snapshot = await snapshotOf(token, { limit: '2', ...(next ? { after: next } : {}) });
    t.is(page.tenantId, tenant.id);
    t.true(page.seats.every((each) => each.tenantId === tenant.id));
    if (page.seats.length > 0)
      t.deepEqual(
        page.subscriptions.map(({ id }) => id),
        [tenant.subscriptionId],
      );
    found.push(...page.seats.map(({ userId }) => userId));
    next = page.next;
    pages += 1;
  }
  t.is(pages, 3);
  t.is(new Set(found).size, 5);
  t.deepEqual((await snapshotOf(token, { applicationId: desk })).seats, []);
});

test('a machine of the platform gets those of all tenants, and a tenant cannot reach those of another', async (t) => {
  const [one, other] = [await tenantWith(2), await tenantWith(2)];
  const platform = await machineToken(server, null, ['licenses:read']);
  const whole = await snapshotOf(platform, { limit: '5000' });
  t.is(whole.tenantId, null);
  const tenants = new Set(whole.seats.map(({ tenantId }) => tenantId));
  t.true(tenants.has(one.tenant.id) && tenants.has(other.tenant.id));
  const cursor = `${other.tenant.id}:00000000-0000-0000-0000-000000000000`;
  t.true((await snapshotOf(one.token, { after: cursor })).seats.every(({ tenantId }) => tenantId === one.tenant.id));
  t.deepEqual((await snapshotOf(one.token, { subscriptionId: other.tenant.subscriptionId })).subscriptions, []);
  const alone = await snapshotOf(platform, { subscriptionId: other.tenant.subscriptionId });
  t.deepEqual([alone.subscriptions.map(({ id }) => id), alone.seats], [[other.tenant.subscriptionId], []]);
});

test('users, machines without the scope and callers without a token get no snapshot', async (t) => {
  const { tenant } = await tenantWith(1);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  t.is((await read(owner)).status, 403);
  t.is((await read(await tokenOf(server.issuer, 'super@example.test'))).status, 403);
  t.is((await read(await machineToken(server, tenant.id, ['events:read', 'licenses:write']))).status, 403);
  t.is((await read('nonsense')).status, 401);
});

test('input that makes no sense is refused', async (t) => {
  const { token } = await tenantWith(1);
  for (const query of [
    { limit: '0' },
    { limit: '5001' },
    { limit: '1e3' },
    { after: 'x' },
    { after: random },
    { after: `${random}:${random}:` },
    { subscriptionId: 'x' },
    { tenantId: random },
  ])
    t.is((await read(token, query as Record<string, string>)).status, 422, JSON.stringify(query));
  t.is((await read(token, { applicationId: random })).body['error'], 'INVALID_APPLICATION_ID');
  t.is((await read(token, { applicationId: "'" })).body['error'], 'INVALID_APPLICATION_ID');
});

test('a machine of the platform names the tenant of a check, and nobody else does', async (t) => {
  const { tenant, token } = await tenantWith(1);
  const { userId } = await server.identity.db.seat.findFirstOrThrow({ where: { tenantId: tenant.id } });
  const platform = await machineToken(server, null, ['licenses:read']);
  const check = async (by: string, tenantId?: string, what = 'check') => {
    const query = { applicationId: crm, userId, featureKey: 'reports', ...(tenantId ? { tenantId } : {}) };
    const { featureKey, ...plain } = query;
    const fields = new URLSearchParams(what === 'feature' ? query : plain);
    const { status, body } = await send(server.issuer, 'GET', `/api/integration/licenses/${what}?${fields}`, by);
    return [status, body['reason'] ?? body['error'] ?? body['licenseType']];
  };
  t.deepEqual(await check(platform, tenant.id), [200, 'LICENSED']);
  t.deepEqual(await check(platform, tenant.id, 'feature'), [200, 'LICENSED']);
  t.deepEqual(await check(platform, tenant.id, 'type'), [200, 'pro']);
  t.deepEqual(await check(platform, random), [200, 'NOT_A_MEMBER']);
  t.deepEqual(await check(platform), [403, 'FORBIDDEN']);
  t.deepEqual(await check(token), [200, 'LICENSED']);
  const other = await tenantWith(1);
  t.deepEqual(await check(token, tenant.id), [422, 'VALIDATION_FAILED']);
  t.deepEqual(await check(other.token, tenant.id), [422, 'VALIDATION_FAILED']);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  t.deepEqual(await check(owner, tenant.id), [422, 'VALIDATION_FAILED']);
  const body = { applicationId: crm, userId, tenantId: tenant.id };
  const posted = await send(server.issuer, 'POST', '/api/integration/licenses/check', platform, body);
  t.is(posted.body['reason'], 'LICENSED');
});

test.serial('a client reads one page at a time; others wait for a moment, and too many are refused', async (t) => {
  const { token } = await tenantWith(1);
  const { token: other } = await tenantWith(1);
  const lock = new pg.Client(server.databaseUrl);
  await lock.connect();
  await lock.query('BEGIN');
  await lock.query('LOCK TABLE identity.seats IN ACCESS EXCLUSIVE MODE');
  // One waits for the table, and a hundred for their turn.
  const responses = Array.from({ length: 102 }, () => read(token));
  const refused = await Promise.race(responses);
  t.is(refused.status, 503);
  t.like(refused.body, { error: 'SERVICE_UNAVAILABLE' });
  t.is(refused.headers.get('retry-after'), '1');
  const ofOther = read(other);
  await lock.end();
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  t.true(statuses.every((status) => status === 200 || status === 503));
  t.true(statuses.includes(200));
  t.is((await ofOther).status, 200);
});
