import test from 'ava';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { grantSeats } from '../../src/seats/grant-seats.js';
import { revokeSeats } from '../../src/seats/revoke-seats.js';
import {
  addLicensedTenant,
  addMember,
  addSubscription,
  brokenRules,
  openTestServices,
  type TestServices,
  userOf,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

async function scene(quantity: number, people: number) {
  const tenant = await addLicensedTenant(services.db, quantity);
  const userIds: string[] = [];
  for (let index = 0; index < people; index += 1) userIds.push(await addMember(services.db, tenant.tenantId));
  const { tenantId, applicationId, licenseTypeId } = tenant;
  const principal = userOf(tenantId, userIds[0] ?? '');
  return { tenant, userIds, input: { principal, applicationId, licenseTypeId, userIds } };
}
const seatsOf = (tenantId: string) => services.db.seat.count({ where: { tenantId } });
const eventsOf = (tenantId: string, type: 'seat.granted' | 'seat.revoked') =>
  services.db.event.findMany({ where: { tenantId, type }, orderBy: { id: 'asc' } });
const refusalOf = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (refused: { code: string; details: { path: string; message: string }[] }) => refused,
  );
  return error && { code: error.code, details: error.details };
};

test('seats are granted to several members at once, from several subscriptions, with an event for each', async (t) => {
  const { tenant, userIds, input } = await scene(2, 4);
  const second = await addSubscription(services.db, tenant, 2);
  t.deepEqual(await grantSeats(services, input), { granted: 4 });
  const seats = await services.db.seat.findMany({ where: { tenantId: tenant.tenantId } });
  t.is(seats.filter(({ subscriptionId }) => subscriptionId === second).length, 2);
  const events = await eventsOf(tenant.tenantId, 'seat.granted');
  t.deepEqual(events.map(({ subjectId }) => subjectId).sort(), [...userIds].sort());
  t.deepEqual(await brokenRules(services), []);
});

test('if one of them cannot get a seat, nobody does, and everybody who is refused is named with the reason', async (t) => {
  const { tenant, userIds, input } = await scene(3, 4);
  const [holder = '', ...others] = userIds;
  await grantSeat(services, { ...tenant, userId: holder });
  const suspended = await addMember(services.db, tenant.tenantId, 'SUSPENDED');
  const stranger = await addMember(services.db, (await addLicensedTenant(services.db, 1)).tenantId);
  const refused = await refusalOf(
    grantSeats(services, { ...input, userIds: [holder, suspended, stranger, ...others] }),
  );
  t.deepEqual(refused, {
    code: 'ALREADY_LICENSED',
    details: [
      { path: holder, message: 'ALREADY_LICENSED' },
      { path: suspended, message: 'USER_NOT_FOUND' },
      { path: stranger, message: 'USER_NOT_FOUND' },
      { path: others[2] ?? '', message: 'NO_SEATS_AVAILABLE' },
    ],
  });
  t.is(await seatsOf(tenant.tenantId), 1);
  t.is((await eventsOf(tenant.tenantId, 'seat.granted')).length, 1);
});

test('parallel grants to many never exceed the seats that were bought', async (t) => {
  const { tenant, userIds, input } = await scene(5, 12);
  const groups = [0, 3, 6, 9].map((start) => userIds.slice(start, start + 3));
  const outcomes = await Promise.allSettled(groups.map((group) => grantSeats(services, { ...input, userIds: group })));
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  t.is(await seatsOf(tenant.tenantId), 3);
  t.deepEqual(await brokenRules(services), []);
});

test('parallel grants and revocations of the same people never deadlock and leave correct counts', async (t) => {
  const { userIds, input } = await scene(20, 6);
  const reversed = [...userIds].reverse();
  const calls = Array.from({ length: 12 }, (_, index) => ({ ...input, userIds: index % 2 === 0 ? userIds : reversed }));
  const outcomes = await Promise.allSettled(
    calls.map((call, index) => (index % 3 === 0 ? revokeSeats(services, call) : grantSeats(services, call))),
  );
  const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'));
  t.deepEqual(
    codes.filter((code) => !['done', 'ALREADY_LICENSED', 'LICENSE_NOT_FOUND'].includes(code)),
    [],
  );
  t.deepEqual(await brokenRules(services), []);
});

test('seats are taken back from all or from nobody', async (t) => {
  const { tenant, userIds, input } = await scene(3, 3);
  await grantSeats(services, { ...input, userIds: userIds.slice(0, 2) });
  const refused = await refusalOf(revokeSeats(services, input));
  t.deepEqual(refused, {
    code: 'LICENSE_NOT_FOUND',
    details: [{ path: userIds[2] ?? '', message: 'LICENSE_NOT_FOUND' }],
  });
  t.is(await seatsOf(tenant.tenantId), 2);
  const some = userIds.slice(0, 2);
  t.deepEqual(await revokeSeats(services, { ...input, userIds: [...some, ...some.map((id) => id.toUpperCase())] }), {
    revoked: 2,
  });
  t.is(await seatsOf(tenant.tenantId), 0);
  t.is((await eventsOf(tenant.tenantId, 'seat.revoked')).length, 2);
});

test('nobody, too many, what is no id, and what belongs to another application are refused', async (t) => {
  const { input } = await scene(1, 1);
  const many = Array.from({ length: 201 }, () => crypto.randomUUID());
  for (const change of [grantSeats, revokeSeats]) {
    const attempt = (changes: Partial<typeof input>) => change(services, { ...input, ...changes });
    t.like(await t.throwsAsync(attempt({ userIds: [] })), { code: 'VALIDATION_FAILED', reason: 'NONE_CHOSEN' });
    t.like(await t.throwsAsync(attempt({ userIds: many })), { code: 'VALIDATION_FAILED', reason: 'TOO_MANY_CHOSEN' });
    await t.throwsAsync(attempt({ userIds: ["'; DROP"] }), { code: 'USER_NOT_FOUND' });
    await t.throwsAsync(attempt({ applicationId: crypto.randomUUID() }), { code: 'INVALID_APPLICATION_ID' });
  }
  const other = await addLicensedTenant(services.db, 1);
  const { licenseTypeId } = other;
  await t.throwsAsync(grantSeats(services, { ...input, licenseTypeId }), { code: 'INVALID_LICENSE_TYPE' });
  await t.throwsAsync(grantSeats(services, { ...input, licenseTypeId: 'pro' }), { code: 'INVALID_LICENSE_TYPE' });
});

test('only those who manage the tenant grant and take back', async (t) => {
  const { tenant, userIds, input } = await scene(2, 2);
  const member = userOf(tenant.tenantId, userIds[0] ?? '', { role: 'member' });
  const other = userOf((await addLicensedTenant(services.db, 1)).tenantId, userIds[0] ?? '');
  await t.throwsAsync(grantSeats(services, { ...input, principal: member }), { code: 'FORBIDDEN' });
  await t.throwsAsync(grantSeats(services, { ...input, principal: other }), { code: 'USER_NOT_FOUND' });
  await grantSeats(services, { ...input, principal: { ...member, superAdmin: true } });
  await t.throwsAsync(revokeSeats(services, { ...input, principal: member }), { code: 'FORBIDDEN' });
  await t.throwsAsync(revokeSeats(services, { ...input, principal: other }), { code: 'LICENSE_NOT_FOUND' });
  t.is(await seatsOf(tenant.tenantId), 2);
});
