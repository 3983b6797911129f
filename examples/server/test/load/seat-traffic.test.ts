import { randomUUID } from 'node:crypto';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { crm, type LicensedTenant, licensedTenant, machineToken, pro } from '../support/licensing-api.js';
import { type SecondProcess, startSecondProcess } from '../support/start-second-process.js';
import { addMember, type Member, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// The server gets the changes; two other processes grant and revoke seats.
let server: TestServer;
let processes: SecondProcess[] = [];
test.before(async () => {
  server = await startTestServer();
  const start = () => startSecondProcess(server.databaseUrl, server.issuer);
  processes = await Promise.all([start(), start()]);
});
test.after.always(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await server?.stop();
});

const workers = 16;
/** A change that waited for a gap in the traffic would still wait after this number of further seat calls. */
const maxFurtherCalls = 250;

interface Traffic {
  /** Resolves when this number of seat calls has been completed since the start. */
  reached(calls: number): Promise<void>;
  calls(): number;
  /** Lets the workers finish, and returns the responses that were not successful. */
  stop(): Promise<{ status: number; error: unknown }[]>;
}

/** Grants and revokes seats of sixteen members without a pause, until stopped. */
async function seatTraffic({ id }: LicensedTenant): Promise<Traffic> {
  const token = await machineToken(server, id);
  const members = await Promise.all(Array.from({ length: workers }, () => addMember(server, id, 'member')));
  let calls = 0;
  let stopped = false;
  const waiting: { calls: number; resolve: () => void }[] = [];
  const failures: { status: number; error: unknown }[] = [];
  const work = async ({ userId }: Member, index: number) => {
    const { url } = processes[index % processes.length] as SecondProcess;
    for (let round = 0; !stopped; round += 1) {
      const granting = round % 2 === 0;
      const path = `/api/integration/licenses/${granting ? 'grant' : 'revoke'}`;
      const body = { userId, applicationId: crm, ...(granting ? { licenseTypeId: pro } : {}) };
      const { status, body: response } = await send(url, 'POST', path, token, body);
      calls += 1;
      // The machine is busy: repeat the request.
      if (status === 503) round -= 1;
      else if (status !== (granting ? 201 : 200)) failures.push({ status, error: response['error'] });
      for (const one of waiting) if (calls >= one.calls) one.resolve();
    }
  };
  const working = Promise.all(members.map(work));
  return {
    reached: (wanted) => new Promise((resolve) => waiting.push({ calls: wanted, resolve })),
    calls: () => calls,
    async stop() {
      stopped = true;
      await working;
      return failures;
    },
  };
}

interface Scene {
  tenant: LicensedTenant;
  /** A member who holds a seat. */
  member: Member;
  token: string;
}
const changes: Record<string, (scene: Scene) => ReturnType<typeof send>> = {
  'a rename': ({ tenant, token }) =>
    send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}`, token, { name: 'Renamed' }),
  'an invitation': ({ tenant, token }) =>
    send(server.issuer, 'POST', `/api/tenants/${tenant.id}/invitations`, token, {
      email: `${randomUUID()}@people.test`,
    }),
  'a suspension': ({ tenant, member, token }) =>
    send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}/members/${member.membershipId}`, token, {
      status: 'SUSPENDED',
    }),
  'a removal': ({ tenant, member, token }) =>
    send(server.issuer, 'DELETE', `/api/tenants/${tenant.id}/members/${member.membershipId}`, token),
  'the deletion of the tenant': ({ tenant, token }) =>
    send(server.issuer, 'DELETE', `/api/tenants/${tenant.id}`, token),
};

/** Resolves to undefined as soon as this number of database connections waits for a lock. */
async function untilWaiting(count: number): Promise<undefined> {
  await until(async () => {
    const [row] = await server.identity.db.$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return row !== undefined && row.waiting >= count;
  });
}

for (const title of ['a rename', 'an invitation', 'a suspension', 'a removal'] as const) {
  test.serial(`${title} is done while a seat call of its tenant still waits`, async (t) => {
    const tenant = await licensedTenant(server, 100);
    const [member, other] = await Promise.all([
      addMember(server, tenant.id, 'member'),
      addMember(server, tenant.id, 'member'),
    ]);
    const token = await tokenOf(server.issuer, tenant.owner.email);
    const machine = await machineToken(server, tenant.id);
    const { db } = server.identity;
    const { answered, granting } = await db.$transaction(async (tx) => {
      await tx.$queryRaw`
        SELECT 1 FROM identity.subscriptions WHERE id = ${tenant.subscriptionId}::uuid FOR NO KEY UPDATE`;
      const grant = { userId: other.userId, applicationId: crm, licenseTypeId: pro };
      const granted = send(processes[0]?.url ?? '', 'POST', '/api/integration/licenses/grant', machine, grant);
      await untilWaiting(1);
      const changed = changes[title]?.({ tenant, member, token });
      // The seat call keeps waiting. A second waiting connection must be the change.
      return { answered: await Promise.race([changed, untilWaiting(2)]), granting: granted };
    });
    // If the change took longer than the lock timeout of the seat call, that call gets 503 and must be repeated.
    t.true([201, 503].includes((await granting).status));
    t.true(answered?.status === 200 || answered?.status === 201, 'the change waits for the seat call');
  });
}

for (const [title, change] of Object.entries(changes)) {
  test.serial(`${title} does not wait for a gap in the seat calls of its tenant`, async (t) => {
    const tenant = await licensedTenant(server, 100);
    const member = await addMember(server, tenant.id, 'member');
    const { db } = server.identity;
    await db.seat.create({
      data: {
        subscriptionId: tenant.subscriptionId,
        tenantId: tenant.id,
        applicationId: crm,
        userId: member.userId,
      },
    });
    const token = await tokenOf(server.issuer, tenant.owner.email);
    const traffic = await seatTraffic(tenant);
    await traffic.reached(workers * 3);
    const before = traffic.calls();
    const answered = change({ tenant, member, token });
    const first = await Promise.race([answered, traffic.reached(before + maxFurtherCalls)]);
    const further = traffic.calls() - before;
    const failures = await traffic.stop();
    const { status, body } = await answered;
    t.true(first !== undefined, `no answer after ${maxFurtherCalls} further seat calls`);
    t.log(`answered after ${further} further seat calls`);
    t.true(status === 200 || status === 201, JSON.stringify(body));
    // The deletion of a tenant ends the token of its machine; nothing else may fail.
    const deleted = (await db.tenant.count({ where: { id: tenant.id } })) === 0;
    t.deepEqual(
      failures.filter(({ status: failed }) => !(deleted && [401, 404].includes(failed))),
      [],
    );
    t.is(await db.seat.count({ where: { tenantId: tenant.id, userId: member.userId } }), holdsSeat(title));
    if (deleted) t.is(await unpairedSeats(tenant), 0, 'each seat that was granted is revoked in the audit trail');
  });
}

/** A member who is not affected by the change keeps the seat. */
const holdsSeat = (title: string) => (title === 'a rename' || title === 'an invitation' ? 1 : 0);

/** The number of seats in the audit trail that were granted and never revoked. */
async function unpairedSeats({ id: tenantId }: LicensedTenant): Promise<number> {
  const trail = await server.identity.db.event.findMany({
    where: { tenantId, type: { in: ['seat.granted', 'seat.revoked'] } },
  });
  const seats = (type: string) =>
    trail.filter((event) => event.type === type).map(({ data }) => (data as { seatId: string }).seatId);
  const revoked = new Set(seats('seat.revoked'));
  return seats('seat.granted').filter((id) => !revoked.has(id)).length;
}
