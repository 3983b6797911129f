import { days, passTime } from '@org/identity-testing/pass-time';
import test, { type ExecutionContext } from 'ava';
import { checkLicense } from '../../src/check/check-license.js';
import { countLicensedUsers } from '../../src/seats/count-licensed-users.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { listSeatsOfUser } from '../../src/seats/list-seats-of-user.js';
import { listSubscriptions } from '../../src/subscriptions/list-subscriptions.js';
import { summarizeSeats } from '../../src/subscriptions/summarize-seats.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import {
  addLease,
  addLicensedTenant,
  addMember,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  type TestServices,
  userOf,
  wait,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

type Changes = Parameters<typeof updateSubscription>[1]['changes'];

/** A tenant whose seats are held, each used an hour later than the one before. */
async function start(quantity: number, held = quantity) {
  const tenant = await addLicensedTenant(services.db, quantity);
  const users: string[] = [];
  for (let index = 0; index < held; index += 1) {
    const userId = await addMember(services.db, tenant.tenantId);
    await grantSeat(services, { ...tenant, userId });
    const lastUsedAt = new Date(Date.now() - days(10) + index * 3_600_000);
    await services.db.seat.updateMany({ where: { tenantId: tenant.tenantId, userId }, data: { lastUsedAt } });
    users.push(userId);
  }
  const change = (changes: Changes) => updateSubscription(services, { ...tenant, changes });
  return { tenant, users, change };
}

const inDays = (count: number) => new Date(Date.now() + days(count));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, details = [] }: { code: string; details?: { path: string }[] }) =>
      [code, ...details.map(({ path }) => path)].join(' '),
  );

async function holders({ tenantId }: LicensedTenant): Promise<string[]> {
  const seats = await services.db.seat.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  return seats.map(({ userId }) => userId);
}

/** Nobody loses a seat without an event, and no rule is broken. */
async function assertWhole(t: ExecutionContext, { tenantId }: LicensedTenant): Promise<void> {
  const ended = await services.db.seatPeriod.findMany({ where: { tenantId, endedAt: { not: null } } });
  const events = await services.db.event.findMany({ where: { tenantId, type: 'seat.revoked' } });
  t.deepEqual(
    ended.map(({ id, cause }) => `${id} ${cause}`).sort(),
    events.map(({ data }) => `${(data as { seatId: string }).seatId} ${(data as { cause: string }).cause}`).sort(),
  );
  t.deepEqual(await brokenRules(services), []);
}

test('a downgrade that releases takes only as many seats as needed: the named ones, then the least used', async (t) => {
  const { tenant, users, change } = await start(5);
  const [one, two, three, four, five] = users;
  t.is(await codeOf(change({ quantity: 3 })), 'SEATS_IN_USE');
  t.is(await codeOf(change({ quantity: 3, onExcess: 'refuse' })), 'SEATS_IN_USE');
  const reply = await change({ quantity: 3, onExcess: 'release', release: [(four ?? '').toUpperCase()] });
  t.like(reply, { quantityPurchased: 3, quantityAssigned: 3, quantityAvailable: 0, pendingQuantity: null });
  t.deepEqual(await holders(tenant), [two, three, five]);
  const events = await services.db.event.findMany({
    where: { tenantId: tenant.tenantId, type: 'seat.revoked' },
    select: { subjectId: true, data: true, actorKind: true },
  });
  t.deepEqual(events.map(({ subjectId }) => subjectId).sort(), [one, four].sort());
  t.true(
    events.every(({ data, actorKind }) => (data as { cause: string }).cause === 'downgrade' && actorKind === 'machine'),
  );
  // A quantity that the seats fit into takes none.
  await change({ quantity: 4, onExcess: 'release', release: [two ?? ''] });
  t.is((await holders(tenant)).length, 3);
  await assertWhole(t, tenant);
});

test('somebody without a seat of this subscription cannot be named, and nothing changes', async (t) => {
  const { tenant, users, change } = await start(2);
  const other = await addMember(services.db, tenant.tenantId);
  for (const wrong of [other, 'nobody', tenant.tenantId]) {
    const release = [users[0] ?? '', wrong];
    t.is(await codeOf(change({ quantity: 1, onExcess: 'release', release })), 'VALIDATION_FAILED release.1');
    const plan = { quantity: 1, onExcess: 'release', release, effectiveAt: inDays(1) } as const;
    t.is(await codeOf(change(plan)), 'VALIDATION_FAILED release.1');
  }
  t.deepEqual(await holders(tenant), users);
});

test('a downgrade passes over leased seats, and fails if those and the reserved ones do not fit', async (t) => {
  const { tenant, users, change } = await start(4, 3);
  const [one = '', two = '', three = ''] = users;
  await addLease(services.db, tenant, one, inDays(1));
  await change({ quantity: 3, onExcess: 'release' });
  await change({ quantity: 2, onExcess: 'release', release: [one, two] });
  t.deepEqual(await holders(tenant), [one, three]);
  await addLease(services.db, tenant, three, inDays(2));
  t.is(await codeOf(change({ quantity: 1, onExcess: 'release' })), 'SEAT_LEASED');
  t.is(await codeOf(change({ quantity: 1 })), 'SEATS_IN_USE');
  const { tenantId, applicationId, subscriptionId } = tenant;
  const reservation = { tenantId, applicationId, subscriptionId, expiresAt: inDays(1) };
  await change({ quantity: 4 });
  await services.db.seatReservation.createMany({ data: [reservation, reservation] });
  t.is(await codeOf(change({ quantity: 1, onExcess: 'release' })), 'SEATS_IN_USE');
  t.deepEqual(await holders(tenant), [one, three]);
  await assertWhole(t, tenant);
});

test('a planned quantity is felt at its time by check, count, list, totals and grants, without a job', async (t) => {
  const { change, tenant, users } = await start(3);
  const { tenantId, applicationId } = tenant;
  const [one = '', two = '', three = ''] = users;
  t.is(await codeOf(change({ quantity: 1, effectiveAt: inDays(1) })), 'SEATS_IN_USE');
  t.is(await codeOf(change({ quantity: 1, effectiveAt: new Date() })), 'VALIDATION_FAILED effectiveAt');
  const readers: [string, () => Promise<unknown>][] = [
    ['check', async () => (await checkLicense(services, { ...tenant, userId: one })).hasLicense],
    ['count', async () => (await countLicensedUsers(services, { tenantId, applicationId })).count],
    [
      'list',
      async () =>
        (await listSubscriptions(services, tenant)).subscriptions.map((each) => [
          each.quantityPurchased,
          each.quantityAssigned,
        ]),
    ],
    [
      'totals',
      async () =>
        (await summarizeSeats(services, { principal: userOf(tenantId, three) })).map(({ bought, held }) => [
          bought,
          held,
        ]),
    ],
    [
      'own seats',
      async () => (await listSeatsOfUser(services, { principal: userOf(tenantId, one), userId: one })).length,
    ],
  ];
  const before = [true, 3, [[3, 3]], [[3, 3]], 1];
  const after = [false, 2, [[2, 2]], [[2, 2]], 0];
  for (const [index, [title, read]] of readers.entries()) {
    const effectiveAt = inDays(1);
    // Named, because a check is a use: by their last use alone, somebody else would lose the seat.
    const planned = await change({ quantity: 2, onExcess: 'release', release: [one], effectiveAt });
    t.like(planned, { quantityPurchased: 3, quantityAssigned: 3, pendingQuantity: 2, pendingAt: effectiveAt });
    t.deepEqual(await read(), before[index], title);
    await passTime(services.db, { tenantId, milliseconds: days(1) });
    t.deepEqual(await read(), after[index], title);
    t.deepEqual((await holders(tenant)).sort(), [two, three].sort(), title);
    const [{ pendingQuantity, pendingAt } = {}] = (await listSubscriptions(services, tenant)).subscriptions;
    t.deepEqual([pendingQuantity, pendingAt], [null, null]);
    await change({ quantity: 3 });
    await grantSeat(services, { ...tenant, userId: one });
    await services.db.seat.updateMany({
      where: { userId: one },
      data: { lastUsedAt: new Date(Date.now() - days(100)) },
    });
  }
  await change({ quantity: 2, onExcess: 'release', release: [three], effectiveAt: inDays(1) });
  await passTime(services.db, { tenantId, milliseconds: days(1) });
  const another = await addMember(services.db, tenantId);
  t.is(await codeOf(grantSeat(services, { ...tenant, userId: another })), 'NO_SEATS_AVAILABLE');
  t.false((await holders(tenant)).includes(three));
  await assertWhole(t, tenant);
});

test('the seats that a plan releases ended at its time, and the quantity changed then', async (t) => {
  const { change, tenant } = await start(2);
  const { tenantId, subscriptionId } = tenant;
  await change({ quantity: 1, onExcess: 'release', effectiveAt: inDays(1) });
  await passTime(services.db, { tenantId, milliseconds: days(4) });
  await listSubscriptions(services, tenant);
  const ended = await services.db.seatPeriod.findMany({ where: { tenantId, endedAt: { not: null } } });
  const terms = await services.db.subscriptionTerm.findMany({
    where: { subscriptionId },
    orderBy: { startedAt: 'asc' },
  });
  const at = Date.now() - days(3);
  const near = (time: Date | null | undefined) => Math.abs((time?.getTime() ?? 0) - at) < 60_000;
  t.deepEqual(
    ended.map(({ endedAt, cause }) => [near(endedAt), cause]),
    [[true, 'downgrade']],
  );
  t.deepEqual(
    terms.map(({ quantity, startedAt }) => [quantity, near(startedAt)]),
    [
      [2, false],
      [1, true],
    ],
  );
});

test('a plan can be replaced and withdrawn, and a larger one gives the seats to those who wait', async (t) => {
  const { change, tenant } = await start(1);
  const { tenantId } = tenant;
  await change({ quantity: 5, effectiveAt: inDays(1) });
  await change({ quantity: 2, effectiveAt: inDays(2) });
  t.like(await change({ pendingQuantity: null }), { pendingQuantity: null, pendingAt: null, quantityPurchased: 1 });
  await passTime(services.db, { tenantId, milliseconds: days(3) });
  t.is((await listSubscriptions(services, tenant)).subscriptions[0]?.quantityPurchased, 1);
  const waiting = await addMember(services.db, tenantId);
  await wait(services, tenant, waiting);
  t.is((await checkLicense(services, { ...tenant, userId: waiting })).reason, 'WAITING');
  await change({ quantity: 2, effectiveAt: inDays(1) });
  await passTime(services.db, { tenantId, milliseconds: days(1) });
  t.is((await checkLicense(services, { ...tenant, userId: waiting })).reason, 'LICENSED');
  const events = await services.db.event.findMany({
    where: { tenantId, type: 'subscription.updated' },
    orderBy: { id: 'asc' },
  });
  t.deepEqual(
    events.map(({ data, actorKind }) => [
      actorKind,
      (data as { changed: string[] }).changed,
      (data as { pendingQuantity?: number | null }).pendingQuantity,
    ]),
    [
      ['machine', ['pendingQuantity'], 5],
      ['machine', ['pendingQuantity'], 2],
      ['machine', ['pendingQuantity'], null],
      ['machine', ['pendingQuantity'], 2],
      ['system', ['quantity'], undefined],
    ],
  );
});

test('a new quantity ends a plan that waits for seats to become free, but not one of the future', async (t) => {
  const { change, tenant } = await start(3, 2);
  const { tenantId, subscriptionId: id } = tenant;
  await change({ quantity: 2, effectiveAt: inDays(1) });
  t.like(await change({ quantity: 4 }), { quantityPurchased: 4, pendingQuantity: 2 });
  await services.db.subscription.update({ where: { id }, data: { pendingQuantity: 1 } });
  await passTime(services.db, { tenantId, milliseconds: days(1) });
  t.like((await listSubscriptions(services, tenant)).subscriptions[0], { quantityPurchased: 2, pendingQuantity: 1 });
  t.like(await change({ quantity: 6 }), { quantityPurchased: 6, pendingQuantity: null });
});

test('a new plan replaces one that waits for seats to become free, and is not in force before its time', async (t) => {
  const { change, tenant } = await start(3, 2);
  const { tenantId, subscriptionId: id } = tenant;
  await services.db.subscription.update({ where: { id }, data: { pendingQuantity: 1, pendingAt: inDays(1) } });
  await passTime(services.db, { tenantId, milliseconds: days(1) });
  t.like((await listSubscriptions(services, tenant)).subscriptions[0], { quantityPurchased: 2, pendingQuantity: 1 });
  t.like(await change({ quantity: 4, effectiveAt: inDays(2) }), { quantityPurchased: 2, pendingQuantity: 4 });
  t.like((await listSubscriptions(services, tenant)).subscriptions[0], { quantityPurchased: 2, pendingQuantity: 4 });
});

test('an overage cannot be lowered below what is in use, and grants beyond the quantity say so', async (t) => {
  const { change, tenant } = await start(2);
  t.like(await change({ overagePercent: 1 }), { overagePercent: 1, quantityAvailable: 0 });
  const userId = await addMember(services.db, tenant.tenantId);
  await grantSeat(services, { ...tenant, userId });
  t.is(await codeOf(change({ overagePercent: 0 })), 'SEATS_IN_USE');
  t.is(await codeOf(change({ overagePercent: 0, quantity: 3 })), 'done');
  const granted = await services.db.event.findFirst({ where: { type: 'seat.granted', subjectId: userId } });
  t.like(granted?.data, { overage: true });
  t.like(await change({ overagePercent: 0, quantity: 1, onExcess: 'release' }), { quantityAssigned: 1 });
  await assertWhole(t, tenant);
});

test('a trial keeps an end until it is converted', async (t) => {
  const { change, tenant } = await start(1);
  const end = { trial: true, expiresAt: inDays(7) };
  await services.db.subscription.update({ where: { id: tenant.subscriptionId }, data: end });
  t.is(await codeOf(change({ expiresAt: null })), 'VALIDATION_FAILED expiresAt');
  t.like(await change({ expiresAt: inDays(9) }), { trial: true });
  t.like(await change({ trial: false, expiresAt: null }), { trial: false, expiresAt: null });
});
