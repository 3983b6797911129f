import { createHash } from 'node:crypto';
import { RangeEnd, RangeStart } from '@org/identity-core';
import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { listPeriods } from '../../src/history/list-periods.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import { createStatement } from '../../src/statements/create-statement.js';
import {
  addLicensedTenant,
  addMember,
  addSubscription,
  type LicensedTenant,
  openTestServices,
  type TestServices,
} from '../support/licensed-tenant.js';
import { claimsOf, testSigner } from '../support/test-signer.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

/** The date so many days ago, in UTC. */
const day = (ago: number) => new Date(Date.now() - days(ago)).toISOString().slice(0, 10);
const noon = (ago: number) => new Date(`${day(ago)}T12:00:00.000Z`);

function statement(tenant: LicensedTenant, from: string, to: string): Promise<string> {
  const range = { from: RangeStart.parse(from), to: RangeEnd.parse(to) };
  return createStatement({ ...services, signer: testSigner }, { ...tenant, ...range }).then((made) => made.statement);
}
const daysOf = async (tenant: LicensedTenant, from: string, to: string) =>
  claimsOf(await statement(tenant, from, to))['days'];

/** Moves all of the tenant's past so that the present is noon of the day so many days ago. */
async function untilNoon({ tenantId }: LicensedTenant, ago: number): Promise<void> {
  await passTime(services.db, { tenantId, milliseconds: Date.now() - noon(ago).getTime() });
}

/** Begins ten days ago at noon with five seats, of which two are held. One is freed a day later. */
async function start() {
  const tenant = await addLicensedTenant(services.db, 5);
  const { tenantId } = tenant;
  const users = [await addMember(services.db, tenantId), await addMember(services.db, tenantId)];
  for (const userId of users) await grantSeat(services, { ...tenant, userId });
  await passTime(services.db, { tenantId, milliseconds: days(1) });
  await revokeSeat(services, { ...tenant, userId: users[0] ?? '' });
  await untilNoon(tenant, 9);
  return { tenant, users };
}

test('each day has the most seats bought and held at once, and those held at its end', async (t) => {
  const { tenant } = await start();
  t.deepEqual(await daysOf(tenant, day(11), day(8)), [
    { date: day(11), purchased: 0, heldMax: 0, heldEnd: 0 },
    { date: day(10), purchased: 5, heldMax: 2, heldEnd: 2 },
    { date: day(9), purchased: 5, heldMax: 2, heldEnd: 1 },
    { date: day(8), purchased: 5, heldMax: 1, heldEnd: 1 },
  ]);
});

test('a seat that was held for a part of a day counts on that day, two after each other as one', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const { tenantId } = tenant;
  for (let turn = 0; turn < 3; turn += 1) {
    const userId = await addMember(services.db, tenantId);
    await grantSeat(services, { ...tenant, userId });
    await passTime(services.db, { tenantId, milliseconds: 1_000 });
    await revokeSeat(services, { ...tenant, userId });
  }
  await untilNoon(tenant, 3);
  t.deepEqual(await daysOf(tenant, day(3), day(2)), [
    { date: day(3), purchased: 1, heldMax: 1, heldEnd: 0 },
    { date: day(2), purchased: 1, heldMax: 0, heldEnd: 0 },
  ]);
});

test('only subscriptions that are active, begun and not expired are bought', async (t) => {
  const { tenant } = await start();
  const { db } = services;
  // Ten more from four days ago to two days ago. Entered nine days ago, as everything here.
  const more = await addSubscription(db, tenant, 10, { startsAt: noon(4), expiresAt: noon(2) });
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`UPDATE identity.subscription_terms SET started_at = ${noon(9)} WHERE subscription_id = ${more}::uuid`;
  });
  const bought = (await daysOf(tenant, day(5), day(1))) as { purchased: number }[];
  t.deepEqual(
    bought.map(({ purchased }) => purchased),
    [5, 15, 15, 15, 5],
  );
  await db.subscription.update({ where: { id: tenant.subscriptionId }, data: { status: 'SUSPENDED' } });
  t.deepEqual(await daysOf(tenant, day(1), day(1)), [{ date: day(1), purchased: 5, heldMax: 1, heldEnd: 1 }]);
  await passTime(db, { tenantId: tenant.tenantId, milliseconds: days(2) });
  t.deepEqual(await daysOf(tenant, day(1), day(1)), [{ date: day(1), purchased: 0, heldMax: 1, heldEnd: 1 }]);
});

test('the same past gives the same bytes, whatever happens later', async (t) => {
  const { tenant, users } = await start();
  const first = await statement(tenant, day(12), day(5));
  t.is(await statement(tenant, day(12), day(5)), first);
  await revokeSeat(services, { ...tenant, userId: users[1] ?? '' });
  await grantSeat(services, { ...tenant, userId: users[0] ?? '' });
  await addSubscription(services.db, tenant, 50);
  await services.db.subscription.update({ where: { id: tenant.subscriptionId }, data: { quantityPurchased: 9 } });
  t.is(await statement(tenant, day(12), day(5)), first);
  t.not(await statement(tenant, day(12), day(4)), first);
  t.deepEqual(Object.keys(claimsOf(first)), [
    'iss',
    'tenantId',
    'applicationId',
    'from',
    'to',
    'final',
    'days',
    'periodsHash',
  ]);
  t.like(claimsOf(first), { from: day(12), to: day(5), final: true, tenantId: tenant.tenantId });
});

test('one altered row changes the statement', async (t) => {
  const { tenant, users } = await start();
  const first = await statement(tenant, day(12), day(5));
  const alter = (change: string) =>
    services.db.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      const where = 'tenant_id = $1::uuid AND user_id = $2::uuid';
      await tx.$executeRawUnsafe(
        `UPDATE identity.seat_periods SET ${change} WHERE ${where}`,
        tenant.tenantId,
        users[0],
      );
    });
  // The numbers of the days stay the same: only the hash sees it.
  await alter("started_at = started_at + interval '1 millisecond'");
  const altered = await statement(tenant, day(12), day(5));
  t.deepEqual(claimsOf(altered)['days'], claimsOf(first)['days']);
  t.not(claimsOf(altered)['periodsHash'], claimsOf(first)['periodsHash']);
  await alter("started_at = started_at - interval '1 millisecond'");
  t.is(await statement(tenant, day(12), day(5)), first);
  await alter(`cause = 'reclaim'`);
  t.not(await statement(tenant, day(12), day(5)), first);
});

test('the hash can be computed from the history of the API', async (t) => {
  const { tenant } = await start();
  const claims = claimsOf(await statement(tenant, day(12), day(5)));
  const [start_, end] = [`${day(12)}T00:00:00.000Z`, `${day(4)}T00:00:00.000Z`];
  const { periods } = await listPeriods(services, { ...tenant, page: 1, limit: 100 });
  const lines = periods
    .map(({ userId, licenseTypeId, from, to, cause }) => {
      const [began, ended] = [from.toISOString(), to?.toISOString() ?? end];
      const cut = [[began, start_].sort()[1], [ended, end].sort()[0]];
      return [userId, licenseTypeId, ...cut, ended < end ? cause : ''].join(',');
    })
    .sort();
  t.is(lines.length, 2);
  t.is(claims['periodsHash'], createHash('sha256').update(lines.join('\n')).digest('hex'));
});

test('a range of times cuts the first and the last day', async (t) => {
  const { tenant } = await start();
  // One seat was freed at noon nine days ago.
  t.deepEqual(await daysOf(tenant, `${day(9)}T13:00:00.000Z`, `${day(8)}T01:00:00Z`), [
    { date: day(9), purchased: 5, heldMax: 1, heldEnd: 1 },
    { date: day(8), purchased: 5, heldMax: 1, heldEnd: 1 },
  ]);
});

test('a statement that includes today says that it is not final', async (t) => {
  const { tenant } = await start();
  const claims = claimsOf(await statement(tenant, day(1), day(0)));
  t.is(claims['final'], false);
  t.is((claims['days'] as unknown[]).length, 2);
});

test('a range in the future, upside down or too long is refused', async (t) => {
  const { tenant } = await start();
  const pathOf = (from: string, to: string) =>
    statement(tenant, from, to).then(
      () => 'done',
      ({ details }: { details: { path: string }[] }) => details[0]?.path,
    );
  t.is(await pathOf(day(1), day(-1)), 'to');
  t.is(await pathOf(day(1), new Date(Date.now() + 60_000).toISOString()), 'to');
  t.is(await pathOf(day(1), day(2)), 'to');
  t.is(await pathOf(day(366), day(0)), 'to');
  t.is(await pathOf(day(365), day(0)), 'done');
});

test('a change that began earlier is waited for, so that the past stays as it was stated', async (t) => {
  const { tenant, users } = await start();
  let commit = () => {};
  const begun = new Promise<void>((resolve, reject) => {
    const work = services.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM identity.subscriptions WHERE id = ${tenant.subscriptionId}::uuid FOR NO KEY UPDATE`;
      await tx.seat.deleteMany({ where: { tenantId: tenant.tenantId, userId: users[1] ?? '' } });
      resolve();
      await new Promise<void>((go) => {
        commit = go;
      });
    });
    work.catch(reject);
  });
  await begun;
  const to = new Date(Date.now() - 1).toISOString();
  // The seat was freed before this moment, but nobody can see it yet.
  const during = statement(tenant, day(1), new Date().toISOString().slice(0, 10));
  const waits = await Promise.race([during.then(() => false), lockWaits(services)]);
  t.true(waits);
  commit();
  t.is((claimsOf(await during)['days'] as { heldEnd: number }[])[1]?.heldEnd, 0);
  t.is(await statement(tenant, day(1), to), await statement(tenant, day(1), to));
});

/** Resolves with true as soon as a statement waits for a lock. */
async function lockWaits({ pool }: TestServices): Promise<boolean> {
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.count ?? 0) > 0) return true;
  }
}
