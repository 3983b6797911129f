import { passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { listOwnLicenses } from '../../src/own-licenses/list-own-licenses.js';
import { approveRequest } from '../../src/requests/approve-request.js';
import { declineRequest } from '../../src/requests/decline-request.js';
import { listRequests } from '../../src/requests/list-requests.js';
import { requestLicense } from '../../src/requests/request-license.js';
import { withdrawRequest } from '../../src/requests/withdraw-request.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { addLicensedTenant, addMember, brokenRules, userOf } from '../support/licensed-tenant.js';
import { type MailingServices, openMailingServices } from '../support/mailing-services.js';

let services: MailingServices;
test.before(async () => {
  services = await openMailingServices();
});
test.after.always(() => services?.close());

const minute = 60_000;

/** A tenant whose only seat is reserved for ten minutes, and a member who waits for it. */
async function reservedSeat() {
  const { db, pool } = services;
  const tenant = await addLicensedTenant(db, 1);
  const { tenantId, applicationId, subscriptionId } = tenant;
  await pool.query(
    `INSERT INTO identity.seat_reservations (id, subscription_id, tenant_id, application_id, expires_at)
     VALUES (gen_random_uuid(), $1, $2, $3, now() + interval '10 minutes')`,
    [subscriptionId, tenantId, applicationId],
  );
  const userId = await addMember(db, tenantId);
  const principal = userOf(tenantId, await addMember(db, tenantId), { superAdmin: true });
  const { id: requestId } = await requestLicense(services, { tenantId, userId, applicationId });
  const approved = await approveRequest(services, { tenantId, principal, requestId });
  const list = async () => {
    const { requests } = await listRequests(services, { tenantId, principal, page: 1, limit: 20 });
    return requests.map(({ status, position }) => [status, position]);
  };
  return { tenant, tenantId, applicationId, userId, principal, requestId, approved, list };
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

test('the list shows nobody as waiting for a seat whose reservation has expired', async (t) => {
  const { tenantId, approved, list } = await reservedSeat();
  t.is(approved.status, 'WAITING');
  await passTime(services.db, { tenantId, milliseconds: 9 * minute });
  t.deepEqual(await list(), [['WAITING', 1]]);
  await passTime(services.db, { tenantId, milliseconds: 2 * minute });
  t.deepEqual(await list(), [['GRANTED', null]]);
  t.deepEqual(await brokenRules(services), []);
});

test('so does the page of the own licenses', async (t) => {
  const { tenantId, userId } = await reservedSeat();
  t.like(await listOwnLicenses(services, userId), { licenses: [], requests: [{ position: 1 }], offers: [] });
  await passTime(services.db, { tenantId, milliseconds: 11 * minute });
  const after = await listOwnLicenses(services, userId);
  t.like(after, { licenses: [{ tenantId, reason: 'LICENSED' }], requests: [], offers: [] });
});

test('who has got the seat by then cannot be declined, nor withdraw', async (t) => {
  for (const act of [
    (input: Parameters<typeof declineRequest>[1]) => declineRequest(services, input),
    ({ tenantId, requestId, userId }: { tenantId: string; requestId: string; userId: string }) =>
      withdrawRequest(services, { tenantId, requestId, userId }),
  ]) {
    const { tenantId, principal, requestId, userId, list } = await reservedSeat();
    await passTime(services.db, { tenantId, milliseconds: 11 * minute });
    t.is(await codeOf(act({ tenantId, principal, requestId, userId })), 'REQUEST_DECIDED');
    t.deepEqual(await list(), [['GRANTED', null]]);
  }
});

test('a later approval does not overtake those who wait for a seat that is free by then', async (t) => {
  const { tenant, tenantId, applicationId, principal, userId } = await reservedSeat();
  const late = await addMember(services.db, tenantId);
  const { id: requestId } = await requestLicense(services, { tenantId, userId: late, applicationId });
  await passTime(services.db, { tenantId, milliseconds: 11 * minute });
  t.like(await approveRequest(services, { tenantId, principal, requestId }), { status: 'WAITING', position: 1 });
  const seats = await services.db.seat.findMany({ where: { tenantId } });
  t.deepEqual(
    seats.map((seat) => seat.userId),
    [userId],
  );
  t.is(await codeOf(grantSeat(services, { ...tenant, userId: late })), 'NO_SEATS_AVAILABLE');
});

test.serial('an approved request has one mail, and the seat of it no second one', async (t) => {
  const { db } = services;
  const tenant = await addLicensedTenant(db, 1);
  const { tenantId, applicationId } = tenant;
  const [userId, owner] = [await addMember(db, tenantId), await addMember(db, tenantId)];
  await db.membership.updateMany({ where: { tenantId, userId: owner }, data: { role: 'owner' } });
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  services.queued.length = 0;
  const { id: requestId } = await requestLicense(services, { tenantId, userId, applicationId });
  await approveRequest(services, { tenantId, principal: userOf(tenantId, owner), requestId });
  await services.writeMails();
  t.deepEqual(
    services.queued.map(({ kind, to }) => [kind, to === email]),
    [
      ['license-requested', false],
      ['license-approved', true],
    ],
  );
});
