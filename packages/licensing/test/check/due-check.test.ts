import { inOneTransaction } from '@org/identity-prisma';
import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { checkLicense } from '../../src/check/check-license.js';
import { licenseClaims } from '../../src/check/license-claims.js';
import { settleDue } from '../../src/seat-changes/what-is-due.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import {
  addLease,
  addLicensedTenant,
  addMember,
  openTestServices,
  type TestServices,
  wait,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const inDays = (count: number) => new Date(Date.now() + days(count));

async function start(held: number) {
  const tenant = await addLicensedTenant(services.db, held);
  const users: string[] = [];
  for (let index = 0; index < held; index += 1) {
    users.push(await addMember(services.db, tenant.tenantId));
    await grantSeat(services, { ...tenant, userId: users[index] ?? '' });
  }
  const reasonOf = async (userId = '') => (await checkLicense(services, { ...tenant, userId })).reason;
  const pass = (count: number) => passTime(services.db, { tenantId: tenant.tenantId, milliseconds: days(count) });
  const plan = (quantity: number, release: string[]) =>
    updateSubscription(services, {
      ...tenant,
      changes: { quantity, onExcess: 'release', release, effectiveAt: inDays(1) },
    });
  return { tenant, users, reasonOf, pass, plan };
}

test('checks of many users at the time of a plan all agree, and it takes effect once', async (t) => {
  const { tenant, users, reasonOf, pass, plan } = await start(6);
  await plan(2, users.slice(0, 4));
  await pass(1);
  const reasons = await Promise.all([...users, ...users, ...users].map(reasonOf));
  const expected = users.map((_, index) => (index < 4 ? 'NO_SEAT' : 'LICENSED'));
  t.deepEqual(reasons, [...expected, ...expected, ...expected]);
  const where = { tenantId: tenant.tenantId, type: 'subscription.updated', actorKind: 'system' } as const;
  t.is(await services.db.event.count({ where }), 1);
});

test('a seat whose reservation has expired reaches the first who waits with the check of anybody without one', async (t) => {
  const { tenant, reasonOf, pass } = await start(1);
  const { tenantId, applicationId, subscriptionId } = tenant;
  await services.db.seat.deleteMany({ where: { tenantId } });
  const reservation = { tenantId, applicationId, subscriptionId, expiresAt: inDays(1) };
  await services.db.seatReservation.create({ data: reservation });
  const [first, second] = [await addMember(services.db, tenantId), await addMember(services.db, tenantId)];
  for (const userId of [first, second]) await wait(services, tenant, userId);
  t.is(await reasonOf(second), 'WAITING');
  await pass(1);
  t.is(await reasonOf(second), 'WAITING');
  t.is(await services.db.seat.count({ where: { tenantId, userId: first } }), 1);
  t.is(await reasonOf(first), 'LICENSED');
});

test('a token with license claims after the time of a plan has no license any more', async (t) => {
  const { tenant, users, pass, plan } = await start(2);
  const { tenantId, applicationId } = tenant;
  const [userId = ''] = users;
  const clientId = crypto.randomUUID();
  const client = { id: clientId, name: 'App', type: 'SPA', applicationId, licenseClaims: true } as const;
  await services.db.client.create({ data: client });
  const subject = {
    kind: 'user',
    secondFactor: false,
    userId,
    tenantId,
    clientFields: { licenseClaims: true },
    clientId,
  } as const;
  await plan(1, [userId]);
  t.like(await licenseClaims(services).of(subject), { license: 'pro' });
  await pass(1);
  t.deepEqual(await licenseClaims(services).of(subject), { license: null, features: [], limits: {} });
});

test('a plan that has to wait for a lease takes no lock at each check', async (t) => {
  const { tenant, users, reasonOf, pass, plan } = await start(2);
  for (const userId of users) await addLease(services.db, tenant, userId, inDays(5));
  await plan(1, []);
  await pass(1);
  t.is(await reasonOf(users[0]), 'LICENSED');
  const client = await services.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM identity.subscriptions WHERE id = $1 FOR NO KEY UPDATE', [tenant.subscriptionId]);
    // It would wait for the lock.
    t.is(await reasonOf(users[1]), 'LICENSED');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  await pass(5);
  t.is((await Promise.all(users.map(reasonOf))).filter((reason) => reason === 'LICENSED').length, 1);
});

test('a reader does not rely on what a rehearsal settles, because that is rolled back', async (t) => {
  const { tenant, users, pass, plan } = await start(2);
  const { tenantId } = tenant;
  await plan(1, users.slice(0, 1));
  await pass(1);
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const rehearsed = inOneTransaction(
    services.db,
    () => {
      const settled = settleDue(services, { tenantId });
      begin();
      return settled;
    },
    () => false,
  );
  const reader = begun.then(() => settleDue(services, { tenantId }));
  t.false((await rehearsed).kept);
  t.true(await reader);
  t.is(await services.db.seat.count({ where: { tenantId } }), 1);
});

test('a rehearsal does not wait for a reader that waits for its locks', async (t) => {
  const { tenant, users, pass, plan } = await start(2);
  const { tenantId, subscriptionId } = tenant;
  await plan(1, users.slice(0, 1));
  await pass(1);
  let lock = () => {};
  const locked = new Promise<void>((resolve) => {
    lock = resolve;
  });
  let read = () => {};
  const reading = new Promise<void>((resolve) => {
    read = resolve;
  });
  const rehearsed = inOneTransaction(
    services.db,
    async () => {
      await services.db.$transaction(
        (tx) => tx.$queryRaw`SELECT 1 FROM identity.subscriptions WHERE id = ${subscriptionId}::uuid FOR UPDATE`,
      );
      lock();
      await reading;
      return settleDue(services, { tenantId });
    },
    () => false,
  );
  const reader = locked.then(() => {
    const settled = settleDue(services, { tenantId });
    read();
    return settled;
  });
  t.deepEqual([(await rehearsed).result, await reader], [true, true]);
});
