import { randomUUID } from 'node:crypto';
import {
  type Actor,
  actorOf,
  type Logger,
  type MachinePrincipal,
  type NotedMails,
  type Role,
  silentLogger,
  type UserPrincipal,
} from '@org/identity-core';
import {
  createEventBus,
  type Database,
  type EventBus,
  type MembershipStatus,
  type OpenDatabase,
} from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import { reservationReleases } from '../../src/reservations/free-reservations.js';
import { memberEquipment } from '../../src/rules/equip-member.js';
import { createSeatUses, type SeatUses } from '../../src/seat-use/seat-uses.js';
import { seatReleases } from '../../src/seats/release-seats.js';
import '../../src/declared-lists.js';

export interface TestServices extends OpenDatabase {
  events: EventBus;
  logger: Logger;
  uses: SeatUses;
  notedMails: NotedMails;
}

/** Opens a new, migrated database with the plugin's subscribers; `close` drops it. */
export async function openTestServices(): Promise<TestServices> {
  const database = await openTestDatabase();
  const events = createEventBus();
  events.subscribe([...seatReleases({ events }), ...reservationReleases({ events }), ...memberEquipment({ events })]);
  const notedMails: NotedMails = { noted: () => {}, queue: () => Promise.resolve() };
  return { ...database, events, logger: silentLogger, uses: createSeatUses(), notedMails };
}

export interface LicensedTenant {
  tenantId: string;
  applicationId: string;
  licenseTypeId: string;
  subscriptionId: string;
  /** A machine of this tenant. */
  principal: MachinePrincipal;
  /** The same as the actor of a change. */
  actor: Actor;
}

/** Adds a tenant with a subscription to a new application. */
export async function addLicensedTenant(
  db: Database,
  quantity: number,
  features = ['reports'],
): Promise<LicensedTenant> {
  const name = `t-${randomUUID()}`;
  const { id: tenantId } = await db.tenant.create({ data: { slug: name, name } });
  const { id: applicationId } = await db.application.create({ data: { name } });
  const type = await db.licenseType.create({ data: { applicationId, slug: 'pro', name: 'Pro', features } });
  const subscriptionId = await addSubscription(db, { tenantId, applicationId, licenseTypeId: type.id }, quantity);
  const principal: MachinePrincipal = {
    kind: 'machine',
    tenantId,
    clientId: 'machine',
    applicationId: null,
    scopes: [],
  };
  return { tenantId, applicationId, licenseTypeId: type.id, subscriptionId, principal, actor: actorOf(principal) };
}

/** Adds a subscription of this license. */
export async function addSubscription(
  db: Database,
  of: Pick<LicensedTenant, 'tenantId' | 'applicationId' | 'licenseTypeId'>,
  quantityPurchased: number,
  more: { startsAt?: Date; expiresAt?: Date } = {},
): Promise<string> {
  const { tenantId, applicationId, licenseTypeId } = of;
  const data = { tenantId, applicationId, licenseTypeId, quantityPurchased, ...more };
  return (await db.subscription.create({ data })).id;
}

/** Adds a user to a tenant. */
export async function addMember(
  db: Database,
  tenantId: string,
  status: MembershipStatus = 'ACTIVE',
  displayName: string | null = null,
): Promise<string> {
  const email = `${randomUUID()}@people.test`;
  const memberships = { create: { tenantId, status } };
  return (await db.user.create({ data: { email, normalizedEmail: email, displayName, memberships } })).id;
}

/** Puts a member on the waiting list. */
export async function wait(
  { pool }: Pick<OpenDatabase, 'pool'>,
  { tenantId, applicationId, licenseTypeId }: Pick<LicensedTenant, 'tenantId' | 'applicationId' | 'licenseTypeId'>,
  userId: string,
): Promise<void> {
  await pool.query(
    `INSERT INTO identity.license_requests (id, tenant_id, user_id, application_id, license_type_id, status, waiting_number)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, 'WAITING', nextval('identity.license_waiting_numbers'))`,
    [tenantId, userId, applicationId, licenseTypeId],
  );
}

/** Leases the seat of a user until then. */
export async function addLease(db: Database, tenant: LicensedTenant, userId: string, expiresAt: Date): Promise<void> {
  const { tenantId, applicationId, subscriptionId } = tenant;
  const { id: seatId } = await db.seat.findFirstOrThrow({ where: { subscriptionId, userId } });
  await db.seatLease.create({ data: { seatId, subscriptionId, tenantId, applicationId, userId, expiresAt } });
}

/** A user of the tenant as the principal of a request. */
export function userOf(
  tenantId: string,
  userId: string,
  more: { role?: Role; superAdmin?: boolean; mfaRequired?: boolean } = {},
): UserPrincipal {
  const { role = 'admin', superAdmin = false, mfaRequired = false } = more;
  return {
    kind: 'user',
    origin: { kind: 'own' },
    userId,
    clientId: 'app',
    applicationId: null,
    scopes: [],
    firstParty: true,
    superAdmin,
    sessionUid: null,
    secondFactor: false,
    tenant: { id: tenantId, slug: 'tenant', role, mfaRequired },
  };
}

const actor = { kind: 'user', id: null } as const;

/** Suspends a member as the tenants plugin does: locks the tenant, changes the member, publishes the event. */
export function suspend({ db, events }: TestServices, tenantId: string, userId: string): Promise<void> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
    await tx.membership.update({ where: { tenantId_userId: { tenantId, userId } }, data: { status: 'SUSPENDED' } });
    await events.publish(tx, { type: 'member.suspended', tenantId, actor, subjectId: userId, data: {} });
  });
}

/** Removes a member as the tenants plugin does: locks the tenant, publishes the event, deletes the member. */
export function remove({ db, events }: TestServices, tenantId: string, userId: string): Promise<void> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
    await events.publish(tx, { type: 'member.removed', tenantId, actor, subjectId: userId, data: {} });
    await tx.membership.delete({ where: { tenantId_userId: { tenantId, userId } } });
  });
}

/** Violations of what must always be true: no seat too many, no seat without an active member, correct counts. */
export async function brokenRules({ pool }: OpenDatabase): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT sub.id, sub.quantity_purchased, sub.quantity_assigned, count(s.id)::int AS seats,
            count(s.id) FILTER (WHERE m.status IS DISTINCT FROM 'ACTIVE')::int AS without_member
     FROM identity.subscriptions sub
     LEFT JOIN identity.seats s ON s.subscription_id = sub.id
     LEFT JOIN identity.memberships m ON m.tenant_id = s.tenant_id AND m.user_id = s.user_id
     GROUP BY sub.id
     HAVING count(s.id) + sub.quantity_reserved > identity.allowed_seats(sub.quantity_purchased, sub.overage_percent)
       OR count(s.id) <> sub.quantity_assigned
       OR count(s.id) FILTER (WHERE m.status IS DISTINCT FROM 'ACTIVE') > 0`,
  );
  return rows;
}
