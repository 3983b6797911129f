import type { InvitationReservation } from '@org/identity-core';
import { type LockedSubscription, type Transaction, uuidV7 } from '@org/identity-prisma';
import { noSeatsAvailable } from '../access/errors.js';
import { freeSeatsOf, whyNoSeat } from './free-seats.js';
import type { SeatServices } from './seat-services.js';

export interface ReserveSeats extends InvitationReservation {
  /** The locked and settled subscriptions of the license types. */
  readonly subscriptions: readonly LockedSubscription[];
}

/** Reserves seats for an invitation: all of them, or none. They are free again when it expires; no job is needed. */
export async function reserveSeats(
  tx: Transaction,
  { events }: SeatServices,
  { tenantId, subscriptions, invitationId, expiresAt, licenses, actor }: ReserveSeats,
): Promise<void> {
  const takeFree = freeSeatsOf(subscriptions);
  const reserved = licenses.map(({ applicationId, licenseTypeId }) => {
    const seat = takeFree(licenseTypeId);
    if (!seat) throw noSeatsAvailable(whyNoSeat(subscriptions, licenseTypeId));
    return { applicationId, licenseTypeId, subscriptionId: seat.subscriptionId };
  });
  await tx.seatReservation.createMany({
    data: reserved.map(({ licenseTypeId: _, ...seat }) => ({
      ...seat,
      id: uuidV7(),
      tenantId,
      invitationId,
      expiresAt,
    })),
  });
  await events.publishAll(
    tx,
    reserved.map((data) => ({ type: 'seat.reserved' as const, tenantId, actor, subjectId: invitationId, data })),
  );
}

/**
 * Ends the reservations of an invitation. Returns the subscriptions as they are then. They must be locked. Give the seats
 * to the invited user, or hand them out.
 */
export async function dropReservations(
  tx: Transaction,
  { invitationId, subscriptions }: { invitationId: string; subscriptions: readonly LockedSubscription[] },
): Promise<LockedSubscription[]> {
  const dropped = await tx.$queryRaw<{ subscriptionId: string }[]>`
    DELETE FROM identity.seat_reservations WHERE invitation_id = ${invitationId}::uuid
    RETURNING subscription_id AS "subscriptionId"`;
  const counts = (id: string) => dropped.filter(({ subscriptionId }) => subscriptionId === id).length;
  return subscriptions.map((subscription) => ({
    ...subscription,
    reserved: subscription.reserved - counts(subscription.id),
  }));
}
