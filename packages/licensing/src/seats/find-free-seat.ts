import { isUuid } from '@org/identity-core';
import type { Database, Transaction } from '@org/identity-prisma';
import {
  alreadyLicensed,
  invalidApplicationId,
  invalidLicenseType,
  noSeatsAvailable,
  userNotFound,
} from '../access/errors.js';
import { freeSeats, isOpen } from '../seat-changes/free-seats.js';

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
  /** Whether a subscription is active. Null if there is none at all. */
  open: boolean | null;
  mayBeFree: boolean | null;
}

/**
 * Checks that the user can get a seat of the license, or throws why not. Without a lock, a seat may seem free that is not:
 * a reservation may have expired, and a planned quantity may be due.
 */
export async function findFreeSeat(
  db: Database | Transaction,
  input: GrantInput,
): Promise<{ licenseTypeId: string; licenseTypeName: string }> {
  const { tenantId, applicationId } = input;
  if (!isUuid(applicationId)) throw invalidApplicationId();
  // An id that is not a UUID gives the same result as an unknown one.
  const licenseTypeId = isUuid(input.licenseTypeId) ? input.licenseTypeId : null;
  const userId = isUuid(input.userId) ? input.userId : null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT lt.id AS "licenseTypeId", lt.name AS "licenseTypeName", m.id AS "membershipId", s.id AS "seatId",
      owned.open, owned.free AS "mayBeFree"
    FROM identity.applications a
    LEFT JOIN identity.license_types lt ON lt.id = ${licenseTypeId}::uuid AND lt.application_id = a.id
    LEFT JOIN identity.tenants t ON t.id = ${tenantId}::uuid AND t.closing_at IS NULL
    LEFT JOIN identity.memberships m ON m.tenant_id = t.id AND m.user_id = ${userId}::uuid AND m.status = 'ACTIVE'
    LEFT JOIN identity.seats s
      ON s.tenant_id = ${tenantId}::uuid AND s.application_id = a.id AND s.user_id = ${userId}::uuid
    CROSS JOIN LATERAL (
      SELECT bool_or(${isOpen}) AS open, bool_or(
        ${isOpen} AND (${freeSeats} > 0 OR sub.quantity_reserved > 0 OR sub.pending_at <= statement_timestamp())) AS free
      FROM identity.subscriptions sub
      WHERE sub.tenant_id = ${tenantId}::uuid AND sub.application_id = a.id AND sub.license_type_id = lt.id
    ) owned
    WHERE a.id = ${applicationId}::uuid`;
  if (!row) throw invalidApplicationId();
  const { licenseTypeName } = row;
  if (row.licenseTypeId === null || licenseTypeName === null) throw invalidLicenseType();
  if (row.membershipId === null) throw userNotFound();
  if (row.seatId !== null) throw alreadyLicensed();
  if (row.open === null) throw noSeatsAvailable('NOTHING_BOUGHT');
  if (!row.open) throw noSeatsAvailable('NOT_ACTIVE');
  if (!row.mayBeFree) throw noSeatsAvailable();
  return { licenseTypeId: row.licenseTypeId, licenseTypeName };
}
