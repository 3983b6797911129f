import { type Actor, isUuid, validationFailed } from '@org/identity-core';
import { Prisma, type Transaction } from '@org/identity-prisma';
import { seatsInUse } from '../access/errors.js';
import { requireUnleased } from '../leases/require-unleased.js';
import { allowedSeats } from '../seat-changes/allowed-seats.js';
import type { SeatServices } from '../seat-changes/change-seats.js';
import { releaseExcess } from '../seat-changes/release-excess.js';
import type { SubscriptionRow } from './subscription-entry.js';
import type { SubscriptionChanges } from './subscription-schemas.js';

interface FitSeats {
  /** Locked and settled. */
  subscription: SubscriptionRow;
  changes: SubscriptionChanges;
  actor: Actor;
}

/**
 * Makes the seats of a subscription fit into its new quantity and overage: releases seats if the change says so, and
 * otherwise throws if more of them are in use. A planned quantity that may release nothing must fit already.
 */
export async function fitSeats(tx: Transaction, services: SeatServices, input: FitSeats): Promise<void> {
  const { subscription, changes, actor } = input;
  const { id, quantityReserved: reserved } = subscription;
  const { quantity = subscription.quantityPurchased, onExcess, effectiveAt } = changes;
  const first = await namedUsers(tx, id, changes.release ?? []);
  const overagePercent = changes.overagePercent ?? subscription.overagePercent;
  const current = allowedSeats(effectiveAt ? subscription.quantityPurchased : quantity, overagePercent);
  const planned = effectiveAt && onExcess !== 'release' ? allowedSeats(quantity, overagePercent) : current;
  const inUse = subscription.quantityAssigned + reserved;
  if (inUse <= Math.min(current, planned)) return;
  if (onExcess !== 'release' || effectiveAt) throw seatsInUse(inUse);
  const excess = { subscription: { id, overagePercent }, quantity, first, actor };
  const released = await releaseExcess(tx, services, excess);
  if (inUse - released.length <= current) return;
  // The seats that are left have leases. Without those, the seats would fit.
  if (reserved <= current) await requireUnleased(tx, Prisma.sql`subscription_id = ${id}::uuid`);
  throw seatsInUse(inUse);
}

/** The ids in lower case. Throws if one of them has no seat of the subscription. */
async function namedUsers(tx: Transaction, subscriptionId: string, userIds: readonly string[]): Promise<string[]> {
  const ids = userIds.map((id) => id.toLowerCase());
  if (ids.length === 0) return ids;
  const seats = await tx.seat.findMany({
    where: { subscriptionId, userId: { in: ids.filter(isUuid) } },
    select: { userId: true },
  });
  const holders = new Set(seats.map(({ userId }) => userId));
  const details = ids.flatMap((id, index) =>
    holders.has(id) ? [] : [{ path: `release.${index}`, message: 'has no seat of this subscription' }],
  );
  if (details.length > 0) throw validationFailed(details);
  return ids;
}
