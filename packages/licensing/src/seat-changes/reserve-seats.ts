import { type LockedSubscription, type Transaction, uuidV7 } from '@org/identity-prisma';
import { noSeatsAvailable } from '../access/errors.js';
import { freeSeatsOf } from './free-seats.js';

export interface ReserveSeats {
  readonly tenantId: string;
  /** The locked and settled subscriptions of the license types. */
  readonly subscriptions: readonly LockedSubscription[];
  readonly invitationId: string;
  /** The seats are free again at this time, without anything having to run. */
  readonly expiresAt: Date;
  /** One license type of each application. */
  readonly licenses: readonly { readonly applicationId: string; readonly licenseTypeId: string }[];
}

/** Reserves seats for an invitation: all of them, or none. */
export async function reserveSeats(
  tx: Transaction,
  { tenantId, subscriptions, invitationId, expiresAt, licenses }: ReserveSeats,
): Promise<void> {
  const takeFree = freeSeatsOf(subscriptions);
  const data = licenses.map(({ applicationId, licenseTypeId }) => {
    const seat = takeFree(licenseTypeId);
    if (!seat) throw noSeatsAvailable();
    return { id: uuidV7(), subscriptionId: seat.subscriptionId, tenantId, applicationId, invitationId, expiresAt };
  });
  await tx.seatReservation.createMany({ data });
}
