import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { exportPeriods } from '../../src/history/export-periods.js';
import { listPeriods } from '../../src/history/list-periods.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import {
  addLicensedTenant,
  addMember,
  openTestServices,
  suspend,
  type TestServices,
  userOf,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const firstPage = { page: 1, limit: 20 };
const before = (count: number) => new Date(Date.now() - days(count));

/** Ten days ago two users got a seat; five days ago one of them lost it. */
async function tenDays() {
  const tenant = await addLicensedTenant(services.db, 5);
  const { tenantId } = tenant;
  const one = await addMember(services.db, tenantId);
  const two = await addMember(services.db, tenantId);
  for (const userId of [one, two]) await grantSeat(services, { ...tenant, userId });
  await passTime(services.db, { tenantId, milliseconds: days(5) });
  await revokeSeat(services, { ...tenant, userId: one });
  await passTime(services.db, { tenantId, milliseconds: days(5) });
  return { tenant, one, two };
}

test('a period has its beginning, its end and its cause; the newest seat comes first', async (t) => {
  const { tenant, one, two } = await tenDays();
  const { applicationId, licenseTypeId } = tenant;
  const { periods, pagination } = await listPeriods(services, { ...tenant, ...firstPage });
  t.deepEqual(
    periods.map(({ userId, cause, to }) => [userId, cause, to === null]),
    [
      [two, null, true],
      [one, 'revoked', false],
    ],
  );
  t.like(periods[1], { applicationId, licenseTypeId });
  t.true(Math.abs((periods[1]?.from.getTime() ?? 0) - before(10).getTime()) < 60_000);
  t.true(Math.abs((periods[1]?.to?.getTime() ?? 0) - before(5).getTime()) < 60_000);
  t.deepEqual(pagination, { page: 1, limit: 20, total: 2, pages: 1 });
});

test('`at` says who held a seat at that moment', async (t) => {
  const { tenant, one, two } = await tenDays();
  const heldAt = async (at: Date) =>
    (await listPeriods(services, { ...tenant, ...firstPage, at })).periods.map(({ userId }) => userId);
  t.deepEqual(await heldAt(before(11)), []);
  t.deepEqual(await heldAt(before(7)), [two, one]);
  t.deepEqual(await heldAt(before(1)), [two]);
  // The first moment counts, the last one does not.
  const [period] = (await listPeriods(services, { ...tenant, ...firstPage, userId: one })).periods;
  t.deepEqual(await heldAt(period?.from ?? new Date()), [one]);
  t.deepEqual(await heldAt(period?.to ?? new Date()), [two]);
});

test('filters and pages', async (t) => {
  const { tenant, one, two } = await tenDays();
  const list = async (filter: object) => {
    const { periods, pagination } = await listPeriods(services, { ...tenant, ...firstPage, ...filter });
    return [periods.map(({ userId }) => userId), pagination.total, pagination.pages];
  };
  const everything = { applicationId: undefined };
  t.deepEqual(await list({ ...everything, userId: one.toUpperCase() }), [[one], 1, 1]);
  t.deepEqual(await list({ ...everything, userId: 'nobody' }), [[], 0, 0]);
  t.deepEqual(await list({ applicationId: tenant.tenantId }), [[], 0, 0]);
  t.deepEqual(await list({ ...everything, limit: 1 }), [[two], 2, 2]);
  t.deepEqual(await list({ ...everything, limit: 1, page: 2 }), [[one], 2, 2]);
  t.deepEqual(await list({ ...everything, limit: 1, page: 3 }), [[], 2, 2]);
});

test('a planned quantity that is due has ended its periods when somebody looks', async (t) => {
  const { tenant, two } = await tenDays();
  const plan = { pendingQuantity: 1, pendingAt: new Date(Date.now() + days(1)), pendingRelease: true };
  const three = await addMember(services.db, tenant.tenantId);
  await grantSeat(services, { ...tenant, userId: three });
  await services.db.seat.updateMany({ where: { userId: three }, data: { lastUsedAt: new Date() } });
  await services.db.subscription.update({ where: { id: tenant.subscriptionId }, data: plan });
  await passTime(services.db, { tenantId: tenant.tenantId, milliseconds: days(3) });
  const { pendingAt } = await services.db.subscription.findUniqueOrThrow({ where: { id: tenant.subscriptionId } });
  const { periods } = await listPeriods(services, { ...tenant, ...firstPage, userId: two });
  t.deepEqual([periods[0]?.to, periods[0]?.cause], [pendingAt, 'downgrade']);
});

test('what a plan could not do at its time does not change the past', async (t) => {
  const tenant = await addLicensedTenant(services.db, 2);
  const { tenantId, subscriptionId: id } = tenant;
  const [one, two] = [await addMember(services.db, tenantId), await addMember(services.db, tenantId)];
  for (const userId of [one, two]) await grantSeat(services, { ...tenant, userId });
  const pendingAt = new Date(Date.now() + days(5));
  await services.db.subscription.update({ where: { id }, data: { pendingQuantity: 1, pendingAt } });
  await passTime(services.db, { tenantId, milliseconds: days(10) });
  // Two seats are in use, so two stay bought.
  await listPeriods(services, { ...tenant, ...firstPage });
  await suspend(services, tenantId, one);
  const terms = await services.db.subscriptionTerm.findMany({
    where: { subscriptionId: id },
    orderBy: { quantity: 'desc' },
  });
  t.deepEqual(
    terms.map(({ quantity }) => quantity),
    [2, 1],
  );
  t.true((terms[0]?.endedAt ?? before(9)) > before(1), 'the lower quantity begins when the seat became free');
});

test('an export has the periods that overlap the range, and only those', async (t) => {
  const { tenant, one, two } = await tenDays();
  const all = async (range: { from?: Date; to?: Date }) => {
    const found: string[] = [];
    for await (const page of await exportPeriods(services, { ...tenant, ...range }))
      found.push(...page.map(({ userId }) => userId));
    return found;
  };
  t.deepEqual(await all({}), [two, one]);
  t.deepEqual(await all({ from: before(4) }), [two]);
  t.deepEqual(await all({ from: before(6), to: before(4) }), [two, one]);
  t.deepEqual(await all({ to: before(11) }), []);
});

test('managers and machines may look; for others the tenant does not exist', async (t) => {
  const { tenant, one, two } = await tenDays();
  const { tenantId } = tenant;
  const elsewhere = await addLicensedTenant(services.db, 1);
  const stranger = await addMember(services.db, elsewhere.tenantId);
  const { db } = services;
  await db.membership.update({ where: { tenantId_userId: { tenantId, userId: one } }, data: { role: 'admin' } });
  const codeOf = (principal: Parameters<typeof listPeriods>[1]['principal']) =>
    listPeriods(services, { tenantId, principal, ...firstPage }).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );
  t.is(await codeOf(userOf(tenantId, one)), 'done');
  t.is(await codeOf(userOf(elsewhere.tenantId, one)), 'done', 'with a token of another tenant too');
  t.is(await codeOf(userOf(tenantId, two)), 'FORBIDDEN', 'what the token says about the role does not count');
  t.is(await codeOf(userOf(tenantId, stranger)), 'TENANT_NOT_FOUND');
  t.is(await codeOf(userOf(tenantId, stranger, { superAdmin: true })), 'done');
  t.is(await codeOf({ ...tenant.principal, tenantId: null }), 'done');
  t.is(await codeOf(elsewhere.principal), 'TENANT_NOT_FOUND');
  await suspend(services, tenantId, one);
  t.is(await codeOf(userOf(tenantId, one)), 'TENANT_NOT_FOUND');
  await db.tenant.update({ where: { id: tenantId }, data: { mfaPolicy: 'REQUIRED' } });
  t.is(await codeOf(userOf(tenantId, stranger, { superAdmin: true })), 'SECOND_FACTOR_REQUIRED');
  t.is(await codeOf(tenant.principal), 'done');
});

test('an export checks the right for each page: who stops being a manager gets no further rows', async (t) => {
  const { tenant } = await tenDays();
  const { tenantId, applicationId, licenseTypeId, subscriptionId } = tenant;
  const userId = await addMember(services.db, tenantId);
  const membership = { tenantId_userId: { tenantId, userId } };
  await services.db.membership.update({ where: membership, data: { role: 'admin' } });
  await services.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`
      INSERT INTO identity.seat_periods
        (id, tenant_id, application_id, license_type_id, subscription_id, user_id, started_at, ended_at, cause)
      SELECT gen_random_uuid(), ${tenantId}::uuid, ${applicationId}::uuid, ${licenseTypeId}::uuid,
             ${subscriptionId}::uuid, ${userId}::uuid, now() - interval '2 days', now() - interval '1 day', 'revoked'
      FROM generate_series(1, 2500)`;
  });
  const pages = await exportPeriods(services, { tenantId, principal: userOf(tenantId, userId) });
  t.is((await pages.next()).value?.length, 1_000);
  await services.db.membership.update({ where: membership, data: { role: 'member' } });
  await t.throwsAsync(pages.next(), { code: 'FORBIDDEN' });
});
