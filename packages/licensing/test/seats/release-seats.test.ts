import test from 'ava';
import { grantSeat } from '../../src/seats/grant-seat.js';
import {
  addLicensedTenant,
  addMember,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  suspend,
  type TestServices,
  wait,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

/** A member with a seat, who also waits for a second application, and a member who waits for that seat. */
async function start() {
  const tenant = await addLicensedTenant(services.db, 1);
  const { tenantId } = tenant;
  const { id: applicationId } = await services.db.application.create({ data: { name: `other-${tenantId}` } });
  const type = await services.db.licenseType.create({
    data: { applicationId, slug: 'pro', name: 'Pro', features: [] },
  });
  const [holder, waiter] = [await addMember(services.db, tenantId), await addMember(services.db, tenantId)];
  await grantSeat(services, { ...tenant, userId: holder });
  await wait(services, tenant, waiter);
  await wait(services, { tenantId, applicationId, licenseTypeId: type.id }, holder);
  return { tenant, holder, waiter };
}

const holdersOf = async ({ subscriptionId }: LicensedTenant) =>
  (await services.db.seat.findMany({ where: { subscriptionId } })).map(({ userId }) => userId);
const openRequestsOf = (userId: string) =>
  services.db.licenseRequest.count({ where: { userId, status: { in: ['PENDING', 'WAITING'] } } });
const eventsAbout = async (subjectId: string) =>
  (await services.db.event.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(({ type }) => type);
const causeOf = async (userId: string) => (await services.db.seatPeriod.findFirstOrThrow({ where: { userId } })).cause;

test.serial('a suspension by the server leaves nothing for the trigger to release', async (t) => {
  const trigger = (change: 'DISABLE' | 'ENABLE') =>
    services.pool.query(`ALTER TABLE identity.memberships ${change} TRIGGER memberships_release_seats`);
  const { tenant, holder, waiter } = await start();
  await trigger('DISABLE');
  t.teardown(() => trigger('ENABLE'));
  await suspend(services, tenant.tenantId, holder);
  t.deepEqual(await holdersOf(tenant), [waiter]);
  t.is(await openRequestsOf(holder), 0);
  t.is(await causeOf(holder), 'member.suspended');
  t.deepEqual((await eventsAbout(holder)).slice(1).toSorted(), [
    'license_request.withdrawn',
    'member.suspended',
    'seat.revoked',
  ]);
  t.deepEqual(await brokenRules(services), []);
});

test.serial('a suspension without an event takes the seats and requests as well, but tells nobody', async (t) => {
  const { tenant, holder } = await start();
  await services.pool.query("UPDATE identity.memberships SET status = 'SUSPENDED' WHERE user_id = $1", [holder]);
  t.deepEqual(await holdersOf(tenant), []);
  t.is(await openRequestsOf(holder), 0);
  t.is(await causeOf(holder), 'deleted');
  t.deepEqual(await eventsAbout(holder), ['seat.granted']);
  t.deepEqual(await brokenRules(services), []);
});
