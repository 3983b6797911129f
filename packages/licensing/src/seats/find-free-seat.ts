import { isUuid } from '@org/identity-core';
import { type Database, Prisma, type Transaction } from '@org/identity-prisma';
import {
  alreadyLicensed,
  invalidApplicationId,
  invalidLicenseType,
  noSeatsAvailable,
  userNotFound,
} from '../access/errors.js';

export interface GrantInput {
  tenantId: string;
  userId: string;
  applicationId: string;
  licenseTypeId: string;
}

interface Row {
  licenseTypeId: string | null;
  licenseTypeName: string | null;
  membershipId: string | null;
  seatId: string | null;
  subscriptionId: string | null;
}

/**
 * The condition for a subscription `sub` to have a seat that can be granted. `statement_timestamp()`, because `now()` would be
 * a time before the wait for a lock.
 */
export const grantable = Prisma.sql`
  sub.status = 'ACTIVE' AND (sub.expires_at IS NULL OR sub.expires_at > statement_timestamp())
  AND sub.quantity_assigned < sub.quantity_purchased`;

/** The order in which subscriptions give their seats: one that has started comes first, then the oldest. */
export const inGrantOrder = Prisma.sql`sub.starts_at > statement_timestamp(), sub.created_at, sub.id`;

/**
 * Returns the subscription with a free seat for the user, or throws why there is none.
 */
export async function findFreeSeat(
  db: Database | Transaction,
  input: GrantInput,
): Promise<{ subscriptionId: string; licenseTypeId: string; licenseTypeName: string }> {
  const { tenantId, applicationId } = input;
  if (!isUuid(applicationId)) throw invalidApplicationId();
  // An id that is not a UUID gives the same result as an unknown one.
  const licenseTypeId = isUuid(input.licenseTypeId) ? input.licenseTypeId : null;
  const userId = isUuid(input.userId) ? input.userId : null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT lt.id AS "licenseTypeId", lt.name AS "licenseTypeName", m.id AS "membershipId", s.id AS "seatId", free.id AS "subscriptionId"
    FROM identity.applications a
    LEFT JOIN identity.license_types lt ON lt.id = ${licenseTypeId}::uuid AND lt.application_id = a.id
    LEFT JOIN identity.memberships m
      ON m.tenant_id = ${tenantId}::uuid AND m.user_id = ${userId}::uuid AND m.status = 'ACTIVE'
    LEFT JOIN identity.seats s
      ON s.tenant_id = ${tenantId}::uuid AND s.application_id = a.id AND s.user_id = ${userId}::uuid
    LEFT JOIN LATERAL (
      SELECT sub.id FROM identity.subscriptions sub
      WHERE sub.tenant_id = ${tenantId}::uuid AND sub.application_id = a.id AND sub.license_type_id = lt.id
        AND ${grantable}
      ORDER BY ${inGrantOrder} LIMIT 1
    ) free ON true
    WHERE a.id = ${applicationId}::uuid`;
  if (!row) throw invalidApplicationId();
  const { licenseTypeName } = row;
  if (row.licenseTypeId === null || licenseTypeName === null) throw invalidLicenseType();
  if (row.membershipId === null) throw userNotFound();
  if (row.seatId !== null) throw alreadyLicensed();
  if (row.subscriptionId === null) throw noSeatsAvailable();
  return { subscriptionId: row.subscriptionId, licenseTypeId: row.licenseTypeId, licenseTypeName };
}
