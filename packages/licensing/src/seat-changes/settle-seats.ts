import { type LockedSubscription, Prisma, type Transaction } from '@org/identity-prisma';
import { applyPlannedQuantities } from './apply-planned-quantities.js';
import { handOutSeats } from './hand-out-seats.js';
import type { SeatServices } from './seat-services.js';

/**
 * Applies due changes: planned quantities whose time has come, and reservations that have expired. Seats that
 * become free go to the waiting lists. Returns whether something has changed. The subscriptions must be locked.
 */
export async function settleSeats(
  tx: Transaction,
  services: SeatServices,
  locked: readonly LockedSubscription[],
): Promise<boolean> {
  // In the order of time: a plan must not take a seat away because of a reservation that had ended before.
  const early = await dropExpiredReservations(
    tx,
    locked.filter(({ due }) => due),
    Prisma.sql`least(sub.pending_at, statement_timestamp())`,
  );
  const planned = await applyPlannedQuantities(tx, services, locked);
  const dropped = await dropExpiredReservations(tx, locked, Prisma.sql`statement_timestamp()`);
  const changed = early || planned || dropped;
  if (changed) await handOutSeats(tx, services, locked);
  return changed;
}

async function dropExpiredReservations(
  tx: Transaction,
  locked: readonly LockedSubscription[],
  time: Prisma.Sql,
): Promise<boolean> {
  const ids = locked.filter(({ reserved }) => reserved > 0).map(({ id }) => id);
  if (ids.length === 0) return false;
  const count = await tx.$executeRaw`
    DELETE FROM identity.seat_reservations kept USING identity.subscriptions sub
    WHERE kept.subscription_id = ANY(${ids}::uuid[]) AND sub.id = kept.subscription_id AND kept.expires_at <= ${time}`;
  return count > 0;
}
