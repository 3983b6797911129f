import test from 'ava';
import { allowedSeats } from '../../src/seat-changes/allowed-seats.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
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
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const insert = `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
  SELECT gen_random_uuid(), $1, $2, $3, user_id FROM unnest($4::uuid[]) user_id`;
const seat = ({ subscriptionId, tenantId, applicationId }: LicensedTenant, ...users: string[]) =>
  services.pool.query(insert, [subscriptionId, tenantId, applicationId, users]);
const assignedOf = async ({ subscriptionId }: LicensedTenant) =>
  (await services.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } })).quantityAssigned;
const members = (count: number, { tenantId }: LicensedTenant) =>
  Promise.all(Array.from({ length: count }, () => addMember(services.db, tenantId)));
const violated = { code: '23514' };

test('plain SQL cannot assign more seats than were bought, one by one or at once', async (t) => {
  const tenant = await addLicensedTenant(services.db, 2);
  const [one = '', two = '', three = ''] = await members(3, tenant);
  await seat(tenant, one);
  await t.throwsAsync(seat(tenant, two, three), violated);
  await seat(tenant, two);
  const refused = await t.throwsAsync(seat(tenant, three), violated);
  t.is((refused as Error & { constraint?: string }).constraint, 'subscriptions_seats_within_quantity');
  t.is(await assignedOf(tenant), 2);
});

test('fifty connections with plain SQL get one free seat once', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const outcomes = await Promise.allSettled((await members(50, tenant)).map((user) => seat(tenant, user)));
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  t.is(await assignedOf(tenant), 1);
});

for (const [title, statement] of [
  ['sell fewer seats than are assigned', 'SET quantity_purchased = 1'],
  ['write the count of seats', 'SET quantity_assigned = 0'],
  ['make the quantity negative', 'SET quantity_purchased = -1'],
] as const) {
  test(`plain SQL cannot ${title}`, async (t) => {
    const tenant = await addLicensedTenant(services.db, 2);
    await seat(tenant, ...(await members(2, tenant)));
    await t.throwsAsync(
      services.pool.query(`UPDATE identity.subscriptions ${statement} WHERE id = $1`, [tenant.subscriptionId]),
      violated,
    );
  });
}

test('the database and the code allow the same number of seats', async (t) => {
  const { rows } = await services.pool.query<{ quantity: number; percent: number; allowed: number }>(
    `SELECT quantity, percent, identity.allowed_seats(quantity, percent) AS allowed
     FROM generate_series(0, 100) percent, unnest(ARRAY[1, 2, 3, 7, 10, 99, 100, 101, 333, 12345, 1000000]) quantity`,
  );
  t.is(rows.length, 1_111);
  t.deepEqual(
    rows.filter(({ quantity, percent, allowed }) => allowedSeats(quantity, percent) !== allowed),
    [],
  );
});

test('a new subscription begins with no seats, whatever it says', async (t) => {
  const tenant = await addLicensedTenant(services.db, 5);
  const { tenantId, applicationId, licenseTypeId } = tenant;
  const data = { tenantId, applicationId, licenseTypeId, quantityPurchased: 3, quantityAssigned: 2 };
  t.is((await services.db.subscription.create({ data })).quantityAssigned, 0);
});

test('plain SQL cannot move a seat to another subscription or person', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const [one = '', two = ''] = await members(2, tenant);
  await seat(tenant, one);
  const move = 'UPDATE identity.seats SET user_id = $2 WHERE subscription_id = $1';
  await t.throwsAsync(services.pool.query(move, [tenant.subscriptionId, two]), violated);
});

for (const status of ['SUSPENDED', 'INVITED'] as const) {
  test(`plain SQL cannot give a seat to a member who is ${status}`, async (t) => {
    const tenant = await addLicensedTenant(services.db, 1);
    await t.throwsAsync(seat(tenant, await addMember(services.db, tenant.tenantId, status)), violated);
  });
}

test('a member who is suspended with plain SQL holds no seat after it', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const userId = await addMember(services.db, tenant.tenantId);
  await seat(tenant, userId);
  await services.pool.query("UPDATE identity.memberships SET status = 'SUSPENDED' WHERE user_id = $1", [userId]);
  t.is(await services.db.seat.count({ where: { userId } }), 0);
  t.is(await assignedOf(tenant), 0);
});

test('seats that go with their member or their tenant are counted, also a thousand at once', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1_000);
  const { tenantId } = tenant;
  await services.pool.query(
    `WITH people AS (
       INSERT INTO identity.users (id, email, normalized_email)
       SELECT gen_random_uuid(), $1 || i, $1 || i FROM generate_series(1, 1000) i RETURNING id)
     INSERT INTO identity.memberships (id, tenant_id, user_id) SELECT gen_random_uuid(), $1::uuid, id FROM people`,
    [tenantId],
  );
  const all = await services.db.membership.findMany({ where: { tenantId } });
  await seat(tenant, ...all.map(({ userId }) => userId));
  t.is(await assignedOf(tenant), 1_000);
  await services.db.membership.deleteMany({ where: { id: { in: all.slice(0, 400).map(({ id }) => id) } } });
  t.is(await assignedOf(tenant), 600);
  await services.db.tenant.delete({ where: { id: tenantId } });
  t.is(await services.db.seat.count({ where: { tenantId } }), 0);
});

test.serial(
  'grants, suspensions, removals and changes of quantity at once never deadlock, and leave everything in order',
  async (t) => {
    const tenant = await addLicensedTenant(services.db, 5);
    const { tenantId, principal, actor, subscriptionId, applicationId, licenseTypeId } = tenant;
    const userIds = await members(30, tenant);
    const known = new Set(['NO_SEATS_AVAILABLE', 'USER_NOT_FOUND', 'SEATS_IN_USE', 'ALREADY_LICENSED']);
    const changes = userIds.flatMap((userId, index) => [
      grantSeat(services, { tenantId, userId, applicationId, licenseTypeId, actor }),
      ...(index % 3 === 0 ? [suspend(services, tenantId, userId)] : []),
      ...(index % 3 === 1 ? [remove(services, tenantId, userId)] : []),
      ...(index % 5 === 0
        ? [updateSubscription(services, { tenantId, subscriptionId, principal, changes: { quantity: 1 + index } })]
        : []),
    ]);
    const failed = (await Promise.allSettled(changes)).filter((outcome) => outcome.status === 'rejected');
    const unknown = failed.filter(({ reason }) => !known.has((reason as { code: string }).code));
    t.deepEqual(
      unknown.map(({ reason }) => String(reason)),
      [],
    );
    t.deepEqual(await brokenRules(services), []);
  },
);
