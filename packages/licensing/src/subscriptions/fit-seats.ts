import { type Actor, isUuid, validationFailed } from '@org/identity-core';
import { type BatchPace, Prisma, type Transaction } from '@org/identity-prisma';
import { seatsInUse } from '../access/errors.js';
import { allowedSeats, lowestQuantity } from '../seat-changes/allowed-seats.js';
import { releaseExcess } from '../seat-changes/release-excess.js';
import { requireUnleased } from '../seat-changes/require-unleased.js';
import type { SeatServices } from '../seat-changes/seat-services.js';
import type { SubscriptionRow } from './subscription-entry.js';
import type { SubscriptionChanges } from './subscription-schemas.js';

interface FitSeats {
  /** Locked and settled. */
  subscription: SubscriptionRow;
  changes: SubscriptionChanges;
  actor: Actor;
  /** Whether seats were released for this change already, in an earlier transaction. */
  isContinued: boolean;
}

/**
 * Makes the seats of a subscription fit into its new quantity and overage: releases seats if the change says so, and
 * otherwise throws if more of them are in use. A planned quantity that may release nothing must fit already. Very many seats
 * are released in batches: it returns false if there are more, and has lowered the quantity as far as possible.
 */
export async function fitSeats(
  tx: Transaction,
  services: SeatServices,
  input: FitSeats,
  pace: BatchPace | undefined,
): Promise<boolean> {
  const { subscription, changes, actor, isContinued } = input;
  const { id, quantityReserved: reserved } = subscription;
  const { quantity = subscription.quantityPurchased, onExcess, effectiveAt } = changes;
  const first = await namedUsers(tx, id, changes.release ?? [], isContinued);
  const overagePercent = changes.overagePercent ?? subscription.overagePercent;
  const current = allowedSeats(effectiveAt ? subscription.quantityPurchased : quantity, overagePercent);
  const planned = effectiveAt && onExcess !== 'release' ? allowedSeats(quantity, overagePercent) : current;
  const inUse = subscription.quantityAssigned + reserved;
  if (inUse <= Math.min(current, planned)) return true;
  if (onExcess !== 'release' || effectiveAt) throw seatsInUse(inUse);
  const excess = { subscription: { id, overagePercent }, quantity, first, actor };
  const { released, isBatch } = await releaseExcess(tx, services, excess, pace);
  if (inUse - released <= current) return true;
  if (isBatch && (await areReleasable(tx, id, inUse - released - current))) {
    await lowerQuantity(tx, services, { subscription, inUse: inUse - released, actor });
    return false;
  }
  // The seats that are left have leases. Without those, the seats would fit.
  if (reserved <= current) await requireUnleased(tx, Prisma.sql`subscription_id = ${id}::uuid`);
  throw seatsInUse(inUse);
}

/** Whether so many further seats can be released: if leases prevent it, nothing is changed. */
async function areReleasable(tx: Transaction, subscriptionId: string, count: number): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ enough: boolean }[]>`
    SELECT sub.quantity_assigned
      - (SELECT count(*) FROM identity.agent_seats WHERE subscription_id = sub.id) - (
      SELECT count(*) FROM identity.seats WHERE id IN (
        SELECT seat_id FROM identity.seat_leases
        WHERE subscription_id = sub.id AND expires_at > statement_timestamp())) >= ${count} AS enough
    FROM identity.subscriptions sub WHERE sub.id = ${subscriptionId}::uuid`;
  return found?.enough === true;
}

/** Sets the lowest quantity that the seats in use allow, so that nobody gets those that were released. */
async function lowerQuantity(
  tx: Transaction,
  { events }: SeatServices,
  { subscription, inUse, actor }: Pick<FitSeats, 'subscription' | 'actor'> & { inUse: number },
): Promise<void> {
  const { id, tenantId, overagePercent, status, expiresAt } = subscription;
  const quantity = Math.min(subscription.quantityPurchased, lowestQuantity(inUse, overagePercent));
  await tx.subscription.update({ where: { id }, data: { quantityPurchased: quantity } });
  await events.publish(tx, {
    type: 'subscription.updated',
    tenantId,
    actor,
    subjectId: id,
    data: { changed: ['quantity'], quantity, status, expiresAt: expiresAt?.toISOString() ?? null },
  });
}

/** The ids in lower case. Throws if one of them has no seat of the subscription, unless it was released already. */
async function namedUsers(
  tx: Transaction,
  subscriptionId: string,
  userIds: readonly string[],
  isContinued: boolean,
): Promise<string[]> {
  const ids = userIds.map((id) => id.toLowerCase());
  if (ids.length === 0 || isContinued) return ids;
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
