import test, { type ExecutionContext } from 'ava';
import { crm, type LicensedTenant, licensedTenant, machineToken, pro } from '../support/licensing-api.js';
import { send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startTwoProcesses, type TwoProcesses } from '../support/two-processes.js';

// Prepares the database and reads it; every request goes to the two processes.
let server: TestServer;
let processes: TwoProcesses;
let issuer: string;

test.before(async () => {
  server = await startTestServer();
  processes = await startTwoProcesses(server.databaseUrl);
  ({ issuer } = processes);
});
test.after.always(async () => {
  await processes?.stop();
  await server?.stop();
});

interface Call {
  method: string;
  path: string;
  token: string;
  body?: unknown;
}
/** Sends all requests at once, alternating between the two processes. A request has no response if its process dies. */
function atOnce(calls: readonly Call[]) {
  return Promise.all(
    calls.map(async ({ method, path, token, body }, index) => {
      const response = await send(processes.urlOf(index), method, path, token, body).catch(() => undefined);
      return { status: response?.status ?? 0, error: response?.body['error'] };
    }),
  );
}

/** Adds users to a tenant, in few statements. */
async function addMembers({ id: tenantId }: LicensedTenant, count: number) {
  const { db } = server.identity;
  const names = Array.from({ length: count }, () => `${crypto.randomUUID()}@people.test`);
  const users = await db.user.createManyAndReturn({
    data: names.map((email) => ({ email, normalizedEmail: email })),
    select: { id: true },
  });
  return db.membership.createManyAndReturn({ data: users.map(({ id: userId }) => ({ tenantId, userId })) });
}
const grant = (token: string, userId: string): Call => ({
  method: 'POST',
  path: '/api/integration/licenses/grant',
  token,
  body: { userId, applicationId: crm, licenseTypeId: pro },
});
const revoke = (token: string, userId: string): Call => ({
  method: 'POST',
  path: '/api/integration/licenses/revoke',
  token,
  body: { userId, applicationId: crm },
});

/** Asserts that there are not too many seats, that each belongs to an active member, and that the count is right. */
async function assertRules(t: ExecutionContext, { id: tenantId, subscriptionId }: LicensedTenant) {
  const { db } = server.identity;
  const subscription = await db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
  const seats = await db.seat.findMany({ where: { subscriptionId }, include: { membership: true } });
  t.is(subscription.quantityAssigned, seats.length);
  t.true(seats.length <= subscription.quantityPurchased);
  t.deepEqual(
    seats.filter(({ membership }) => membership.status !== 'ACTIVE'),
    [],
  );
  const told = await db.event.groupBy({ by: ['type'], where: { tenantId }, _count: true });
  const count = (type: string) => told.find((event) => event.type === type)?._count ?? 0;
  t.is(count('seat.granted') - count('seat.revoked'), seats.length, 'every change has its event');
}

const rounds = 10;
test.serial(
  `200 parallel grants on one free seat over two processes give one 201 and 199 NO_SEATS_AVAILABLE, in each of ${rounds} rounds`,
  async (t) => {
    const tenant = await licensedTenant(server, 1);
    const token = await machineToken({ ...server, issuer }, tenant.id);
    const members = await addMembers(tenant, 200);
    for (let round = 0; round < rounds; round += 1) {
      const responses = await atOnce(members.map(({ userId }) => grant(token, userId)));
      t.is(responses.filter(({ status }) => status === 201).length, 1);
      const refused = responses.filter(({ status, error }) => status === 400 && error === 'NO_SEATS_AVAILABLE');
      t.is(refused.length, 199, JSON.stringify(responses.find(({ status }) => ![201, 400].includes(status))));
      await assertRules(t, tenant);
      const { userId } = await server.identity.db.seat.findFirstOrThrow({ where: { tenantId: tenant.id } });
      t.is((await atOnce([revoke(token, userId)]))[0]?.status, 200);
    }
  },
);

/** Returns a mix of grants, revocations, suspensions, removals and changes of quantity. */
async function manyChanges(tenant: LicensedTenant, count: number): Promise<Call[]> {
  const machine = await machineToken({ ...server, issuer }, tenant.id);
  const platform = await machineToken({ ...server, issuer }, null);
  const owner = await tokenOf(issuer, tenant.owner.email);
  const members = await addMembers(tenant, count / 2);
  const path = `/api/tenants/${tenant.id}/members`;
  const subscription = `/api/licensing/tenants/${tenant.id}/subscriptions/${tenant.subscriptionId}`;
  const second = (id: string, userId: string, index: number): Call => {
    if (index % 4 === 0) return { method: 'DELETE', path: `${path}/${id}`, token: owner };
    if (index % 4 === 1) return { method: 'PATCH', path: `${path}/${id}`, token: owner, body: { status: 'SUSPENDED' } };
    if (index % 4 === 2) return revoke(machine, userId);
    return { method: 'PATCH', path: subscription, token: platform, body: { quantity: 5 + (index % 20) } };
  };
  return members.flatMap(({ id, userId }, index) => [grant(machine, userId), second(id, userId, index)]);
}

test.serial(
  '200 parallel changes of seats, members and quantities over two processes all have an answer and break no rule',
  async (t) => {
    const tenant = await licensedTenant(server, 10);
    const responses = await atOnce(await manyChanges(tenant, 200));
    t.deepEqual(
      responses.filter(({ status }) => ![200, 201, 400, 404, 409].includes(status)),
      [],
    );
    t.true(responses.some(({ status }) => status === 201));
    await assertRules(t, tenant);
  },
);

test.serial('kill -9 in the middle of 200 parallel changes breaks no rule, and the service goes on', async (t) => {
  const tenant = await licensedTenant(server, 10);
  const calls = await manyChanges(tenant, 200);
  const { db } = server.identity;
  const answered = atOnce(calls);
  // Continues when the first changes have been made.
  for (;;) if ((await db.event.count({ where: { tenantId: tenant.id } })) > 5) break;
  await processes.kill();
  const responses = await answered;
  t.true(
    responses.some(({ status }) => status === 0),
    'some had no answer',
  );
  await processes.startAgain();
  await assertRules(t, tenant);
  const token = await machineToken({ ...server, issuer }, tenant.id);
  const platform = await machineToken({ ...server, issuer }, null);
  const path = `/api/licensing/tenants/${tenant.id}/subscriptions/${tenant.subscriptionId}`;
  const [member] = await addMembers(tenant, 1);
  const [grown] = await atOnce([{ method: 'PATCH', path, token: platform, body: { quantity: 500 } }]);
  t.is(grown?.status, 200);
  const more = await atOnce([grant(token, member?.userId ?? ''), grant(token, member?.userId ?? '')]);
  t.deepEqual(more.map(({ status }) => status).sort(), [201, 400]);
  await assertRules(t, tenant);
});
