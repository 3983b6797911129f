import type { Actor } from '@org/identity-core';
import { type Transaction, uuidV7 } from '@org/identity-prisma';
import type { WantedSeat } from './give-seats.js';
import type { SeatServices } from './seat-services.js';

export interface AddWaiters {
  readonly tenantId: string;
  /** In the order of the waiting list. No user twice for one application. */
  readonly wanted: readonly WantedSeat[];
  readonly actor: Actor;
  /** Why they wait. */
  readonly cause: 'rule' | 'invitation' | 'assignment';
}

/**
 * Puts active members at the end of the waiting lists, and records each of them. A request that is not decided yet becomes
 * the place in the list; a user who already waits for the application keeps the place. The subscriptions must be locked.
 */
export async function addWaiters(
  tx: Transaction,
  { events }: SeatServices,
  { tenantId, wanted, actor, cause }: AddWaiters,
): Promise<void> {
  const added = wanted.length === 0 ? [] : await addPlaces(tx, { tenantId, wanted, cause });
  if (added.length === 0) return;
  await events.publishAll(
    tx,
    added.map(({ id, userId, applicationId, licenseTypeId }) => ({
      type: 'license_request.waiting' as const,
      tenantId,
      actor,
      subjectId: userId,
      data: { requestId: id, applicationId, licenseTypeId, cause },
    })),
  );
}

/** Adds the rows, or changes the pending ones of the same users. Returns those that are new in a list. */
function addPlaces(
  tx: Transaction,
  { tenantId, wanted, cause }: Pick<AddWaiters, 'tenantId' | 'wanted' | 'cause'>,
): Promise<(WantedSeat & { id: string })[]> {
  const rows = wanted.map((one, place) => ({ ...one, id: uuidV7(), place }));
  return tx.$queryRaw<(WantedSeat & { id: string })[]>`
    INSERT INTO identity.license_requests AS request
      (id, tenant_id, user_id, application_id, license_type_id, status, cause, waiting_number)
    SELECT id, ${tenantId}::uuid, "userId", "applicationId", "licenseTypeId", 'WAITING', ${cause},
           nextval('identity.license_waiting_numbers')
    FROM (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS wanted(
        id uuid, "userId" uuid, "applicationId" uuid, "licenseTypeId" uuid, place int) ORDER BY place
    ) wanted
    ON CONFLICT (tenant_id, application_id, user_id) WHERE status IN ('PENDING', 'WAITING')
    DO UPDATE SET status = 'WAITING', license_type_id = excluded.license_type_id, waiting_number = excluded.waiting_number
    WHERE request.status = 'PENDING'
    RETURNING id, user_id AS "userId", application_id AS "applicationId", license_type_id AS "licenseTypeId"`;
}
