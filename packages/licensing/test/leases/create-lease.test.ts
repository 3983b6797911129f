import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { createLease } from '../../src/leases/create-lease.js';
import { tidyLeasesJob } from '../../src/leases/tidy-leases.js';
import { changeSeats } from '../../src/seat-changes/change-seats.js';
import { settleSeats } from '../../src/seat-changes/settle-seats.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import {
  addLicensedTenant,
  addMember,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  remove,
  type TestServices,
  userOf,
} from '../support/licensed-tenant.js';
import { claimsOf, testSigner } from '../support/test-signer.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const lease = ({ tenantId, applicationId }: LicensedTenant, userId: string, count = 7) =>
  createLease(
    { ...services, signer: testSigner },
    { tenantId, applicationId, days: count, principal: userOf(tenantId, userId, { role: 'member' }) },
  );
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

async function start(quantity = 1) {
  const tenant = await addLicensedTenant(services.db, quantity, ['reports']);
  const userId = await addMember(services.db, tenant.tenantId);
  const seat = await grantSeat(services, { ...tenant, userId });
  return { tenant, userId, seat };
}

test('a lease says who may use what, until when', async (t) => {
  const { tenant, userId, seat } = await start();
  const { tenantId, applicationId, licenseTypeId, subscriptionId } = tenant;
  const { db } = services;
  await db.licenseType.update({ where: { id: licenseTypeId }, data: { limits: { contacts: 100, users: 5 } } });
  await db.subscription.update({ where: { id: subscriptionId }, data: { limits: { contacts: 900 } } });
  const before = Date.now();
  const made = await lease(tenant, userId, 30);
  const { jti, exp, ...claims } = claimsOf(made.lease);
  t.deepEqual(claims, {
    iss: 'https://id.test',
    sub: userId,
    tenantId,
    applicationId,
    license: 'pro',
    licenseName: 'Pro',
    features: ['reports'],
    limits: { contacts: 900, users: 5 },
  });
  t.is(exp, made.expiresAt.getTime() / 1000);
  t.true(Math.abs(made.expiresAt.getTime() - before - days(30)) < 60_000);
  t.like(await db.seatLease.findUnique({ where: { id: String(jti) } }), { seatId: seat.id, expiresAt: made.expiresAt });
  const event = await db.event.findFirst({ where: { tenantId, type: 'seat.leased' } });
  t.deepEqual([event?.subjectId, (event?.data as { leaseId: string } | undefined)?.leaseId], [userId, jti]);
  t.not((await db.seat.findUnique({ where: { id: seat.id } }))?.lastUsedAt, null);
});

test('without a license there is no lease, whatever the reason', async (t) => {
  const { tenant, userId } = await start();
  const { tenantId, applicationId, subscriptionId: id } = tenant;
  const other = await addMember(services.db, tenantId);
  t.is(await codeOf(lease(tenant, other)), 'LICENSE_NOT_FOUND');
  for (const id of ['crm', tenantId])
    t.is(await codeOf(lease({ ...tenant, applicationId: id }, userId)), 'INVALID_APPLICATION_ID');
  t.is(await codeOf(lease({ ...tenant, applicationId: applicationId.toUpperCase() }, userId)), 'done');
  for (const data of [
    { status: 'SUSPENDED' },
    { status: 'CANCELED' },
    { status: 'ACTIVE', expiresAt: new Date(Date.now() - 1_000), startsAt: new Date(Date.now() - days(9)) },
    { status: 'ACTIVE', expiresAt: null, startsAt: new Date(Date.now() + days(1)) },
  ] as const) {
    await services.db.subscription.update({ where: { id }, data });
    t.is(await codeOf(lease(tenant, userId)), 'LICENSE_NOT_FOUND', JSON.stringify(data));
  }
});

test('a lease ends with the subscription, and before seats are to be released', async (t) => {
  const { tenant, userId } = await start(2);
  const { subscriptionId: id } = tenant;
  const { db } = services;
  const expiresAt = new Date(Math.floor((Date.now() + days(3)) / 1000) * 1000 + 700);
  await db.subscription.update({ where: { id }, data: { expiresAt } });
  t.is((await lease(tenant, userId)).expiresAt.getTime(), expiresAt.getTime() - 700);
  const pendingAt = new Date(Math.floor((Date.now() + days(2)) / 1000) * 1000);
  await db.subscription.update({ where: { id }, data: { pendingQuantity: 1, pendingAt, pendingRelease: true } });
  t.deepEqual((await lease(tenant, userId)).expiresAt, pendingAt);
  t.is((await lease(tenant, userId, 1)).expiresAt < pendingAt, true);
  // More seats, or nobody who loses one: nothing ends.
  await db.subscription.update({ where: { id }, data: { pendingQuantity: 3 } });
  t.true((await lease(tenant, userId)).expiresAt > pendingAt);
});

test('while a lease runs the seat cannot be taken; afterwards it can', async (t) => {
  const { tenant, userId } = await start();
  const { tenantId } = tenant;
  const other = await addMember(services.db, tenantId);
  await lease(tenant, userId, 2);
  t.is(await codeOf(revokeSeat(services, { ...tenant, userId })), 'SEAT_LEASED');
  await passTime(services.db, { tenantId, milliseconds: days(2) });
  t.is(await codeOf(revokeSeat(services, { ...tenant, userId })), 'done');
  t.is(await codeOf(grantSeat(services, { ...tenant, userId: other })), 'done');
});

test('who leaves keeps the lease, and the seat stays counted until it ends', async (t) => {
  const { tenant, userId } = await start();
  const { tenantId } = tenant;
  const other = await addMember(services.db, tenantId);
  await lease(tenant, userId, 2);
  await remove(services, tenantId, userId);
  t.is(await codeOf(grantSeat(services, { ...tenant, userId: other })), 'NO_SEATS_AVAILABLE');
  t.is(await codeOf(lease(tenant, userId)), 'LICENSE_NOT_FOUND');
  await passTime(services.db, { tenantId, milliseconds: days(2) });
  t.is(await codeOf(grantSeat(services, { ...tenant, userId: other })), 'done');
  t.deepEqual(await brokenRules(services), []);
});

test('a planned release takes a leased seat when its lease has ended, and not before that moment', async (t) => {
  const { tenant, userId } = await start(2);
  const { tenantId, subscriptionId: id } = tenant;
  const other = await addMember(services.db, tenantId);
  await grantSeat(services, { ...tenant, userId: other });
  for (const each of [userId, other]) await lease(tenant, each, 10);
  const plan = { pendingQuantity: 1, pendingAt: new Date(Date.now() + days(1)), pendingRelease: true };
  await services.db.subscription.update({ where: { id }, data: plan });
  await passTime(services.db, { tenantId, milliseconds: days(2) });
  const settle = () =>
    changeSeats(services, { tenantId }, async (tx, locked) => void (await settleSeats(tx, services, locked)));
  await settle();
  t.is(await services.db.seat.count({ where: { tenantId } }), 2);
  t.is(await codeOf(lease(tenant, userId)), 'LICENSE_NOT_FOUND', 'the seat is to be released: no new lease');
  await passTime(services.db, { tenantId, milliseconds: days(9) });
  await tidyLeasesJob(services).run(new AbortController().signal);
  const leases = await services.db.seatLease.findMany({ where: { tenantId } });
  t.is(leases.length, 2, 'as long as the plan is due, they say until when a seat was held');
  await settle();
  t.is(await services.db.seat.count({ where: { tenantId } }), 1);
  const ended = await services.db.seatPeriod.findFirstOrThrow({ where: { tenantId, endedAt: { not: null } } });
  const itsLease = leases.find(({ seatId }) => seatId === ended.id);
  t.deepEqual(ended.endedAt, itsLease?.expiresAt ?? null, 'it was held while it was leased');
});

test('a lease that is renewed replaces the shorter ones; the job deletes those that have ended', async (t) => {
  const { tenant, userId } = await start();
  const { tenantId } = tenant;
  const ends = async () =>
    (await services.db.seatLease.findMany({ where: { tenantId }, orderBy: { expiresAt: 'asc' } })).length;
  for (const count of [1, 5, 2, 3, 5]) await lease(tenant, userId, count);
  t.is(await ends(), 1);
  await lease(tenant, userId, 2);
  t.is(await ends(), 2);
  await passTime(services.db, { tenantId, milliseconds: days(3) });
  await tidyLeasesJob(services).run(new AbortController().signal);
  t.is(await ends(), 1);
});

test('a hundred leases a day are enough for one seat', async (t) => {
  const { tenant, userId, seat } = await start();
  const expire = Date.now() + days(1);
  await services.db.$executeRaw`
    INSERT INTO identity.rate_limits (key, points, expire) VALUES (${`lease:${seat.id}`}, 99, ${expire})`;
  t.is(await codeOf(lease(tenant, userId)), 'done');
  t.is(await codeOf(lease(tenant, userId)), 'RATE_LIMITED');
});
