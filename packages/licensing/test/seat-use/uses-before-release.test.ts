import { silentLogger } from '@org/identity-core';
import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { checkLicense } from '../../src/check/check-license.js';
import { reclaimSeats } from '../../src/reclaim/reclaim-seats.js';
import { findLeastUsed } from '../../src/reduce/find-least-used.js';
import { createSeatUses } from '../../src/seat-use/seat-uses.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import { addLicensedTenant, addMember, userOf } from '../support/licensed-tenant.js';
import { type MailingServices, openMailingServices } from '../support/mailing-services.js';

let services: MailingServices;
test.before(async () => {
  services = await openMailingServices();
});
test.after.always(() => services?.close());

/** Three users. The first one used the application longest ago, and uses it now: the use is not written yet. */
async function start() {
  const tenant = await addLicensedTenant(services.db, 3);
  const { tenantId } = tenant;
  const users: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const userId = await addMember(services.db, tenantId);
    users.push(userId);
    await grantSeat(services, { ...tenant, userId });
    await passTime(services.db, { tenantId, milliseconds: days(10) });
  }
  const [first = '', second = '', third = ''] = users;
  const use = (of: Partial<MailingServices> = {}) => checkLicense({ ...services, ...of }, { ...tenant, userId: first });
  const holders = async () => {
    const seats = await services.db.seat.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
    return seats.map(({ userId }) => userId);
  };
  const pass = (count: number) => passTime(services.db, { tenantId, milliseconds: days(count) });
  return { tenant, first, second, third, use, holders, pass };
}

test('a downgrade knows the uses that this process has not written yet', async (t) => {
  const { tenant, first, third, use, holders } = await start();
  await use();
  await updateSubscription(services, { ...tenant, changes: { quantity: 2, onExcess: 'release' } });
  t.deepEqual(await holders(), [first, third]);
});

test('a planned downgrade that comes due knows them, too', async (t) => {
  const { tenant, first, second, third, use, holders, pass } = await start();
  const effectiveAt = new Date(Date.now() + days(1));
  await updateSubscription(services, { ...tenant, changes: { quantity: 2, onExcess: 'release', effectiveAt } });
  await pass(1);
  // The check itself finds the plan due. It is a use only of a seat that stays: this user's is the oldest.
  await use();
  t.deepEqual(await holders(), [second, third]);
  await updateSubscription(services, {
    ...tenant,
    changes: { quantity: 1, onExcess: 'release', effectiveAt: new Date(Date.now() + days(1)) },
  });
  await checkLicense(services, { ...tenant, userId: second });
  await pass(1);
  await checkLicense(services, { ...tenant, userId: first });
  t.deepEqual(await holders(), [second]);
});

test('with a plan that releases seats, a use is written at once, so that other processes know it', async (t) => {
  const { tenant, use } = await start();
  const effectiveAt = new Date(Date.now() + days(1));
  await updateSubscription(services, { ...tenant, changes: { quantity: 2, onExcess: 'release', effectiveAt } });
  const uses = createSeatUses();
  await use({ uses });
  await uses.written();
  t.is(await services.db.seat.count({ where: { tenantId: tenant.tenantId, lastUsedAt: { not: null } } }), 1);
});

test('after the mail about an unused seat, a use is written at once', async (t) => {
  const { tenant, use } = await start();
  await services.db.seat.updateMany({ where: { tenantId: tenant.tenantId }, data: { reclaimMailAt: new Date() } });
  const uses = createSeatUses();
  await use({ uses });
  await uses.written();
  t.is(await services.db.seat.count({ where: { tenantId: tenant.tenantId, lastUsedAt: { not: null } } }), 1);
});

test('a seat in use is not reclaimed, and the page of unused seats shows it last', async (t) => {
  const { tenant, first, second, third, use, holders, pass } = await start();
  const { subscriptionId: id, tenantId } = tenant;
  await services.db.subscription.update({ where: { id }, data: { reclaimAfterDays: 5 } });
  await services.db.seat.updateMany({ where: { tenantId }, data: { reclaimMailAt: new Date() } });
  await pass(8);
  // A use that is noted, and whose write did not get through yet.
  const stuck = { pool: { query: () => new Promise(() => {}) }, logger: silentLogger };
  const { id: seatId } = await services.db.seat.findFirstOrThrow({ where: { tenantId, userId: first } });
  createSeatUses().note(stuck as never, seatId);
  const found = await findLeastUsed(services.db, { ...tenant, principal: userOf(tenantId, first), count: 3 });
  t.deepEqual(
    found.seats.map(({ userId }) => userId),
    [second, third, first],
  );
  await reclaimSeats(services);
  t.deepEqual(await holders(), [first]);
  await use();
});
