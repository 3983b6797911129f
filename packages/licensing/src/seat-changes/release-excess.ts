import type { Actor } from '@org/identity-core';
import { Prisma, type Transaction } from '@org/identity-prisma';
import { isUnleased } from '../leases/require-unleased.js';
import { lastUseOfSeats } from '../seat-use/last-use-of-seats.js';
import type { SeatServices } from './change-seats.js';
import { type ReleasedSeat, takeSeats } from './take-seats.js';

export interface Excess {
  readonly subscription: { readonly id: string; readonly overagePercent: number };
  /** The quantity that the seats must fit into. */
  readonly quantity: number;
  /** The users who lose their seats first. */
  readonly first: readonly string[];
  readonly actor: Actor;
  /** When the seats ended, if it was earlier than now. */
  readonly endedAt?: Date;
}

/**
 * Releases as many seats of a subscription as a lower quantity needs: first those of the named users, then those that have
 * not been used for the longest time. Reservations stay, and so do seats with a lease. The subscription must be locked.
 */
export async function releaseExcess(
  tx: Transaction,
  services: SeatServices,
  { subscription, quantity, first, actor, endedAt }: Excess,
): Promise<ReleasedSeat[]> {
  const chosen = await tx.$queryRaw<ChosenSeat[]>`
    SELECT id, assigned_at AS "assignedAt",
           (SELECT max(expires_at) FROM identity.seat_leases WHERE seat_id = seats.id) AS "leasedUntil"
    FROM identity.seats WHERE subscription_id = ${subscription.id}::uuid AND ${isUnleased}
    ORDER BY coalesce(array_position(${first}::uuid[], user_id), ${first.length + 1}),
             ${lastUseOfSeats()}, id
    LIMIT (
      SELECT greatest(0, sub.quantity_assigned + sub.quantity_reserved
        - identity.allowed_seats(${quantity}::int, ${subscription.overagePercent}::int))
      FROM identity.subscriptions sub WHERE sub.id = ${subscription.id}::uuid)`;
  const released: ReleasedSeat[] = [];
  for (const time of new Set(chosen.map((seat) => endOf(seat, endedAt)))) {
    const ids = chosen.filter((seat) => endOf(seat, endedAt) === time).map(({ id }) => id);
    const where = Prisma.sql`id = ANY(${ids}::uuid[])`;
    const end = time === undefined ? undefined : new Date(time);
    released.push(...(await takeSeats(tx, services, { where, actor, cause: 'downgrade', endedAt: end })));
  }
  return released;
}

interface ChosenSeat {
  id: string;
  assignedAt: Date;
  leasedUntil: Date | null;
}

/** When a seat ended that a plan releases: at its time, or when the lease ended. Undefined: now, if it is newer than the plan. */
function endOf({ assignedAt, leasedUntil }: ChosenSeat, endedAt: Date | undefined): number | undefined {
  if (!endedAt || assignedAt > endedAt) return undefined;
  return Math.max(endedAt.getTime(), leasedUntil?.getTime() ?? 0);
}
