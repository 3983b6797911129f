import test from 'ava';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { summarizeSeats } from '../../src/subscriptions/summarize-seats.js';
import {
  addLicensedTenant,
  addMember,
  addSubscription,
  openTestServices,
  type TestServices,
  userOf,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

test('seats are summed up by application and license type; only active subscriptions count', async (t) => {
  const { db } = services;
  const tenant = await addLicensedTenant(db, 3);
  const { tenantId, applicationId } = tenant;
  const userId = await addMember(db, tenantId);
  await grantSeat(services, { ...tenant, userId });
  await addSubscription(db, tenant, 10, { expiresAt: new Date(Date.now() - 1_000) });
  const basic = await db.licenseType.create({ data: { applicationId, slug: 'basic', name: 'Basic' } });
  await addSubscription(db, { tenantId, applicationId, licenseTypeId: basic.id }, 5);
  const [application, ...more] = await summarizeSeats(services, { principal: userOf(tenantId, userId) });
  t.like(application, { id: applicationId, bought: 8, held: 1, reserved: 0, free: 7 });
  t.deepEqual(
    application?.licenseTypes.map(({ name, bought, held, free, subscriptions }) => [
      name,
      bought,
      held,
      free,
      subscriptions.map(({ status }) => status),
    ]),
    [
      ['Pro', 3, 1, 2, ['ACTIVE', 'EXPIRED']],
      ['Basic', 5, 0, 5, ['ACTIVE']],
    ],
  );
  t.deepEqual(more, []);
});

test('the totals are for those who manage the tenant', async (t) => {
  const { tenantId, principal } = await addLicensedTenant(services.db, 1);
  const member = userOf(tenantId, crypto.randomUUID(), { role: 'member' });
  await t.throwsAsync(summarizeSeats(services, { principal: member }), { code: 'FORBIDDEN' });
  await t.throwsAsync(summarizeSeats(services, { principal }), { code: 'FORBIDDEN' });
  t.is((await summarizeSeats(services, { principal: { ...member, superAdmin: true } })).length, 1);
});
