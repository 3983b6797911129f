import { fixedBatches, lockMembershipRows } from '@org/identity-prisma';
import test from 'ava';
import { checkLicense } from '../../src/check/check-license.js';
import { requireRequestable } from '../../src/requests/require-requestable.js';
import { createRule } from '../../src/rules/create-rule.js';
import { applyRules } from '../../src/rules/rule-runs.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { grantSeats } from '../../src/seats/grant-seats.js';
import { updateSubscription } from '../../src/subscriptions/update-subscription.js';
import {
  addLease,
  addLicensedTenant,
  addMember,
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

const event = (tenantId: string) =>
  ({ type: 'tenant.deleted', tenantId, actor: { kind: 'system', id: null }, subjectId: tenantId, data: {} }) as const;

/** Closes a tenant as the tenants plugin does with a large one. */
const close = (tenantId: string) =>
  services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenantId}::uuid FOR UPDATE`;
    await services.events.publish(tx, event(tenantId), { inBatches: true });
    await tx.tenant.update({ where: { id: tenantId }, data: { closingAt: new Date(), closingActorKind: 'system' } });
  });

/** Deletes members of it. */
const deleteBatch = (tenantId: string, userIds: readonly string[]) =>
  services.db.$transaction(async (tx) => {
    await lockMembershipRows(tx, { tenantId, userId: userIds });
    await services.events.handleLater(tx, event(tenantId), userIds);
    await tx.membership.deleteMany({ where: { tenantId, userId: { in: [...userIds] } } });
  });

async function closingTenant(): Promise<LicensedTenant & { holder: string; other: string }> {
  const { db } = services;
  const tenant = await addLicensedTenant(db, 5);
  const [holder, other] = [await addMember(db, tenant.tenantId), await addMember(db, tenant.tenantId)];
  await grantSeat(services, { ...tenant, userId: holder });
  await close(tenant.tenantId);
  return { ...tenant, holder, other };
}

test('nobody gets a seat of a tenant that is closing', async (t) => {
  const { db } = services;
  const tenant = await closingTenant();
  const { tenantId, subscriptionId, other } = tenant;
  const seats = () => db.seat.count({ where: { tenantId } });
  const unknown = { code: 'USER_NOT_FOUND' };
  await t.throwsAsync(grantSeat(services, { ...tenant, userId: other }), unknown);
  await t.throwsAsync(requireRequestable(db, { ...tenant, userId: other }), unknown);
  const principal = { ...userOf(tenantId, other, { superAdmin: true }), secondFactor: true };
  await t.throwsAsync(grantSeats(services, { ...tenant, principal, userIds: [other] }), unknown);
  await t.throwsAsync(createRule(services, { ...tenant, principal }), { code: 'TENANT_NOT_FOUND' });
  const changes = { status: 'ACTIVE', quantity: 9 } as const;
  await t.throwsAsync(updateSubscription(services, { tenantId, subscriptionId, principal, changes }), {
    code: 'SUBSCRIPTION_NOT_FOUND',
  });
  t.is(await seats(), 1);
});

test('nobody is a member of a tenant that is closing', async (t) => {
  const { tenantId, applicationId, holder, other } = await closingTenant();
  await services.db.membership.updateMany({ where: { tenantId, userId: other }, data: { status: 'SUSPENDED' } });
  for (const userId of [holder, other])
    t.like(await checkLicense(services, { tenantId, userId, applicationId }), {
      hasLicense: false,
      reason: 'NOT_A_MEMBER',
    });
});

test('a batch releases the seats, leases and waiting places of its users, and hands out nothing', async (t) => {
  const { db } = services;
  const tenant = await addLicensedTenant(db, 2);
  const { tenantId, subscriptionId } = tenant;
  const [first, second, waiter] = [
    await addMember(db, tenantId),
    await addMember(db, tenantId),
    await addMember(db, tenantId),
  ];
  for (const userId of [first, second]) await grantSeat(services, { ...tenant, userId });
  await addLease(db, tenant, first, new Date(Date.now() + 60_000));
  await wait(services, tenant, waiter);
  await close(tenantId);
  await deleteBatch(tenantId, [first]);
  t.like(await db.subscription.findUnique({ where: { id: subscriptionId } }), {
    quantityAssigned: 1,
    quantityReserved: 0,
    status: 'CANCELED',
  });
  await deleteBatch(tenantId, [second, waiter]);
  const events = await db.event.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  const told = events.map(({ type, subjectId, data }) => [type, subjectId, (data as { cause?: string }).cause]);
  t.deepEqual(told.slice(2), [
    ['tenant.deleted', tenantId, undefined],
    ['seat.revoked', first, 'tenant.deleted'],
    ['license_request.withdrawn', waiter, 'tenant.deleted'],
    ['seat.revoked', second, 'tenant.deleted'],
  ]);
  const periods = await db.seatPeriod.findMany({ where: { tenantId } });
  t.deepEqual(
    periods.map(({ endedAt, cause }) => [endedAt !== null, cause]),
    [
      [true, 'tenant.deleted'],
      [true, 'tenant.deleted'],
    ],
  );
});

test('grants while a tenant closes are refused, or released with the others', async (t) => {
  const { db } = services;
  const tenant = await addLicensedTenant(db, 50);
  const { tenantId } = tenant;
  const users = await Promise.all(Array.from({ length: 20 }, () => addMember(db, tenantId)));
  await Promise.allSettled([
    ...users.slice(0, 10).map((userId) => grantSeat(services, { ...tenant, userId })),
    close(tenantId),
    ...users.slice(10).map((userId) => grantSeat(services, { ...tenant, userId })),
  ]);
  const granted = await db.event.count({ where: { tenantId, type: 'seat.granted' } });
  const late = users.map((userId) => grantSeat(services, { ...tenant, userId }));
  await Promise.all([deleteBatch(tenantId, users), Promise.allSettled(late)]);
  t.is(await db.seat.count({ where: { tenantId } }), 0);
  t.is(await db.event.count({ where: { tenantId, type: 'seat.granted' } }), granted);
  t.is(await db.event.count({ where: { tenantId, type: 'seat.revoked' } }), granted);
});

test('a rule that is still being applied ends with its tenant', async (t) => {
  const { db } = services;
  const tenant = await addLicensedTenant(db, 9);
  const { tenantId } = tenant;
  const [admin] = [await addMember(db, tenantId), await addMember(db, tenantId), await addMember(db, tenantId)];
  const principal = { ...userOf(tenantId, admin ?? '', { superAdmin: true }), secondFactor: true };
  const batches = { pace: fixedBatches(1), inCall: 1 };
  await createRule(services, { ...tenant, principal }, batches);
  t.is(await db.licenseRuleRun.count({ where: { tenantId } }), 1);
  await close(tenantId);
  await applyRules(services, batches.pace);
  t.is(await db.licenseRuleRun.count({ where: { tenantId } }), 0);
  t.is(await db.seat.count({ where: { tenantId } }), 1);
});
