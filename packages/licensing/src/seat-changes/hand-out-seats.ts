import { type LockedSubscription, lockSubscriptionRows, type Transaction } from '@org/identity-prisma';
import { applyPlannedQuantities } from './apply-planned-quantities.js';
import { freeSeats, isOpen } from './free-seats.js';
import { giveSeats, type WantedSeat } from './give-seats.js';
import type { SeatServices } from './seat-services.js';

/** How many seats are handed out, and recorded as events, at once. */
const batchSize = 1_000;

interface Waiter extends WantedSeat {
  requestId: string;
  tenantId: string;
  /** Whether the user can get the seat: an active member who has none of the application. */
  fits: boolean;
}

/**
 * Gives free seats to the users who wait for them, the first ones first. Returns the number of seats. The subscriptions must
 * be locked. Call it after each change that may have freed a seat. A lower quantity that had to wait for it comes first.
 */
export async function handOutSeats(
  tx: Transaction,
  services: SeatServices,
  locked: readonly LockedSubscription[],
): Promise<number> {
  await applyPlannedQuantities(tx, services, locked);
  const ids = locked.map(({ id }) => id);
  let count = 0;
  for (;;) {
    const waiters = ids.length === 0 ? [] : await findFirstWaiters(tx, ids);
    if (waiters.length === 0) return count;
    const unfit = waiters.filter(({ fits }) => !fits);
    await closeRequests(tx, unfit);
    for (const tenantId of new Set(waiters.map((waiter) => waiter.tenantId))) {
      const wanted = waiters.filter((waiter) => waiter.fits && waiter.tenantId === tenantId);
      const system = { kind: 'system', id: null } as const;
      const licenseTypeIds = [...new Set(wanted.map(({ licenseTypeId }) => licenseTypeId))];
      // Locked already, and read again: the counts have changed since.
      const subscriptions = await lockSubscriptionRows(tx, { tenantId, licenseTypeIds });
      const gift = {
        tenantId,
        subscriptions,
        wanted,
        actor: system,
        cause: 'waiting_list' as const,
        withoutLocks: true,
      };
      const { given } = await giveSeats(tx, services, gift);
      count += given.length;
    }
  }
}

/**
 * The first waiters of each license type with a free seat: as many as there are free seats, within one batch. Each member's
 * row is looked up by LATERAL: after a long waiting list, a join could read all memberships or all seats.
 */
function findFirstWaiters(tx: Transaction, subscriptionIds: readonly string[]): Promise<Waiter[]> {
  return tx.$queryRaw<Waiter[]>`
    SELECT r.id AS "requestId", r.tenant_id AS "tenantId", r.user_id AS "userId", r.application_id AS "applicationId",
           r.license_type_id AS "licenseTypeId", m.status = 'ACTIVE' AND s.id IS NULL AS fits
    FROM (
      SELECT sub.tenant_id, sub.license_type_id, sum(${freeSeats}) AS free FROM identity.subscriptions sub
      WHERE sub.id = ANY(${subscriptionIds}::uuid[]) AND ${isOpen} AND ${freeSeats} > 0 GROUP BY 1, 2
    ) open
    CROSS JOIN LATERAL (
      SELECT * FROM identity.license_requests
      WHERE tenant_id = open.tenant_id AND license_type_id = open.license_type_id AND status = 'WAITING'
      ORDER BY waiting_number LIMIT least(open.free, ${batchSize})
    ) r
    CROSS JOIN LATERAL (
      SELECT status FROM identity.memberships WHERE tenant_id = r.tenant_id AND user_id = r.user_id LIMIT 1
    ) m
    LEFT JOIN LATERAL (
      SELECT id FROM identity.seats
      WHERE tenant_id = r.tenant_id AND application_id = r.application_id AND user_id = r.user_id LIMIT 1
    ) s ON true
    ORDER BY r.waiting_number LIMIT ${batchSize}`;
}

/** Ends the requests of users who got a seat in another way, and of those who are no active members. */
async function closeRequests(tx: Transaction, waiters: readonly Waiter[]): Promise<void> {
  if (waiters.length === 0) return;
  const ids = waiters.map(({ requestId }) => requestId);
  await tx.$executeRaw`
    UPDATE identity.license_requests r
    SET status = (CASE WHEN s.id IS NULL THEN 'DECLINED' ELSE 'GRANTED' END)::identity.license_request_status,
        waiting_number = NULL, decided_at = statement_timestamp()
    FROM identity.license_requests waiting
    LEFT JOIN identity.seats s ON s.tenant_id = waiting.tenant_id AND s.application_id = waiting.application_id
      AND s.user_id = waiting.user_id
    WHERE waiting.id = ANY(${ids}::uuid[]) AND r.id = waiting.id`;
}
