import { isIdentityError, type SeatChange, type Seats } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { requireLicenseType } from '../license-types/require-license-type.js';
import { addWaiters } from '../seat-changes/add-waiters.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { giveSeats } from '../seat-changes/give-seats.js';
import { findFreeSeat, type GrantInput } from './find-free-seat.js';
import { grantForPlugin } from './grant-seat.js';
import type { SeatCallServices } from './one-statement.js';
import { releaseSeat } from './revoke-seat.js';
import { waitForSeats } from './wait-for-seats.js';

/** The service `seats`, for other plugins. */
export function seatsService(services: SeatCallServices): Seats<Transaction> {
  return {
    grant: (change) => grantForPlugin(services, change),
    release: (change) => releaseSeat(services, change),
    wait: (change) => grantOrWait(services, change),
    waitAll: (tx, wished) => waitForSeats(tx, services, wished),
  };
}

/** Grants a seat, or puts the member on the waiting list if all seats are taken. */
async function grantOrWait(
  services: SeatCallServices,
  input: SeatChange & { licenseTypeId: string },
): Promise<'granted' | 'waiting'> {
  const { tenantId, actor } = input;
  const type = await requireLicenseType(services.db, input);
  const userId = input.userId.toLowerCase();
  const wanted = [{ userId, applicationId: type.applicationId, licenseTypeId: type.id }];
  return changeSeats(
    services,
    { tenantId, userIds: [userId], licenseTypeIds: [type.id] },
    async (tx, subscriptions) => {
      if (await isFree(tx, input)) {
        await giveSeats(tx, services, { tenantId, subscriptions, wanted, actor });
        return 'granted';
      }
      await addWaiters(tx, services, { tenantId, wanted, actor, cause: 'assignment' });
      return 'waiting';
    },
  );
}

/** False if all seats are taken; every other reason against a seat is thrown. */
async function isFree(tx: Transaction, input: GrantInput): Promise<boolean> {
  try {
    await findFreeSeat(tx, input);
    return true;
  } catch (error) {
    if (isIdentityError(error) && error.code === 'NO_SEATS_AVAILABLE' && error.reason === 'NONE_FREE') return false;
    throw error;
  }
}
