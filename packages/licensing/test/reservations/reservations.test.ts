import { randomBytes, randomUUID } from 'node:crypto';
import type { InvitedLicense } from '@org/identity-core';
import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { invitationLicenses } from '../../src/reservations/invitation-licenses.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { addRule, addType, causedFor, join, seated, waiters } from '../support/joining.js';
import {
  addLicensedTenant,
  addMember,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  type TestServices,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const actor = { kind: 'system', id: null } as const;
const licensesOf = (...tenants: readonly LicensedTenant[]): InvitedLicense[] =>
  tenants.map(({ applicationId, licenseTypeId }) => ({ applicationId, licenseTypeId }));

/** Reserves as the tenants plugin does: under the tenant's lock, first or again. */
function reserve(tenantId: string, invitationId: string, licenses: readonly InvitedLicense[]): Promise<void> {
  const expiresAt = new Date(Date.now() + days(7));
  return services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
    await tx.invitation.update({ where: { id: invitationId }, data: { expiresAt } });
    const reservation = { tenantId, invitationId, expiresAt, licenses, actor };
    await invitationLicenses(services).reserve(tx, reservation);
  });
}

/** An invitation without licenses. */
async function addInvitation(tenantId: string): Promise<string> {
  const email = `${randomUUID()}@people.test`;
  const times = { expiresInDays: 7, expiresAt: new Date(Date.now() + days(7)) };
  const data = { tenantId, email, normalizedEmail: email, secretHash: randomBytes(32), ...times };
  return (await services.db.invitation.create({ data })).id;
}

/** An invitation with licenses. */
async function invite(tenant: LicensedTenant, ...more: readonly LicensedTenant[]): Promise<string> {
  const id = await addInvitation(tenant.tenantId);
  await reserve(tenant.tenantId, id, licensesOf(tenant, ...more));
  return id;
}

const accept = (tenant: LicensedTenant, invitationId: string, ...more: readonly LicensedTenant[]) =>
  join(services, tenant.tenantId, {
    data: { invitationId, licenses: [tenant, ...more].map(({ licenseTypeId }) => licenseTypeId) },
  });

const revoke = ({ tenantId, licenseTypeId }: LicensedTenant, invitationId: string) =>
  services.db.$transaction((tx) =>
    services.events.publish(tx, {
      type: 'invitation.revoked',
      tenantId,
      actor,
      subjectId: invitationId,
      data: { licenses: [licenseTypeId] },
    }),
  );

/** A member who waits, because a rule found no free seat. */
async function addWaiter(tenant: LicensedTenant): Promise<string> {
  const rule = await addRule(services, tenant, 'admin');
  const userId = await join(services, tenant.tenantId, { role: 'admin' });
  await services.db.licenseRule.delete({ where: { id: rule.id } });
  return userId;
}

const reservedIn = ({ subscriptionId }: LicensedTenant) =>
  services.db.seatReservation.count({ where: { subscriptionId } });
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

test('a reserved seat becomes the seat of the user who joins, not of somebody who waits', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const invitationId = await invite(tenant);
  const waiting = await addWaiter(tenant);
  const joined = await accept(tenant, invitationId);
  t.deepEqual(await seated(services, tenant), [joined]);
  t.deepEqual(await waiters(services, tenant), [waiting]);
  t.is(await reservedIn(tenant), 0);
  t.deepEqual(await causedFor(services, tenant.tenantId, 'seat.granted', 'invitation'), [joined]);
  t.deepEqual(await brokenRules(services), []);
});

test('all seats of an invitation are reserved, or none', async (t) => {
  const one = await addLicensedTenant(services.db, 1);
  const other = await addLicensedTenant(services.db, 1);
  const { applicationId, licenseTypeId } = other;
  const data = { tenantId: one.tenantId, applicationId, licenseTypeId, quantityPurchased: 1 };
  const { id: subscriptionId } = await services.db.subscription.create({ data });
  const two = { ...other, tenantId: one.tenantId, subscriptionId };
  await services.db.subscription.update({ where: { id: subscriptionId }, data: { status: 'SUSPENDED' } });
  t.is(await code(invite(one, two)), 'NO_SEATS_AVAILABLE');
  t.is(await reservedIn(one), 0);
  await services.db.subscription.update({ where: { id: subscriptionId }, data: { status: 'ACTIVE' } });
  const invitationId = await invite(one, two);
  t.deepEqual([await reservedIn(one), await reservedIn(two)], [1, 1]);
  const where = { tenantId: one.tenantId, type: 'seat.reserved', subjectId: invitationId };
  t.is(await services.db.event.count({ where }), 2);
  const joined = await accept(one, invitationId, two);
  t.deepEqual([await seated(services, one), await seated(services, two)], [[joined], [joined]]);
});

test('a revoked invitation frees its seat, first for those who wait', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const first = await invite(tenant);
  const waiting = await addWaiter(tenant);
  await revoke(tenant, first);
  t.deepEqual(await seated(services, tenant), [waiting]);
  t.is(await reservedIn(tenant), 0);
});

test('an expired reservation is free at that moment; sent again, the invitation needs another free seat', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const { tenantId } = tenant;
  const invitationId = await invite(tenant);
  await passTime(services.db, { tenantId, milliseconds: days(7) });
  const userId = await addMember(services.db, tenantId);
  await grantSeat(services, { ...tenant, userId });
  t.is(await code(reserve(tenantId, invitationId, licensesOf(tenant))), 'NO_SEATS_AVAILABLE');
  await services.db.seat.deleteMany({ where: { tenantId } });
  t.is(await code(reserve(tenantId, invitationId, licensesOf(tenant))), 'done');
  t.is(await reservedIn(tenant), 1);
});

test('an invitation that is sent again before it expires keeps its seat, with the new expiry', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const { tenantId } = tenant;
  const invitationId = await invite(tenant);
  const waiting = await addWaiter(tenant);
  await passTime(services.db, { tenantId, milliseconds: days(6) });
  await reserve(tenantId, invitationId, licensesOf(tenant));
  const [reservation] = await services.db.seatReservation.findMany({ where: { tenantId } });
  t.true((reservation?.expiresAt.getTime() ?? 0) > Date.now() + days(6));
  await passTime(services.db, { tenantId, milliseconds: days(6) });
  const joined = await accept(tenant, invitationId);
  t.deepEqual(await seated(services, tenant), [joined]);
  t.deepEqual(await waiters(services, tenant), [waiting]);
});

test('if the subscription was suspended in the meantime, joining succeeds and the user waits', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const { tenantId, subscriptionId: id } = tenant;
  const invitationId = await invite(tenant);
  await services.db.subscription.update({ where: { id }, data: { status: 'SUSPENDED' } });
  const joined = await accept(tenant, invitationId);
  t.deepEqual(await seated(services, tenant), []);
  t.deepEqual(await waiters(services, tenant), [joined]);
  t.deepEqual(await causedFor(services, tenantId, 'license_request.waiting', 'invitation'), [joined]);
  t.is(await reservedIn(tenant), 0);
});

test('what was kept for the invitation comes before the rules of the tenant', async (t) => {
  const byRule = await addLicensedTenant(services.db, 5);
  const kept = await addType(services, byRule, 1);
  await addRule(services, byRule);
  const joined = await accept(kept, await invite(kept));
  t.deepEqual(await seated(services, kept), [joined]);
  t.deepEqual(await seated(services, byRule), []);
  // If it cannot be given, the rule gives the seat.
  const { subscriptionId: id } = kept;
  await services.db.seat.deleteMany({ where: { tenantId: kept.tenantId } });
  const invitationId = await invite(kept);
  await services.db.subscription.update({ where: { id }, data: { status: 'SUSPENDED' } });
  const second = await accept(kept, invitationId);
  t.deepEqual(await seated(services, byRule), [second]);
  t.deepEqual(await waiters(services, kept), []);
});

test('a planned quantity that is due takes no seat from the user who joins', async (t) => {
  const tenant = await addLicensedTenant(services.db, 3);
  const { tenantId, subscriptionId: id } = tenant;
  const early = [await addMember(services.db, tenantId), await addMember(services.db, tenantId)];
  for (const userId of early) await grantSeat(services, { ...tenant, userId });
  const invitationId = await invite(tenant);
  const plan = { pendingQuantity: 1, pendingAt: new Date(), pendingRelease: true };
  await services.db.subscription.update({ where: { id }, data: plan });
  const joined = await accept(tenant, invitationId);
  t.deepEqual(await seated(services, tenant), [joined]);
});

test('unknown licenses are refused', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const other = await addLicensedTenant(services.db, 1);
  const { tenantId, applicationId, licenseTypeId } = tenant;
  const id = await addInvitation(tenantId);
  for (const [license, expected] of [
    [{ applicationId: 'crm', licenseTypeId }, 'INVALID_APPLICATION_ID'],
    [{ applicationId: randomUUID(), licenseTypeId }, 'INVALID_APPLICATION_ID'],
    [{ applicationId, licenseTypeId: 'pro' }, 'INVALID_LICENSE_TYPE'],
    [{ applicationId, licenseTypeId: other.licenseTypeId }, 'INVALID_LICENSE_TYPE'],
  ] as const)
    t.is(await code(reserve(tenantId, id, [license])), expected);
  t.is(await services.db.event.count({ where: { tenantId } }), 0);
});
