import type { Actor } from '@org/identity-core';
import { type BatchPace, fixedBatches, Prisma, type Transaction } from '@org/identity-prisma';
import { type ChosenSeat, findLeastUsedSeats } from './least-used-seats.js';
import type { SeatServices } from './seat-services.js';
import { takeSeats } from './take-seats.js';

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

/** How many seats one transaction releases. Few calls release more, so most of them are all or nothing. */
export const releasePace = fixedBatches(1_000);

/**
 * Releases seats of a subscription that a lower quantity has no room for: first those of the named users, then those that have
 * not been used for the longest time. Reservations stay, and so do seats with a lease. The subscription must be locked. Of
 * very many it releases a batch, and says so: then lower the quantity as far as possible, and go on in another transaction.
 */
export function releaseExcess(
  tx: Transaction,
  services: SeatServices,
  excess: Excess,
  pace: BatchPace = releasePace,
): Promise<{ released: number; isBatch: boolean }> {
  const { subscription, quantity, first, actor, endedAt } = excess;
  const count = Prisma.sql`(
    SELECT greatest(0, sub.quantity_assigned + sub.quantity_reserved
      - identity.allowed_seats(${quantity}::int, ${subscription.overagePercent}::int))
    FROM identity.subscriptions sub WHERE sub.id = ${subscription.id}::uuid)`;
  return pace.run(async (max) => {
    const chosen = await findLeastUsedSeats(tx, { subscriptionId: subscription.id, first, count, max });
    let released = 0;
    for (const time of new Set(chosen.map((seat) => endOf(seat, endedAt)))) {
      const ids = chosen.filter((seat) => endOf(seat, endedAt) === time).map(({ id }) => id);
      const where = Prisma.sql`id = ANY(${ids}::uuid[])`;
      const end = time === undefined ? undefined : new Date(time);
      released += (await takeSeats(tx, services, { where, actor, cause: 'downgrade', endedAt: end })).length;
    }
    return { released, isBatch: released === max };
  });
}

/** When a seat ended that a plan releases: at its time, or when the lease ended. Undefined: now, if it is newer than the plan. */
function endOf({ assignedAt, leasedUntil }: ChosenSeat, endedAt: Date | undefined): number | undefined {
  if (!endedAt || assignedAt > endedAt) return undefined;
  return Math.max(endedAt.getTime(), leasedUntil?.getTime() ?? 0);
}
