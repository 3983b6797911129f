import test from 'ava';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { replaceSeat, replaceSeats } from '../../src/seats/replace-seats.js';
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

/** A tenant with seats of two license types of one application. */
async function scene({ basic, pro }: { basic: number; pro: number }) {
  const tenant = await addLicensedTenant(services.db, basic);
  const { tenantId, applicationId } = tenant;
  const type = await services.db.licenseType.create({ data: { applicationId, slug: 'larger', name: 'Larger' } });
  const { id: subscriptionId } = await services.db.subscription.create({
    data: { tenantId, applicationId, licenseTypeId: type.id, quantityPurchased: pro, status: 'ACTIVE' },
  });
  const proTenant: LicensedTenant = { ...tenant, licenseTypeId: type.id, subscriptionId };
  return { tenant, pro: proTenant };
}

const typeOf = async ({ tenantId }: LicensedTenant, userId: string) =>
  (await services.db.seat.findFirst({ where: { tenantId, userId }, include: { subscription: true } }))?.subscription
    .licenseTypeId;
const eventsOf = async ({ tenantId }: LicensedTenant) =>
  (await services.db.event.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })).map(
    ({ type, subjectId, data }) => ({
      type,
      subjectId,
      cause: (data as { cause?: string }).cause,
    }),
  );
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    ({ code }: { code: string }) => code,
  );

test('a seat is replaced by one of another license type, and the first who waits gets the freed one', async (t) => {
  const { tenant, pro } = await scene({ basic: 1, pro: 1 });
  const [ann, bob] = [await addMember(services.db, tenant.tenantId), await addMember(services.db, tenant.tenantId)];
  const before = await grantSeat(services, { ...tenant, userId: ann });
  await wait(services, tenant, bob);
  const seat = await replaceSeat(services, { ...pro, userId: ann });
  t.not(seat.id, before.id);
  t.deepEqual([seat.userId, seat.licenseTypeId, seat.licenseTypeName], [ann, pro.licenseTypeId, 'Larger']);
  t.is(await typeOf(tenant, ann), pro.licenseTypeId);
  t.is(await typeOf(tenant, bob), tenant.licenseTypeId);
  t.deepEqual((await eventsOf(tenant)).slice(1), [
    { type: 'seat.released', subjectId: ann, cause: 'replaced' },
    { type: 'seat.granted', subjectId: ann, cause: undefined },
    { type: 'seat.granted', subjectId: bob, cause: 'waiting_list' },
  ]);
  const periods = await services.db.seatPeriod.findMany({ where: { tenantId: tenant.tenantId, userId: ann } });
  t.deepEqual(periods.map(({ cause }) => cause).sort(), ['replaced', null].sort());
  t.deepEqual(await brokenRules(services), []);
});

test('somebody without a seat just gets one', async (t) => {
  const { tenant, pro } = await scene({ basic: 1, pro: 1 });
  const ann = await addMember(services.db, tenant.tenantId);
  t.is((await replaceSeat(services, { ...pro, userId: ann })).licenseTypeName, 'Larger');
  t.deepEqual(
    (await eventsOf(tenant)).map(({ type }) => type),
    ['seat.granted'],
  );
});

test('without a free seat of the new type nothing changes', async (t) => {
  const { tenant, pro } = await scene({ basic: 2, pro: 1 });
  const [ann, bob] = [await addMember(services.db, tenant.tenantId), await addMember(services.db, tenant.tenantId)];
  await grantSeat(services, { ...pro, userId: bob });
  await grantSeat(services, { ...tenant, userId: ann });
  const before = await eventsOf(tenant);
  t.is(await codeOf(replaceSeat(services, { ...pro, userId: ann })), 'NO_SEATS_AVAILABLE');
  t.is(await typeOf(tenant, ann), tenant.licenseTypeId);
  t.deepEqual(await eventsOf(tenant), before);
});

test('the same type, a leased seat, and somebody who is no active member are refused', async (t) => {
  const { tenant, pro } = await scene({ basic: 2, pro: 2 });
  const [ann, bob] = [await addMember(services.db, tenant.tenantId), await addMember(services.db, tenant.tenantId)];
  await grantSeat(services, { ...tenant, userId: ann });
  await grantSeat(services, { ...tenant, userId: bob });
  await addLease(services.db, tenant, bob, new Date(Date.now() + 60_000));
  t.is(await codeOf(replaceSeat(services, { ...tenant, userId: ann })), 'ALREADY_LICENSED');
  t.is(await codeOf(replaceSeat(services, { ...pro, userId: bob })), 'SEAT_LEASED');
  const suspended = await addMember(services.db, tenant.tenantId, 'SUSPENDED');
  t.is(await codeOf(replaceSeat(services, { ...pro, userId: suspended })), 'USER_NOT_FOUND');
  t.is(await codeOf(replaceSeat(services, { ...pro, userId: 'nobody' })), 'USER_NOT_FOUND');
  t.is(await codeOf(replaceSeat(services, { ...pro, licenseTypeId: 'none', userId: ann })), 'INVALID_LICENSE_TYPE');
  t.is(await typeOf(tenant, bob), tenant.licenseTypeId);
});

test('several are changed, all or none, and those who are refused are named', async (t) => {
  const { tenant, pro } = await scene({ basic: 3, pro: 2 });
  const users = await Promise.all([0, 1, 2].map(() => addMember(services.db, tenant.tenantId)));
  for (const userId of users) await grantSeat(services, { ...tenant, userId });
  const { tenantId, applicationId, licenseTypeId } = pro;
  const input = { principal: userOf(tenantId, users[0] ?? ''), applicationId, licenseTypeId };
  const refused = await replaceSeats(services, { ...input, userIds: users }).catch(
    (error: { code: string; details: unknown }) => error,
  );
  t.like(refused, { code: 'NO_SEATS_AVAILABLE', details: [{ path: users[2], message: 'NO_SEATS_AVAILABLE' }] });
  t.deepEqual(
    await Promise.all(users.map((userId) => typeOf(tenant, userId))),
    users.map(() => tenant.licenseTypeId),
  );
  t.deepEqual(await replaceSeats(services, { ...input, userIds: users.slice(0, 2) }), { granted: 2 });
  t.is(await typeOf(tenant, users[1] ?? ''), licenseTypeId);
  t.deepEqual(await brokenRules(services), []);
});

test('parallel changes of one member leave one seat, and the counts are right', async (t) => {
  const { tenant, pro } = await scene({ basic: 2, pro: 2 });
  const ann = await addMember(services.db, tenant.tenantId);
  await grantSeat(services, { ...tenant, userId: ann });
  const outcomes = await Promise.allSettled(
    [pro, tenant, pro, tenant, pro].map((type) => replaceSeat(services, { ...type, userId: ann })),
  );
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') t.is((outcome.reason as { code: string }).code, 'ALREADY_LICENSED');
  t.is(await services.db.seat.count({ where: { tenantId: tenant.tenantId } }), 1);
  t.deepEqual(await brokenRules(services), []);
});
