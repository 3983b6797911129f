import { days } from '@org/identity-testing/pass-time';
import test from 'ava';
import { checkLicense } from '../../src/check/check-license.js';
import { createSubscription } from '../../src/subscriptions/create-subscription.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import {
  addLicensedTenant,
  addMember,
  brokenRules,
  openTestServices,
  type TestServices,
  wait,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const expiresAt = new Date(Date.now() + days(14));

test('a new subscription gives its seats to those who wait, in its transaction', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const users = [];
  for (let index = 0; index < 4; index += 1) users.push(await addMember(services.db, tenant.tenantId));
  for (const userId of users) await wait(services, tenant, userId);
  await services.db.subscription.delete({ where: { id: tenant.subscriptionId } });
  const made = await createSubscription(services, { ...tenant, quantity: 2, overagePercent: 1 });
  t.like(made, { quantityPurchased: 2, quantityAssigned: 3, quantityAvailable: 0, overagePercent: 1, trial: false });
  const seats = await services.db.seat.findMany({ where: { tenantId: tenant.tenantId }, orderBy: { id: 'asc' } });
  t.deepEqual(seats.map(({ userId }) => userId).sort(), users.slice(0, 3).sort());
  t.deepEqual(await brokenRules(services), []);
});

test('of parallel trials of one application one is made, and none after it was converted', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const begin = (more = {}) =>
    createSubscription(services, { ...tenant, quantity: 1, trial: true, expiresAt, ...more });
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => begin()));
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  t.deepEqual([made.length, [...new Set(codes)]], [1, ['TRIAL_USED']]);
  t.like(made[0], { trial: true, expiresAt });
  const subscriptionId = made[0]?.id ?? '';
  await updateSubscription(services, { ...tenant, subscriptionId, changes: { trial: false } });
  await t.throwsAsync(begin(), { code: 'TRIAL_USED' });
  const other = await addLicensedTenant(services.db, 1);
  const { applicationId, licenseTypeId } = other;
  t.true((await begin({ applicationId, licenseTypeId })).trial, 'another application can be tried');
});

test('the limits of a subscription override those of its license type, key by key', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const { subscriptionId, licenseTypeId: id } = tenant;
  const userId = await addMember(services.db, tenant.tenantId);
  const limits = { contacts: 100, projects: 5, '0': Number.MAX_SAFE_INTEGER };
  await services.db.licenseType.update({ where: { id }, data: { limits } });
  t.deepEqual((await checkLicense(services, { ...tenant, userId })).limits, {});
  await services.db.seat.create({ data: { ...seatOf(tenant), userId } });
  t.deepEqual((await checkLicense(services, { ...tenant, userId })).limits, limits);
  const changes = { limits: { contacts: 0, storage: 7 } };
  t.like(await updateSubscription(services, { ...tenant, subscriptionId, changes }), changes);
  t.deepEqual((await checkLicense(services, { ...tenant, userId })).limits, { ...limits, ...changes.limits });
  await updateSubscription(services, { ...tenant, subscriptionId, changes: { limits: {} } });
  t.deepEqual((await checkLicense(services, { ...tenant, userId })).limits, limits);
});

const seatOf = ({ tenantId, applicationId, subscriptionId }: Awaited<ReturnType<typeof addLicensedTenant>>) => ({
  tenantId,
  applicationId,
  subscriptionId,
});
