import type { LicenseRequestStatus, Transaction } from '@org/identity-prisma';

/** A request as responses show it. */
export interface RequestEntry {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly applicationId: string;
  readonly licenseTypeId: string | null;
  readonly note: string | null;
  readonly status: LicenseRequestStatus;
  /** The place in the waiting list of the license type, from 1. Null unless the request is WAITING. */
  readonly position: number | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

/**
 * The requests with these ids, in this order. Each waiting list is read once, from its index, however many of the requests
 * are in it.
 */
export async function findRequests(
  tx: Transaction,
  { tenantId, ids }: { tenantId: string; ids: readonly string[] },
): Promise<RequestEntry[]> {
  if (ids.length === 0) return [];
  const rows = await tx.$queryRaw<RequestEntry[]>`
    SELECT r.id, r.user_id AS "userId", u.email, r.application_id AS "applicationId", r.license_type_id AS "licenseTypeId",
           r.note, r.status::text, place.position, r.created_at AS "createdAt", r.decided_at AS "decidedAt"
    FROM identity.license_requests r
    JOIN identity.users u ON u.id = r.user_id
    LEFT JOIN (
      SELECT waiting_number, row_number() OVER (PARTITION BY license_type_id ORDER BY waiting_number)::int AS position
      FROM identity.license_requests
      WHERE tenant_id = ${tenantId}::uuid AND status = 'WAITING' AND license_type_id IN (
        SELECT license_type_id FROM identity.license_requests WHERE id = ANY(${ids}::uuid[]) AND status = 'WAITING')
    ) place ON place.waiting_number = r.waiting_number
    WHERE r.id = ANY(${ids}::uuid[]) AND r.tenant_id = ${tenantId}::uuid`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
