import { isUuid, type Principal } from '@org/identity-core';
import { type Database, Prisma } from '@org/identity-prisma';
import { manager, tenantOf } from '../access/rights.js';
import { isUnleased } from '../seat-changes/require-unleased.js';
import { lastUseOfSeats } from '../seat-use/last-use-of-seats.js';
import { unwrittenUses } from '../seat-use/seat-uses.js';
import { maxSeatsAtOnce } from '../seats/grant-seats.js';

export interface LeastUsedInput {
  principal: Principal;
  applicationId: string;
  licenseTypeId: string;
  /** How many seats to find. */
  count: number;
}

export interface LeastUsedSeat {
  userId: string;
  membershipId: string;
  email: string;
  displayName: string | null;
  assignedAt: Date;
  lastUsedAt: Date | null;
}

/**
 * The seats of a license type in the caller's tenant that were not used for the longest time: in the order in which a
 * downgrade releases them, without those of leases. And whether somebody waits for such a seat.
 */
export async function findLeastUsed(
  db: Database,
  { principal, applicationId, licenseTypeId, count }: LeastUsedInput,
): Promise<{ seats: LeastUsedSeat[]; isWaiting: boolean }> {
  const tenantId = tenantOf(manager(principal, 'licenses:read'));
  if (!isUuid(applicationId) || !isUuid(licenseTypeId) || count < 1) return { seats: [], isWaiting: false };
  const limit = Math.min(count, maxSeatsAtOnce);
  const seats = await db.$queryRaw<LeastUsedSeat[]>`
    SELECT s.user_id AS "userId", m.id AS "membershipId", u.email, u.display_name AS "displayName",
           s.assigned_at AS "assignedAt", s.last_used_at AS "lastUsedAt"
    FROM (
      SELECT seats.*, ${lastUseOfSeats()} AS used FROM identity.subscriptions sub CROSS JOIN LATERAL (
        SELECT * FROM identity.seats WHERE subscription_id = sub.id AND ${isUnleased}
        ORDER BY coalesce(last_used_at, assigned_at), id LIMIT ${Prisma.raw(String(limit))} + cardinality(${unwrittenUses()}::uuid[])
      ) seats
      WHERE sub.tenant_id = ${tenantId}::uuid AND sub.application_id = ${applicationId}::uuid
        AND sub.license_type_id = ${licenseTypeId}::uuid
      ORDER BY used, seats.id LIMIT ${Prisma.raw(String(limit))}
    ) s
    JOIN identity.memberships m ON m.tenant_id = s.tenant_id AND m.user_id = s.user_id
    JOIN identity.users u ON u.id = s.user_id
    ORDER BY s.used, s.id`;
  const waiting = await db.licenseRequest.findFirst({
    where: { tenantId, licenseTypeId, status: 'WAITING' },
    select: { id: true },
  });
  return { seats, isWaiting: waiting !== null };
}
