import { days, passTime } from '@org/identity-testing/pass-time';
import test, { type ExecutionContext } from 'ava';
import { changeSeats } from '../../src/seat-changes/change-seats.js';
import { reserveSeats } from '../../src/seat-changes/reserve-seats.js';
import { settleDue } from '../../src/seat-changes/what-is-due.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import {
  addLicensedTenant,
  addMember,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  remove,
  suspend,
  type TestServices,
  wait as waitFor,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

async function start(quantity: number, people: number) {
  const tenant = await addLicensedTenant(services.db, quantity);
  const users: string[] = [];
  for (let index = 0; index < people; index += 1) users.push(await addMember(services.db, tenant.tenantId));
  return { tenant, users };
}

/** Reserves seats for an invitation, one for each time. */
async function reserve(tenant: LicensedTenant, expiresAt: Date): Promise<void> {
  const { tenantId, applicationId, licenseTypeId } = tenant;
  const email = `${crypto.randomUUID()}@people.test`;
  const secretHash = crypto.getRandomValues(new Uint8Array(32));
  const data = { tenantId, email, normalizedEmail: email, secretHash, expiresInDays: 7, expiresAt };
  const { id: invitationId } = await services.db.invitation.create({ data });
  await changeSeats(services, { tenantId, licenseTypeIds: [licenseTypeId] }, (tx, subscriptions) =>
    reserveSeats(tx, services, {
      actor: { kind: 'system', id: null },
      tenantId,
      subscriptions,
      invitationId,
      expiresAt,
      licenses: [{ applicationId, licenseTypeId }],
    }),
  );
}

const wait = (tenant: LicensedTenant, userId: string) => waitFor(services, tenant, userId);
const soon = () => new Date(Date.now() + 60_000);
const grant = (tenant: LicensedTenant, userId = '') => grantSeat(services, { ...tenant, userId });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

async function holders({ tenantId }: LicensedTenant): Promise<string[]> {
  const seats = await services.db.seat.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  return seats.map(({ userId }) => userId);
}

async function assertWhole(t: ExecutionContext): Promise<void> {
  t.deepEqual(await brokenRules(services), []);
}

test('a freed seat goes to the first who waits, in the transaction that frees it', async (t) => {
  const { tenant, users } = await start(2, 5);
  const [one, two, three, four, five] = users;
  await grant(tenant, one);
  await grant(tenant, two);
  for (const user of [four, three, five]) await wait(tenant, user ?? '');
  await revokeSeat(services, { ...tenant, userId: one ?? '' });
  t.deepEqual(await holders(tenant), [two, four]);
  await suspend(services, tenant.tenantId, two ?? '');
  t.deepEqual(await holders(tenant), [four, three]);
  await updateSubscription(services, { ...tenant, changes: { quantity: 3 } });
  t.deepEqual(await holders(tenant), [four, three, five]);
  const requests = await services.db.licenseRequest.findMany({ where: { tenantId: tenant.tenantId } });
  t.true(requests.every(({ status, decidedAt, waitingNumber }) => status === 'GRANTED' && decidedAt && !waitingNumber));
  const given = await services.db.event.findMany({
    where: { tenantId: tenant.tenantId, type: 'seat.granted', actorKind: 'system' },
    orderBy: { id: 'asc' },
  });
  t.deepEqual(
    given.map(({ subjectId, data }) => [subjectId, (data as { cause: string }).cause]),
    [four, three, five].map((user) => [user, 'waiting_list']),
  );
  await assertWhole(t);
});

test('who leaves the tenant leaves the list, and the next one gets the seat', async (t) => {
  const { tenant, users } = await start(1, 3);
  const [one, two, three] = users;
  await grant(tenant, one);
  for (const user of [two, three]) await wait(tenant, user ?? '');
  await remove(services, tenant.tenantId, two ?? '');
  await revokeSeat(services, { ...tenant, userId: one ?? '' });
  t.deepEqual(await holders(tenant), [three]);
  const where = { tenantId: tenant.tenantId, type: 'license_request.withdrawn', subjectId: two ?? '' };
  t.is(await services.db.event.count({ where }), 1);
});

test('a reserved seat cannot be granted, and is free at the moment the reservation ends, first for those who wait', async (t) => {
  const { tenant, users } = await start(1, 2);
  const [one, two] = users;
  await reserve(tenant, soon());
  t.is(await codeOf(grant(tenant, one)), 'NO_SEATS_AVAILABLE');
  t.is(await codeOf(reserve(tenant, soon())), 'NO_SEATS_AVAILABLE');
  t.is(await codeOf(updateSubscription(services, { ...tenant, changes: { quantity: 1 } })), 'done');
  await wait(tenant, two ?? '');
  // No job runs: the time alone frees the seat.
  const { tenantId } = tenant;
  await passTime(services.db, { tenantId, milliseconds: 60_000 });
  t.is(await codeOf(grant(tenant, one)), 'NO_SEATS_AVAILABLE');
  t.deepEqual(await holders(tenant), [two]);
  await assertWhole(t);
});

test('plain SQL cannot reserve or grant more than is allowed', async (t) => {
  const { tenant, users } = await start(1, 2);
  await grant(tenant, users[0]);
  await t.throwsAsync(
    services.pool.query(
      `INSERT INTO identity.seat_reservations (id, subscription_id, tenant_id, application_id, expires_at)
       VALUES (gen_random_uuid(), $1, $2, $3, now() + interval '1 day')`,
      [tenant.subscriptionId, tenant.tenantId, tenant.applicationId],
    ),
    { message: /subscriptions_seats_within_quantity/u },
  );
  await t.throwsAsync(
    services.pool.query(
      'UPDATE identity.subscriptions SET quantity_reserved = 0, quantity_assigned = 0 WHERE id = $1',
      [tenant.subscriptionId],
    ),
    { message: /cannot be set/u },
  );
});

test('an overage allows at least one seat more, and its event says so', async (t) => {
  const { tenant, users } = await start(2, 4);
  await services.db.subscription.update({ where: { id: tenant.subscriptionId }, data: { overagePercent: 10 } });
  for (const user of users.slice(0, 3)) await grant(tenant, user);
  t.is(await codeOf(grant(tenant, users[3])), 'NO_SEATS_AVAILABLE');
  const events = await services.db.event.findMany({
    where: { tenantId: tenant.tenantId, type: 'seat.granted' },
    orderBy: { id: 'asc' },
  });
  t.deepEqual(
    events.map(({ data }) => (data as { overage?: boolean }).overage),
    [undefined, undefined, true],
  );
});

test('a planned quantity takes seats away at its time: the named users first, then those who have not used theirs', async (t) => {
  const { tenant, users } = await start(4, 4);
  const [one, two, three, four] = users;
  for (const user of users) await grant(tenant, user);
  const { tenantId, subscriptionId: id } = tenant;
  const used = (userId = '', lastUsedAt: Date) =>
    services.db.seat.updateMany({ where: { tenantId, userId }, data: { lastUsedAt } });
  await used(one, new Date(Date.now() + 1_000));
  await used(two, new Date(Date.now() + 2_000));
  const pendingAt = new Date(Date.now() - 60_000);
  const plan = { pendingQuantity: 2, pendingAt, pendingRelease: true, pendingUsers: [two ?? ''] };
  await services.db.subscription.update({ where: { id }, data: plan });
  // The next grant feels it.
  t.is(await codeOf(grant(tenant, await addMember(services.db, tenantId))), 'NO_SEATS_AVAILABLE');
  t.deepEqual((await holders(tenant)).sort(), [one, four].sort());
  const ended = await services.db.seatPeriod.findMany({ where: { tenantId, endedAt: { not: null } } });
  t.deepEqual(
    ended.map(({ userId, cause }) => [userId, cause]).sort(),
    [two, three].map((user) => [user, 'downgrade']).sort(),
  );
  t.like(await services.db.subscription.findUnique({ where: { id } }), { quantityPurchased: 2, pendingQuantity: null });
  const terms = await services.db.subscriptionTerm.findMany({
    where: { subscriptionId: id },
    orderBy: { quantity: 'desc' },
  });
  t.deepEqual(
    terms.map(({ quantity, endedAt }) => [quantity, endedAt !== null]),
    [
      [4, true],
      [2, false],
    ],
  );
  await assertWhole(t);
});

test('a planned quantity that may take no seats away waits until they are free, before those who wait', async (t) => {
  const { tenant, users } = await start(3, 4);
  const [one = '', two = '', three = '', four = ''] = users;
  for (const user of [one, two, three]) await grant(tenant, user);
  await wait(tenant, four);
  const { subscriptionId: id, tenantId } = tenant;
  const pendingAt = new Date(Date.now() + 60_000);
  await services.db.subscription.update({ where: { id }, data: { pendingQuantity: 1, pendingAt } });
  await passTime(services.db, { tenantId, milliseconds: days(2) });
  const quantity = async () => (await services.db.subscription.findUnique({ where: { id } }))?.quantityPurchased;
  await revokeSeat(services, { ...tenant, userId: one });
  t.is(await quantity(), 2);
  await revokeSeat(services, { ...tenant, userId: two });
  t.is(await quantity(), 1);
  t.is(await codeOf(grant(tenant, one)), 'NO_SEATS_AVAILABLE');
  t.deepEqual(await holders(tenant), [three]);
  // While more seats were held than planned, the tenant owned them. What was true of that time stays true.
  const terms = await services.db.subscriptionTerm.findMany({
    where: { subscriptionId: id },
    orderBy: { startedAt: 'asc' },
  });
  t.deepEqual(
    terms.map((term) => term.quantity),
    [3, 2, 1],
  );
  t.true((terms[1]?.startedAt.getTime() ?? 0) > Date.now() - days(1));
});

test('a planned quantity takes the seat of a lease away when the lease ends, and not because of an ended reservation', async (t) => {
  const { tenant, users } = await start(4, 3);
  const [one = '', two = ''] = users;
  const { tenantId, applicationId, subscriptionId } = tenant;
  const seat = await grant(tenant, one);
  await grant(tenant, two);
  await grant(tenant, users[2]);
  await reserve(tenant, new Date(Date.now() + days(1)));
  const lease = {
    seatId: seat.id,
    subscriptionId,
    tenantId,
    applicationId,
    userId: one,
    expiresAt: new Date(Date.now() + days(9)),
  };
  await services.db.seatLease.create({ data: lease });
  const plan = {
    pendingQuantity: 1,
    pendingAt: new Date(Date.now() + days(3)),
    pendingRelease: true,
    pendingUsers: [one],
  };
  await services.db.subscription.update({ where: { id: subscriptionId }, data: { ...plan, pendingQuantity: 3 } });
  await passTime(services.db, { tenantId, milliseconds: days(4) });
  await settleDue(services, { tenantId });
  t.is((await holders(tenant)).length, 3, 'the reservation had ended before');
  plan.pendingAt = new Date(Date.now() + days(1));
  await services.db.subscription.update({
    where: { id: subscriptionId },
    data: { ...plan, pendingUsers: [one, two, users[2] ?? ''] },
  });
  await passTime(services.db, { tenantId, milliseconds: days(2) });
  await settleDue(services, { tenantId });
  t.deepEqual(await holders(tenant), [one]);
  await assertWhole(t);
});

test('a leased seat cannot be revoked; if its user leaves, it stays counted until the lease ends', async (t) => {
  const { tenant, users } = await start(1, 2);
  const [one, two] = users;
  const seat = await grant(tenant, one);
  const { tenantId, applicationId, subscriptionId } = tenant;
  const lease = { seatId: seat.id, subscriptionId, tenantId, applicationId, userId: one ?? '', expiresAt: soon() };
  await services.db.seatLease.create({ data: lease });
  t.is(await codeOf(revokeSeat(services, { ...tenant, userId: one ?? '' })), 'SEAT_LEASED');
  await remove(services, tenantId, one ?? '');
  t.deepEqual(await holders(tenant), []);
  t.is(await codeOf(grant(tenant, two)), 'NO_SEATS_AVAILABLE');
  await passTime(services.db, { tenantId, milliseconds: 60_000 });
  t.is(await codeOf(grant(tenant, two)), 'done');
});

test('each seat has its period, which nobody can change', async (t) => {
  const { tenant, users } = await start(1, 1);
  const [userId = ''] = users;
  const { id } = await grant(tenant, userId);
  t.like(await services.db.seatPeriod.findUnique({ where: { id } }), { userId, endedAt: null, cause: null });
  await revokeSeat(services, { ...tenant, userId });
  const period = await services.db.seatPeriod.findUnique({ where: { id } });
  t.is(period?.cause, 'revoked');
  t.true((period?.endedAt ?? 0) >= (period?.startedAt ?? 1));
  for (const sql of [
    'UPDATE identity.seat_periods SET ended_at = NULL WHERE id = $1',
    'DELETE FROM identity.seat_periods WHERE id = $1',
  ])
    await t.throwsAsync(services.pool.query(sql, [id]), { message: /cannot be changed/u });
});
