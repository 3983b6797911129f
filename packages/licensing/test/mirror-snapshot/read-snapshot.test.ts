import { randomUUID } from 'node:crypto';
import { lastOfFeed } from '@org/identity-prisma';
import { days } from '@org/identity-testing/pass-time';
import test from 'ava';
import { readSnapshot } from '../../src/mirror-snapshot/read-snapshot.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import {
  addLease,
  addLicensedTenant,
  addMember,
  addSubscription,
  type LicensedTenant,
  openTestServices,
  type TestServices,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

async function tenantWith(seats: number): Promise<{ tenant: LicensedTenant; userIds: string[] }> {
  const tenant = await addLicensedTenant(services.db, seats);
  const userIds: string[] = [];
  for (let index = 0; index < seats; index += 1) {
    const userId = await addMember(services.db, tenant.tenantId);
    await grantSeat(services, { ...tenant, userId });
    userIds.push(userId);
  }
  return { tenant, userIds };
}

const of = ({ tenantId, applicationId }: LicensedTenant, more: { subscriptionId?: string } = {}) =>
  readSnapshot(services, { tenantId, applicationId, limit: 1_000, ...more });
const plan = (tenant: LicensedTenant, data: object) =>
  services.db.subscription.update({ where: { id: tenant.subscriptionId }, data });

test('a snapshot has the seats of the tenant, their subscriptions, and the position from before', async (t) => {
  const { tenant, userIds } = await tenantWith(3);
  const unused = await addSubscription(services.db, tenant, 5);
  await tenantWith(1);
  const started = Date.now();
  const last = await lastOfFeed(services.pool, tenant);
  const snapshot = await of(tenant);
  t.deepEqual(snapshot.seats.map(({ userId }) => userId).sort(), [...userIds].sort());
  t.true(snapshot.seats.every(({ subscriptionId }) => subscriptionId === tenant.subscriptionId));
  t.like(snapshot, { tenantId: tenant.tenantId, next: null, position: last?.id ?? '' });
  t.true(snapshot.at >= started);
  t.is(snapshot.subscriptions.length, 1, `not ${unused}, which has no seats`);
  t.like(snapshot.subscriptions[0], { licenseType: 'pro', features: ['reports'], status: 'ACTIVE', settleAt: null });
});

test('one subscription can be read alone, and not that of another tenant', async (t) => {
  const { tenant } = await tenantWith(1);
  await plan(tenant, { limits: { contacts: 5 } });
  const { subscriptions, seats } = await of(tenant, { subscriptionId: tenant.subscriptionId });
  t.deepEqual([subscriptions.map(({ limits }) => limits), seats], [[{ contacts: 5 }], []]);
  const other = await addLicensedTenant(services.db, 1);
  t.deepEqual((await of(other, { subscriptionId: tenant.subscriptionId })).subscriptions, []);
  t.deepEqual((await of(tenant, { subscriptionId: other.subscriptionId })).subscriptions, []);
  t.deepEqual((await of(tenant, { subscriptionId: randomUUID() })).subscriptions, []);
});

test('a planned quantity that is due is in force before the seats are read', async (t) => {
  const { tenant } = await tenantWith(3);
  const settleAt = new Date(Date.now() + days(1));
  await plan(tenant, { pendingQuantity: 1, pendingAt: settleAt, pendingRelease: true });
  t.deepEqual(
    (await of(tenant)).subscriptions.map((each) => each.settleAt),
    [settleAt],
  );
  await plan(tenant, { pendingAt: new Date(Date.now() - 1_000) });
  const { seats, subscriptions } = await of(tenant);
  t.is(seats.length, 1);
  t.is(subscriptions[0]?.settleAt, null);
});

test('a plan that waits for the end of a lease is settled at that end', async (t) => {
  const { tenant, userIds } = await tenantWith(2);
  const ends = [new Date(Date.now() + days(1)), new Date(Date.now() + days(2))];
  for (const [index, end] of ends.entries()) await addLease(services.db, tenant, userIds[index] ?? '', end);
  await plan(tenant, { pendingQuantity: 1, pendingAt: new Date(Date.now() - 1_000), pendingRelease: true });
  const { seats, subscriptions } = await of(tenant);
  t.is(seats.length, 2);
  t.deepEqual(subscriptions[0]?.settleAt, ends[0]);
});

test('a plan that waits for seats and takes none away has no time', async (t) => {
  const { tenant } = await tenantWith(2);
  await plan(tenant, { pendingQuantity: 1, pendingAt: new Date(Date.now() - 1_000), pendingRelease: false });
  t.is((await of(tenant)).subscriptions[0]?.settleAt, null);
});

test('an unknown application is refused', async (t) => {
  const { tenant } = await tenantWith(1);
  for (const applicationId of [randomUUID(), 'nothing'])
    await t.throwsAsync(of({ ...tenant, applicationId }), { message: 'There is no such application.' });
});
