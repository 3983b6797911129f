import { IdentityError, type SeatOutcome, type Seats, type WishedSeat } from '@org/identity-core';
import {
  type LockedSubscription,
  lockMembershipRows,
  lockSubscriptionRows,
  type Transaction,
} from '@org/identity-prisma';
import { alreadyLicensed, noSeatsAvailable, userNotFound } from '../access/errors.js';
import { addWaiters } from '../seat-changes/add-waiters.js';
import { whyNoSeat } from '../seat-changes/free-seats.js';
import { giveSeats } from '../seat-changes/give-seats.js';
import type { SeatServices } from '../seat-changes/seat-services.js';
import { settleSeats } from '../seat-changes/settle-seats.js';

type Wished = Parameters<Seats<Transaction>['waitAll']>[1];

/**
 * Grants seats of several tenants in the caller's transaction; members without a free seat are put on the waiting lists. What
 * is due is settled in the same transaction. The order of the seats is that in which they are granted.
 */
export async function waitForSeats(
  tx: Transaction,
  services: SeatServices,
  { seats, actor }: Wished,
): Promise<readonly SeatOutcome[]> {
  if (seats.length === 0) return [];
  const tenantIds = [...new Set(seats.map(({ tenantId }) => tenantId))].sort();
  for (const tenantId of tenantIds) {
    const userId = seats.filter((seat) => seat.tenantId === tenantId).map((seat) => seat.userId);
    await lockMembershipRows(tx, { tenantId, userId });
  }
  const scope = { tenantId: tenantIds, licenseTypeIds: [...new Set(seats.map(({ licenseTypeId }) => licenseTypeId))] };
  let subscriptions = await lockSubscriptionRows(tx, scope);
  if (await settleSeats(tx, services, subscriptions)) subscriptions = await lockSubscriptionRows(tx, scope);
  const facts = await readFacts(tx, seats);
  const outcomes: SeatOutcome[] = [];
  for (const [index, seat] of seats.entries()) outcomes[index] = held(seat, facts[index], index);
  for (const tenantId of tenantIds) {
    const ofTenant = subscriptions.filter((one) => one.tenantId === tenantId);
    const open = [...seats.entries()].filter(
      ([index, seat]) => seat.tenantId === tenantId && outcomes[index]?.result !== 'held',
    );
    for (const [index, { licenseTypeId }] of open) {
      const why = whyNoSeat(ofTenant, licenseTypeId);
      if (why !== 'NONE_FREE') throw at(index, noSeatsAvailable(why));
    }
    const wanted = open.map(([, { userId, applicationId, licenseTypeId }]) => ({
      userId,
      applicationId,
      licenseTypeId,
    }));
    // The cause keeps the users from being mailed.
    const gift = { tenantId, subscriptions: ofTenant, wanted, actor, cause: 'import' } as const;
    const { without } = await giveSeats(tx, services, gift);
    await addWaiters(tx, services, { tenantId, wanted: without, actor, cause: 'assignment' });
    const free = freeCounts(ofTenant);
    for (const [index, { licenseTypeId }] of open) outcomes[index] = outcomeOf(free, licenseTypeId);
  }
  return outcomes;
}

interface Facts {
  isMember: boolean;
  heldType: string | null;
  waits: boolean;
}

/** What the members have already, in the order of the seats. */
function readFacts(tx: Transaction, seats: readonly WishedSeat[]): Promise<Facts[]> {
  const rows = seats.map((seat, place) => ({ ...seat, place }));
  return tx.$queryRaw<Facts[]>`
    SELECT m.id IS NOT NULL AS "isMember", sub.license_type_id AS "heldType", r.id IS NOT NULL AS waits
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS wish(
      place int, "tenantId" uuid, "userId" uuid, "applicationId" uuid)
    LEFT JOIN identity.memberships m
      ON m.tenant_id = wish."tenantId" AND m.user_id = wish."userId" AND m.status = 'ACTIVE'
    LEFT JOIN identity.seats s ON s.tenant_id = wish."tenantId" AND s.application_id = wish."applicationId"
      AND s.user_id = wish."userId"
    LEFT JOIN identity.subscriptions sub ON sub.id = s.subscription_id
    LEFT JOIN identity.license_requests r ON r.tenant_id = wish."tenantId" AND r.application_id = wish."applicationId"
      AND r.user_id = wish."userId" AND r.status = 'WAITING'
    ORDER BY wish.place`;
}

function held({ licenseTypeId }: WishedSeat, facts: Facts | undefined, index: number): SeatOutcome {
  if (!facts?.isMember) throw at(index, userNotFound());
  if (facts.heldType === null) return { result: facts.waits ? 'held' : 'granted', waiting: facts.waits, free: 0 };
  if (facts.heldType !== licenseTypeId) throw at(index, alreadyLicensed());
  return { result: 'held', waiting: false, free: 0 };
}

/** The free seats of each license type, as they are given one after the other. */
function freeCounts(subscriptions: readonly LockedSubscription[]): Map<string, number> {
  const free = new Map<string, number>();
  for (const { licenseTypeId, allowed, assigned, reserved } of subscriptions)
    free.set(licenseTypeId, (free.get(licenseTypeId) ?? 0) + Math.max(0, allowed - assigned - reserved));
  return free;
}

function outcomeOf(counts: Map<string, number>, licenseTypeId: string): SeatOutcome {
  const free = counts.get(licenseTypeId) ?? 0;
  counts.set(licenseTypeId, Math.max(0, free - 1));
  return free > 0 ? { result: 'granted', waiting: false, free } : { result: 'waiting', waiting: true, free };
}

const at = (index: number, { code, message, reason }: IdentityError) =>
  new IdentityError(code, message, {
    details: [{ path: String(index), message }],
    ...(reason === undefined ? {} : { reason }),
  });
