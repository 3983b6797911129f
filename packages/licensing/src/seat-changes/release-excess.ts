import type { Actor } from '@org/identity-core';
import { Prisma, type Transaction } from '@org/identity-prisma';
import { isUnleased } from '../leases/require-unleased.js';
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
  readonly endedAt?: Date | undefined;
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
  const chosen = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM identity.seats WHERE subscription_id = ${subscription.id}::uuid AND ${isUnleased}
    ORDER BY coalesce(array_position(${first}::uuid[], user_id), ${first.length + 1}),
             coalesce(last_used_at, assigned_at), id
    LIMIT (
      SELECT greatest(0, sub.quantity_assigned + sub.quantity_reserved
        - identity.allowed_seats(${quantity}::int, ${subscription.overagePercent}::int))
      FROM identity.subscriptions sub WHERE sub.id = ${subscription.id}::uuid)`;
  if (chosen.length === 0) return [];
  const ids = chosen.map(({ id }) => id);
  const where = Prisma.sql`id = ANY(${ids}::uuid[])`;
  return takeSeats(tx, services, { where, actor, cause: 'downgrade', endedAt });
}
