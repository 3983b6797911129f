import { type LockedSubscription, Prisma } from '@org/identity-prisma';
import type { WithoutSeats } from '../access/errors.js';

/**
 * The condition for seats of a subscription `sub` to be granted. `statement_timestamp()`, because `now()` would be a time
 * before the wait for a lock.
 */
export const isOpen = Prisma.sql`
  sub.status = 'ACTIVE' AND (sub.expires_at IS NULL OR sub.expires_at > statement_timestamp())`;

/** How many seats of a subscription `sub` can be granted, with the overage. */
export const freeSeats = Prisma.sql`
  (identity.allowed_seats(sub.quantity_purchased, sub.overage_percent) - sub.quantity_assigned - sub.quantity_reserved)`;

/** A free seat that can be granted or reserved. */
export interface FreeSeat {
  readonly subscriptionId: string;
  /** Whether it is beyond the quantity. */
  readonly overage: boolean;
}

/**
 * Takes free seats of locked and settled subscriptions, one after the other. Seats within the quantities come first, then
 * those of the overage; of several subscriptions one that has started comes first, then the oldest.
 */
export function freeSeatsOf(
  subscriptions: readonly LockedSubscription[],
): (licenseTypeId: string) => FreeSeat | undefined {
  const ordered = [...subscriptions].sort(inGrantOrder).map(({ purchased, assigned, reserved, allowed, ...rest }) => {
    const used = assigned + reserved;
    const within = Math.max(0, Math.min(purchased, allowed) - used);
    return { ...rest, within, beyond: Math.max(0, allowed - used) - within };
  });
  return (licenseTypeId) => {
    const ofType = ordered.filter((one) => one.licenseTypeId === licenseTypeId);
    const within = ofType.find((one) => one.within > 0);
    const beyond = ofType.find((one) => one.beyond > 0);
    if (within) within.within -= 1;
    else if (beyond) beyond.beyond -= 1;
    const one = within ?? beyond;
    return one && { subscriptionId: one.id, overage: one !== within };
  };
}

/** Why locked and settled subscriptions have no free seat of a license type. */
export function whyNoSeat(subscriptions: readonly LockedSubscription[], licenseTypeId: string): WithoutSeats {
  const ofType = subscriptions.filter((subscription) => subscription.licenseTypeId === licenseTypeId);
  if (ofType.length === 0) return 'NOTHING_BOUGHT';
  return ofType.every(({ allowed }) => allowed === 0) ? 'NOT_ACTIVE' : 'NONE_FREE';
}

function inGrantOrder(one: LockedSubscription, other: LockedSubscription): number {
  const byStart = Number(one.early) - Number(other.early);
  return byStart || one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);
}
