import { actorOf, isUuid, rateLimited, reply, type UserPrincipal } from '@org/identity-core';
import {
  countWithin,
  type IdentityPluginHost,
  type LeasePolicy,
  type LockedSubscription,
  Prisma,
  type Transaction,
  uuidV7,
} from '@org/identity-prisma';
import { invalidApplicationId, leasesOff, licenseNotFound } from '../access/errors.js';
import { type LicenseRow, licenseColumns, licenseJoins, licenseState } from '../check/license-state.js';
import { changeSeats } from '../seat-changes/change-seats.js';

/** The `typ` of a lease's JWT. */
export const leaseType = 'license-lease+jwt';

const daySeconds = 24 * 60 * 60;
export const maxLeaseDays = 30;
/** So many leases of one seat within a day. An application renews one a few times a day at most. */
const maxLeasesPerDay = 100;

export interface LeaseInput {
  tenantId: string;
  applicationId: string;
  days: number;
  principal: UserPrincipal;
}

interface Leased {
  seatId: string;
  subscriptionId: string;
  limits: Record<string, number>;
  expiresAt: Date;
}

/**
 * Gives a member with a license a lease: a JWT that proves the license without the server. Until it ends, the seat is not
 * given to anybody else.
 */
export async function createLease(
  services: Pick<IdentityPluginHost, 'db' | 'events' | 'signer'>,
  { tenantId, applicationId, days, principal }: LeaseInput,
): Promise<{ lease: string; expiresAt: Date }> {
  const { userId } = principal;
  const about = { tenantId, userId, applicationId: applicationId.toLowerCase() };
  const licenseTypeId = await findHeldType(services.db, about);
  const sign = await services.signer.prepare({ typ: leaseType, seconds: maxLeaseDays * daySeconds });
  return changeSeats(services, { tenantId, userIds: [userId], licenseTypeIds: [licenseTypeId] }, async (tx, locked) => {
    const license = await readLicense(tx, { ...about, days, locked });
    const { seatId, expiresAt } = license;
    const leaseId = uuidV7();
    await countLease(tx, seatId);
    await addLease(tx, { ...about, ...license, leaseId });
    await services.events.publish(tx, {
      type: 'seat.leased',
      tenantId,
      actor: actorOf(principal),
      subjectId: userId,
      data: { seatId, leaseId, applicationId: about.applicationId, expiresAt: expiresAt.toISOString() },
    });
    const lease = await sign({
      sub: userId,
      jti: leaseId,
      ...{ tenantId, applicationId: about.applicationId },
      license: license.licenseType,
      licenseName: license.licenseTypeName,
      features: license.features,
      limits: license.limits,
      exp: expiresAt.getTime() / 1000,
    });
    return reply({ lease, expiresAt });
  });
}

interface About {
  tenantId: string;
  userId: string;
  applicationId: string;
}

/** The license type of the user's seat. Throws if there is no such application or no seat. */
async function findHeldType(db: IdentityPluginHost['db'], { tenantId, userId, applicationId }: About): Promise<string> {
  if (!isUuid(applicationId)) throw invalidApplicationId();
  const [found] = await db.$queryRaw<{ licenseTypeId: string | null }[]>`
    SELECT sub.license_type_id AS "licenseTypeId" FROM identity.applications a
    LEFT JOIN identity.seats s
      ON s.tenant_id = ${tenantId}::uuid AND s.application_id = a.id AND s.user_id = ${userId}::uuid
    LEFT JOIN identity.subscriptions sub ON sub.id = s.subscription_id
    WHERE a.id = ${applicationId}::uuid`;
  if (!found) throw invalidApplicationId();
  if (found.licenseTypeId === null) throw licenseNotFound();
  return found.licenseTypeId;
}

const licenseOf = Prisma.raw(`${licenseColumns}, s.id AS "seatId", sub.id AS "subscriptionId"`);

/** The license of the user under the locks, and when a lease of it ends. Throws if there is no license to lease. */
async function readLicense(
  tx: Transaction,
  { tenantId, userId, applicationId, days, locked }: About & { days: number; locked: readonly LockedSubscription[] },
) {
  // Whole seconds, as in `exp`. Seats with a lease are not released, so a lease ends before seats are to be released.
  const [row] = await tx.$queryRaw<(LicenseRow & Leased & { current: boolean; leases: LeasePolicy })[]>`
    SELECT ${licenseOf}, lt.limits || sub.limits AS limits, ends.at AS "expiresAt", ends.at > statement_timestamp() AS current,
           sub.lease_policy::text AS leases
    FROM (SELECT ${tenantId}::uuid AS tenant_id, ${userId}::uuid AS user_id) caller CROSS JOIN identity.applications a
    ${Prisma.raw(licenseJoins('caller.tenant_id', 'caller.user_id'))}
    LEFT JOIN LATERAL (
      SELECT date_trunc('second', least(statement_timestamp() + make_interval(days => ${days}::int), sub.expires_at,
        CASE WHEN sub.pending_release AND sub.pending_quantity < sub.quantity_purchased THEN sub.pending_at END)) AS at
    ) ends ON true
    WHERE a.id = ${applicationId}::uuid`;
  const license = row && licenseState(row).license;
  // A seat of another license type that the user got a moment ago: its subscriptions are not locked.
  if (!row || !license || !row.current || !locked.some(({ id }) => id === row.subscriptionId)) throw licenseNotFound();
  if (row.leases === 'NONE') throw leasesOff();
  const { seatId, subscriptionId, limits, expiresAt } = row;
  const { licenseType, licenseTypeName, features } = license;
  return { seatId, subscriptionId, limits, expiresAt, licenseType, licenseTypeName, features };
}

async function countLease(tx: Transaction, seatId: string): Promise<void> {
  const wait = await countWithin(tx, [{ key: `lease:${seatId}`, max: maxLeasesPerDay, seconds: daySeconds }]);
  if (wait !== undefined) throw rateLimited(wait);
}

/**
 * Adds the row. It replaces those that end no later: only the last end counts for the seat, so a seat that is leased again
 * and again has few rows. To lease is a use of the seat.
 */
async function addLease(tx: Transaction, lease: About & Leased & { leaseId: string }): Promise<void> {
  const { leaseId: id, seatId, subscriptionId, tenantId, applicationId, userId, expiresAt } = lease;
  await tx.seatLease.deleteMany({ where: { seatId, expiresAt: { lte: expiresAt } } });
  await tx.seatLease.create({ data: { id, seatId, subscriptionId, tenantId, applicationId, userId, expiresAt } });
  await tx.$executeRaw`
    UPDATE identity.seats SET last_used_at = statement_timestamp(), reclaim_mail_at = NULL WHERE id = ${seatId}::uuid`;
}
