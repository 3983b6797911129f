import { fixedBatches, inTenantTransaction, lockSubscriptionRows } from '@org/identity-prisma';
import { type RecordedStatement, recordStatements } from '@org/identity-testing';
import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { checkLicense } from '../../src/check/check-license.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import {
  addLease,
  addLicensedTenant,
  addMember,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  type TestServices,
  wait,
} from '../support/licensed-tenant.js';
import { addMembers } from '../support/many-members.js';

// All tests are serial: they share the list of statements.
let services: TestServices;
let statements: RecordedStatement[];
test.before(async () => {
  services = await openTestServices();
  statements = recordStatements(services);
});
test.after.always(() => services?.close());

/** A tenant whose seats are all held. Those of later users were used later. */
async function start(count: number) {
  const tenant = await addLicensedTenant(services.db, count);
  const users = await addMembers(services, tenant.tenantId, count);
  await services.pool.query(
    `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id, assigned_at, last_used_at)
     SELECT gen_random_uuid(), $1, $2, $3, user_id, now() - interval '30 days', now() - interval '20 days' + number * interval '1 second'
     FROM unnest($4::uuid[]) WITH ORDINALITY AS users(user_id, number)`,
    [tenant.subscriptionId, tenant.tenantId, tenant.applicationId, users],
  );
  return { tenant, users };
}

const holders = async ({ tenantId }: LicensedTenant) =>
  (await services.db.seat.findMany({ where: { tenantId }, select: { userId: true } }))
    .map(({ userId }) => userId)
    .sort();
const release = (quantity: number, more: object = {}) => ({ quantity, onExcess: 'release' as const, ...more });

test.serial('between two batches of a lower quantity, others get their turn, and find no free seat', async (t) => {
  const { tenant, users } = await start(1_000);
  const { db } = services;
  const { tenantId, licenseTypeId } = tenant;
  await wait(services, tenant, await addMember(db, tenantId));
  const seen = new Set<string>();
  let isDone = false;
  const named = [users[900] ?? '', users[800] ?? ''];
  const look = () =>
    inTenantTransaction({ db, tenantId, locks: 'seats' }, async (tx) => {
      const [row] = await lockSubscriptionRows(tx, { tenantId, licenseTypeIds: [licenseTypeId] });
      seen.add(`${row?.purchased} ${row?.assigned}`);
    });
  // Opens its connection, so that it does not miss the first batches.
  await look();
  const changing = updateSubscription(
    services,
    { ...tenant, changes: release(400, { release: named, overagePercent: 0 }) },
    fixedBatches(100),
  ).finally(() => {
    isDone = true;
  });
  while (!isDone) await look();
  t.like(await changing, { quantityPurchased: 400, quantityAssigned: 400, quantityAvailable: 0 });
  const steps = ['900 900', '800 800', '700 700', '600 600', '500 500'];
  t.true(steps.filter((step) => seen.has(step)).length >= 3, [...seen].join(', '));
  t.true(
    [...seen].every((step) => [...steps, '1000 1000', '400 400'].includes(step)),
    [...seen].join(', '),
  );
  const stay = users.slice(598).filter((id) => !named.includes(id));
  t.deepEqual(await holders(tenant), stay.sort());
  const events = await db.event.findMany({ where: { tenantId, type: 'seat.revoked' }, select: { actorKind: true } });
  t.is(events.length, 600);
  t.true(events.every(({ actorKind }) => actorKind === 'machine'));
  t.deepEqual(await brokenRules(services), []);
});

test.serial('if leases leave too few seats, nothing is released, also if there are several batches', async (t) => {
  const { tenant, users } = await start(50);
  for (const userId of users.slice(0, 5)) await addLease(services.db, tenant, userId, new Date(Date.now() + days(1)));
  const change = (quantity: number) =>
    updateSubscription(services, { ...tenant, changes: release(quantity) }, fixedBatches(10));
  await t.throwsAsync(change(4), { code: 'SEAT_LEASED' });
  t.is((await holders(tenant)).length, 50);
  t.like(await change(5), { quantityPurchased: 5 });
  t.deepEqual(await holders(tenant), users.slice(0, 5).sort());
});

test.serial('a planned quantity releases 2,000 seats in batches; all of them end at its time', async (t) => {
  const { tenant, users } = await start(2_500);
  const { tenantId } = tenant;
  const effectiveAt = new Date(Date.now() + days(1));
  await updateSubscription(services, { ...tenant, changes: release(500, { effectiveAt }) });
  await passTime(services.db, { tenantId, milliseconds: days(2) });
  const { pendingAt } = await services.db.subscription.findUniqueOrThrow({ where: { id: tenant.subscriptionId } });
  statements.length = 0;
  t.like(await checkLicense(services, { ...tenant, userId: users[0] ?? '' }), { hasLicense: false });
  const batches = statements.filter(({ text }) => text.includes('DELETE FROM identity.seats'));
  t.true(batches.length > 2, `${batches.length} batches`);
  t.deepEqual(await holders(tenant), users.slice(2_000).sort());
  const ended = await services.db.seatPeriod.findMany({ where: { tenantId, endedAt: { not: null } } });
  t.deepEqual([...new Set(ended.map(({ endedAt }) => endedAt?.toISOString()))], [pendingAt?.toISOString()]);
  const terms = await services.db.subscriptionTerm.findMany({ where: { tenantId, endedAt: null } });
  t.deepEqual(
    terms.map(({ quantity, startedAt }) => [quantity, startedAt.toISOString()]),
    [[500, pendingAt?.toISOString()]],
  );
  t.deepEqual(await brokenRules(services), []);
});
