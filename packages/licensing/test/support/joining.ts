import { randomUUID } from 'node:crypto';
import type { Role } from '@org/identity-core';
import { createRule } from '../../src/rules/create-rule.js';
import type { LicensedTenant, TestServices } from './licensed-tenant.js';

/** A super admin, who manages every tenant. */
export const superAdmin = {
  kind: 'user',
  origin: { kind: 'own' },
  userId: randomUUID(),
  clientId: 'app',
  applicationId: null,
  scopes: [],
  firstParty: true,
  superAdmin: true,
  sessionUid: null,
  secondFactor: false,
  tenant: null,
} as const;

/** Adds a rule to a tenant. */
export function addRule(
  services: TestServices,
  { tenantId, applicationId, licenseTypeId }: Pick<LicensedTenant, 'tenantId' | 'applicationId' | 'licenseTypeId'>,
  role?: Role,
) {
  return createRule(services, { tenantId, applicationId, licenseTypeId, role, principal: superAdmin });
}

/** Adds another license type to the application of a tenant, with a subscription. */
export async function addType({ db }: TestServices, tenant: LicensedTenant, quantity: number) {
  const { tenantId, applicationId } = tenant;
  const slug = `type-${randomUUID()}`;
  const { id: licenseTypeId } = await db.licenseType.create({ data: { applicationId, slug, name: slug } });
  const data = { tenantId, applicationId, licenseTypeId, quantityPurchased: quantity };
  const { id: subscriptionId } = await db.subscription.create({ data });
  return { ...tenant, licenseTypeId, subscriptionId };
}

/** Adds a member as the tenants plugin does: locks the tenant, adds the member, publishes the event. */
export async function join(
  { db, events }: TestServices,
  tenantId: string,
  { role = 'member', data = {} }: { role?: Role; data?: Record<string, string | string[]> } = {},
): Promise<string> {
  const email = `${randomUUID()}@people.test`;
  const { id: userId } = await db.user.create({ data: { email, normalizedEmail: email } });
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
    await tx.membership.create({ data: { tenantId, userId, role } });
    const actor = { kind: 'user', id: userId } as const;
    await events.publish(tx, { type: 'member.added', tenantId, actor, subjectId: userId, data });
  });
  return userId;
}

/** Changes a member as the tenants plugin does. */
export async function changeMember(
  { db, events }: TestServices,
  { tenantId, userId }: { tenantId: string; userId: string },
  changes: { role: Role } | { status: 'ACTIVE' },
): Promise<void> {
  const type = 'role' in changes ? 'member.role_changed' : 'member.reactivated';
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
    await tx.membership.update({ where: { tenantId_userId: { tenantId, userId } }, data: changes });
    await events.publish(tx, { type, tenantId, actor: { kind: 'system', id: null }, subjectId: userId, data: {} });
  });
}

/** The users with a seat of a license type, in the order in which they got it. */
export async function seated({ db }: TestServices, { subscriptionId }: LicensedTenant): Promise<string[]> {
  const seats = await db.seat.findMany({ where: { subscriptionId }, orderBy: { id: 'asc' } });
  return seats.map(({ userId }) => userId);
}

/** The users who wait for a license type, the first one first. */
export async function waiters({ db }: TestServices, { tenantId, licenseTypeId }: LicensedTenant): Promise<string[]> {
  const where = { tenantId, licenseTypeId, status: 'WAITING' as const };
  const requests = await db.licenseRequest.findMany({ where, orderBy: { waitingNumber: 'asc' } });
  return requests.map(({ userId }) => userId);
}

/** The users of a tenant's events of one type with a cause, in the order of the events. */
export async function causedFor({ db }: TestServices, tenantId: string, type: string, cause: string) {
  const where = { tenantId, type, data: { path: ['cause'], equals: cause } };
  return (await db.event.findMany({ where, orderBy: { id: 'asc' } })).map(({ subjectId }) => subjectId);
}
