import {
  type IdentityPluginHost,
  inTenantTransaction,
  type LockedSubscription,
  lockMembershipRows,
  lockSubscriptionRows,
  type Transaction,
} from '@org/identity-prisma';
import { settleSeats } from './settle-seats.js';

/*
 * Every way in which a seat comes or goes uses the functions of this folder, under the locks of `lock-order.ts`:
 *
 *   changeSeats    opens the transaction, locks, and settles what time has changed
 *   settleSeats    applies planned quantities that are due, drops expired reservations, hands out free seats
 *   giveSeats      assigns free seats                     takeSeats      releases seats
 *   reserveSeats   keeps seats for an invitation          handOutSeats   gives free seats to the waiting list
 *
 * No other code writes seats, reservations or places in a waiting list.
 */

export type SeatServices = Pick<IdentityPluginHost, 'events'>;

export interface SeatScope {
  readonly tenantId: string;
  /** The members whose seats change. */
  readonly userIds?: readonly string[];
  /** The license types whose seats change. Without them, all of the tenant. */
  readonly licenseTypeIds?: readonly string[];
  /** The timeout of the transaction in milliseconds, for a change that may take long. */
  readonly timeout?: number | undefined;
}

/** Runs a change of seats in one transaction. Under the locks, what time has changed is in force before the change runs. */
export function changeSeats<Result>(
  services: SeatServices & Pick<IdentityPluginHost, 'db'>,
  scope: SeatScope,
  change: (tx: Transaction, subscriptions: readonly LockedSubscription[]) => Promise<Result>,
): Promise<Result> {
  const { tenantId, timeout } = scope;
  return inTenantTransaction({ db: services.db, tenantId, locks: 'seats', timeout }, async (tx) =>
    change(tx, await lockSeats(tx, services, scope)),
  );
}

/** Takes the locks of a seat change in a transaction that has begun, and settles what time has changed. */
export async function lockSeats(
  tx: Transaction,
  services: SeatServices,
  { tenantId, userIds = [], licenseTypeIds }: SeatScope,
): Promise<readonly LockedSubscription[]> {
  if (userIds.length > 0) await lockMembershipRows(tx, { tenantId, userId: userIds });
  const lock = () => lockSubscriptionRows(tx, { tenantId, ...(licenseTypeIds ? { licenseTypeIds } : {}) });
  const locked = await lock();
  return (await settleSeats(tx, services, locked)) ? lock() : locked;
}
