import {
  type IdentityPluginHost,
  inTenantTransaction,
  type LockedSubscription,
  lockMembershipRows,
  lockSubscriptionRows,
  type Transaction,
} from '@org/identity-prisma';
import type { SeatServices } from './seat-services.js';
import { settleSeats } from './settle-seats.js';

/*
 * All code that grants or releases a seat uses the functions of this folder, under the locks of `lock-order.ts`:
 *
 *   changeSeats    opens the transaction, locks, and applies due changes
 *   settleSeats    applies planned quantities that are due, drops expired reservations, hands out free seats
 *   giveSeats      assigns free seats                     takeSeats      releases seats
 *   reserveSeats   keeps seats for an invitation          handOutSeats   gives free seats to the waiting list
 *   addWaiters     puts members on the waiting list       leaveWaitingLists  ends the open requests of users
 *   takePlace      puts a request on the waiting list     losePlace      takes it off
 *
 * A seat that is granted or revoked alone, with nothing else to settle, takes one statement with the same locks: see
 * `seats/grant-seat.ts` and `seats/revoke-at-once.ts`. No other code writes seats, reservations or places in a waiting
 * list.
 */

export interface SeatScope {
  readonly tenantId: string;
  /** The members whose seats change. */
  readonly userIds?: readonly string[];
  /** The license types whose seats change. Without them, all of the tenant. */
  readonly licenseTypeIds?: readonly string[];
}

const settled = Symbol('settled');

/**
 * Runs a change of seats in one transaction. Under the locks, due changes are applied before the change runs. They
 * are committed first, so that they are kept if the change fails.
 */
export async function changeSeats<Result>(
  services: SeatServices & Pick<IdentityPluginHost, 'db'>,
  { tenantId, userIds = [], licenseTypeIds }: SeatScope,
  change: (tx: Transaction, subscriptions: readonly LockedSubscription[]) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const result = await inTenantTransaction({ db: services.db, tenantId, locks: 'seats' }, async (tx) => {
      if (userIds.length > 0) await lockMembershipRows(tx, { tenantId, userId: userIds });
      const locked = await lockSubscriptionRows(tx, { tenantId, ...(licenseTypeIds ? { licenseTypeIds } : {}) });
      return (await settleSeats(tx, services, locked)) ? settled : change(tx, locked);
    });
    if (result !== settled) return result;
  }
}
