import { randomUUID } from 'node:crypto';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import pg from 'pg';
import { crm, licensedTenant, machineToken, pro } from '../support/licensing-api.js';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  // More than this test sends: the limits of mail are not its subject.
  const mail = { senderPerHour: 1000, senderPerDay: 1000, tenantPerDay: 1000 };
  server = await startTestServer({ limits: { mail } });
});
test.after.always(() => server?.stop());

/** Locks a row in a connection that does not belong to the server. Returns a function that releases it. */
async function holdRow(table: 'tenants' | 'subscriptions', id: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`SELECT 1 FROM identity.${table} WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  return () => client.end();
}

type ApiResponse = Awaited<ReturnType<typeof send>>;
/** More than can run and wait at the same time, so that some are refused. */
const changes = 530;

interface Case {
  title: string;
  /** Locks the rows that the changes need. Returns how to release them, and one change. */
  prepare(): Promise<{ release(): Promise<void>; change(): Promise<ApiResponse> }>;
}
const cases: Case[] = [
  {
    title: 'invitations',
    async prepare() {
      const tenant = await freshTenant(server);
      const token = await tokenOf(server.issuer, tenant.owner.email);
      const path = `/api/tenants/${tenant.id}/invitations`;
      return {
        release: await holdRow('tenants', tenant.id),
        change: () => send(server.issuer, 'POST', path, token, { email: `${randomUUID()}@people.test` }),
      };
    },
  },
  {
    title: 'seat calls',
    async prepare() {
      const tenant = await licensedTenant(server, 1_000);
      const token = await machineToken(server, tenant.id);
      const { userId } = await addMember(server, tenant.id, 'member');
      const body = { userId, applicationId: crm, licenseTypeId: pro };
      return {
        release: await holdRow('subscriptions', tenant.subscriptionId),
        change: () => send(server.issuer, 'POST', '/api/integration/licenses/grant', token, body),
      };
    },
  },
];

for (const { title, prepare } of cases) {
  test.serial(`while ${title} of a tenant wait, other tenants and /ready are served`, async (t) => {
    const other = await freshTenant(server);
    const token = await tokenOf(server.issuer, other.owner.email);
    const { release, change } = await prepare();
    let lineIsFull = () => {};
    const full = new Promise<void>((resolve) => {
      lineIsFull = resolve;
    });
    const responses = Promise.all(
      Array.from({ length: changes }, async () => {
        const response = await change();
        if (response.status >= 500) lineIsFull();
        return response;
      }),
    );
    try {
      await full;
      const path = `/api/tenants/${other.id}`;
      t.is((await send(server.issuer, 'PATCH', path, token, { name: 'Undisturbed' })).status, 200);
      t.is((await send(server.issuer, 'GET', path, token)).body['name'], 'Undisturbed');
      t.is((await fetch(`${server.issuer}/ready`)).status, 200);
      t.true((await tokenOf(server.issuer, other.owner.email)).length > 0, 'and people sign in');
    } finally {
      await release();
    }
    const all = await responses;
    t.deepEqual(
      [...new Set(all.map(({ status }) => status))].filter((status) => ![200, 201, 400, 503].includes(status)),
      [],
    );
    const refused = all.filter(({ status }) => status === 503);
    t.true(refused.length > 0);
    t.true(
      refused.every(
        ({ headers, body }) => headers.get('retry-after') === '1' && body['error'] === 'SERVICE_UNAVAILABLE',
      ),
    );
    // Nothing stays blocked: the next change succeeds at once.
    t.true((await change()).status < 500);
  });
}

test.serial('seat calls that wait too long for a lock do not end those that wait behind them', async (t) => {
  // Three seat calls of a tenant run at the same time, a quarter of ten connections. All of them must reach the lock before
  // the first one gives up, on a slow machine as well.
  const patient = await startTestServer({ databaseTimeouts: { connection: 20_000, lock: 1_500 } });
  t.teardown(() => patient.stop());
  const tenant = await licensedTenant(patient, 100);
  const token = await machineToken(patient, tenant.id);
  const members = [];
  for (let count = 0; count < 9; count += 1) members.push(await addMember(patient, tenant.id, 'member'));
  const grant = ({ userId }: { userId: string }) =>
    send(patient.issuer, 'POST', '/api/integration/licenses/grant', token, {
      userId,
      applicationId: crm,
      licenseTypeId: pro,
    });
  const held = members.slice(0, 3);
  const client = new pg.Client({ connectionString: patient.databaseUrl });
  await client.connect();
  t.teardown(() => client.end());
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM identity.memberships WHERE id = ANY($1) FOR UPDATE', [
    held.map(({ membershipId }) => membershipId),
  ]);
  const stuck = held.map(grant);
  await until(async () => {
    // Not the client: its transaction sees no connection that was opened after its first look.
    const waiting = await patient.identity.db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return waiting.length === held.length;
  });
  const others = await Promise.all(members.slice(3).map(grant));
  t.deepEqual(
    others.map(({ status }) => status),
    members.slice(3).map(() => 201),
  );
  for (const { status, body } of await Promise.all(stuck))
    t.deepEqual([status, body['error']], [503, 'SERVICE_UNAVAILABLE']);
});
