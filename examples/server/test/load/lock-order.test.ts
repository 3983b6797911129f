import type { IdentityPlugin } from '@org/identity-prisma';
import { licensing, tenants, users } from '@org/identity-server';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import pg from 'pg';
import { deleteAccount } from '../support/account-deletion.js';
import {
  crm,
  desk,
  type LicensedTenant,
  licensedTenant,
  machineToken,
  pro,
  standard,
} from '../support/licensing-api.js';
import { type SecondProcess, startSecondProcess } from '../support/start-second-process.js';
import { addMember, type Member, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

/** Holds transactions until the expected number has arrived, and then lets all of them continue. */
function meetingPoint() {
  let expected = 0;
  let open = () => {};
  let all: Promise<void> = Promise.resolve();
  return {
    expect(count: number) {
      expected = count;
      all = new Promise((resolve) => {
        open = resolve;
      });
    },
    async arrive() {
      expected -= 1;
      if (expected === 0) open();
      await all;
    },
  };
}

/** An account deletion waits here before the plugins take their locks, and between the locks of tenants and licensing. */
let beforeTenants = () => Promise.resolve();
const beforeLicensing = meetingPoint();
const pauses = (name: string, pause: () => Promise<void>): IdentityPlugin => ({
  name,
  setup: () => ({ subscribers: [{ on: 'account.deleted', handle: pause }] }),
});
const plugins = [
  users(),
  pauses('before-tenants', () => beforeTenants()),
  tenants(),
  pauses('before-licensing', () => beforeLicensing.arrive()),
  licensing(),
];

let server: TestServer;
let second: SecondProcess;
test.before(async () => {
  server = await startTestServer({ plugins });
  second = await startSecondProcess(server.databaseUrl, server.issuer);
});
test.after.always(async () => {
  await second?.stop();
  await server?.stop();
});

test.serial(
  'two members who are invited to each other’s tenant can delete their accounts at the same moment',
  async (t) => {
    const homes = [await licensedTenant(server, 5), await licensedTenant(server, 5)];
    const people = await Promise.all(homes.map(({ id }) => addMember(server, id, 'member')));
    const tokens = await Promise.all(people.map(({ email }) => tokenOf(server.issuer, email)));
    for (const [index, { userId }] of people.entries()) {
      const tenantId = homes[1 - index]?.id ?? '';
      await server.identity.db.membership.create({ data: { tenantId, userId, status: 'INVITED' } });
    }
    beforeLicensing.expect(2);
    const responses = await Promise.all(tokens.map((token) => deleteAccount(server, token)));
    t.deepEqual(
      responses.map(({ status }) => status),
      [200, 200],
    );
  },
);

interface Call {
  method: string;
  path: string;
  token: string;
  body?: unknown;
}

/** Everything that can happen to the members, seats and subscriptions of a tenant, for each of its members. */
async function changesOf(tenant: LicensedTenant, members: readonly Member[]): Promise<Call[]> {
  const [machine, platform, owner] = await Promise.all([
    machineToken(server, tenant.id),
    machineToken(server, null),
    tokenOf(server.issuer, tenant.owner.email),
  ]);
  const path = `/api/tenants/${tenant.id}`;
  const subscriptions = `/api/licensing/tenants/${tenant.id}/subscriptions`;
  const seat = (verb: string, body: object) => ({
    method: 'POST',
    path: `/api/integration/licenses/${verb}`,
    token: machine,
    body,
  });
  return members.flatMap(({ userId, membershipId, email }, index) => {
    const member = { path: `${path}/members/${membershipId}`, token: owner };
    const changes: Call[] = [
      { ...member, method: 'PATCH', body: { status: 'SUSPENDED' } },
      { ...member, method: 'DELETE' },
      { method: 'PATCH', path: `${subscriptions}/${tenant.subscriptionId}`, token: platform, body: { quantity: 50 } },
      { method: 'POST', path: `${path}/invitations`, token: owner, body: { email: `new-${email}` } },
      {
        method: 'POST',
        path: subscriptions,
        token: platform,
        body: { applicationId: desk, licenseTypeId: standard, quantity: 5 },
      },
    ];
    return [
      seat('grant', { userId, applicationId: desk, licenseTypeId: standard }),
      seat('grant', { userId, applicationId: crm, licenseTypeId: pro }),
      changes[index % changes.length] as Call,
      seat('revoke', { userId, applicationId: index % 2 === 0 ? crm : desk }),
      { ...member, method: 'PATCH', body: { status: 'ACTIVE' } },
    ];
  });
}

/** The number of deadlocks that PostgreSQL has reported. Ends idle connections, because they report when they end. */
async function deadlocks(): Promise<number> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const ended = await client.query<{ pid: number }>(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle'`,
    );
    const alive = 'SELECT 1 FROM pg_stat_activity WHERE pid = ANY($1)';
    const pids = ended.rows.map(({ pid }) => pid);
    await until(async () => (await client.query(alive, [pids])).rowCount === 0);
    const count = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()';
    return (await client.query<{ deadlocks: number }>(count)).rows[0]?.deadlocks ?? -1;
  } finally {
    await client.end();
  }
}

test.serial('a member can delete the account while an admin suspends them', async (t) => {
  const tenant = await licensedTenant(server, 5);
  const { email, membershipId } = await addMember(server, tenant.id, 'member');
  // A token for this tenant, so that the suspension has a grant to end.
  const token = await tokenOf(server.issuer, email, tenant.slug);
  const owner = await tokenOf(server.issuer, tenant.owner.email);
  const before = await deadlocks();
  let suspending: ReturnType<typeof send> | undefined;
  beforeTenants = async () => {
    const path = `/api/tenants/${tenant.id}/members/${membershipId}`;
    suspending = send(second.url, 'PATCH', path, owner, { status: 'SUSPENDED' });
    await until(async () => {
      const [row] = await server.identity.db.$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.waiting;
    });
  };
  const deleted = await deleteAccount(server, token);
  beforeTenants = () => Promise.resolve();
  t.deepEqual([deleted.status, (await suspending)?.status], [200, 200]);
  t.is(await deadlocks(), before);
});

test.serial('changes of all kinds at once never wait for each other in a circle', async (t) => {
  const { db } = server.identity;
  const before = await deadlocks();
  const homes = [await licensedTenant(server, 50), await licensedTenant(server, 50)];
  for (const { id: tenantId } of homes)
    await db.subscription.create({
      data: { tenantId, applicationId: desk, licenseTypeId: standard, quantityPurchased: 50 },
    });
  const lists = await Promise.all(
    homes.map(({ id }) => Promise.all(Array.from({ length: 8 }, () => addMember(server, id, 'member')))),
  );
  // Some users are in both tenants, and delete their accounts.
  const leaving = lists.map((list) => list.at(-1) as Member);
  for (const [index, { userId }] of leaving.entries())
    await db.membership.create({ data: { tenantId: homes[1 - index]?.id ?? '', userId } });
  const tokens = await Promise.all(
    leaving.map(({ email }, index) => tokenOf(server.issuer, email, homes[index]?.slug)),
  );
  const [calls, others] = (await Promise.all(homes.map((home, index) => changesOf(home, lists[index] ?? [])))) as [
    Call[],
    Call[],
  ];
  const owners = await Promise.all(homes.map(({ owner }) => tokenOf(server.issuer, owner.email)));
  const mixed = calls.flatMap((call, index) => [call, others[index] as Call]);
  const deletions = tokens.map((token) => deleteAccount(server, token));
  const responses = await Promise.all(
    mixed.map(({ method, path, token, body }, index) =>
      send(index % 2 === 0 ? server.issuer : second.url, method, path, token, body),
    ),
  );
  const ends = await Promise.all([
    ...deletions,
    ...calls.slice(0, 10).map(({ method, path, token, body }) => send(second.url, method, path, token, body)),
    ...homes.map(({ id }, index) => send(server.issuer, 'DELETE', `/api/tenants/${id}`, owners[index])),
  ]);
  t.deepEqual(
    [...responses, ...ends].filter(({ status }) => status === 500).map(({ status, body }) => [status, body]),
    [],
  );
  t.is(await deadlocks(), before);
});
