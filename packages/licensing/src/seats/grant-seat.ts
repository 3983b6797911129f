import type { Actor } from '@org/identity-core';
import { noSeatsAvailable } from '../access/errors.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { whyNoSeat } from '../seat-changes/free-seats.js';
import { giveSeats } from '../seat-changes/give-seats.js';
import { findFreeSeat, type GrantInput } from './find-free-seat.js';
import { grantAtOnce } from './grant-at-once.js';
import type { SeatCallServices } from './one-statement.js';

/** Assigns a seat of a license to an active member. */
export async function grantSeat(services: SeatCallServices, input: GrantInput & { actor: Actor }) {
  const { tenantId } = input;
  const seat = await grantAtOnce(services, input);
  if (seat) {
    const [userId, licenseTypeId] = [input.userId.toLowerCase(), input.licenseTypeId.toLowerCase()];
    return { userId, licenseTypeId, ...seat };
  }
  // Checked before the transaction, so that a grant that must fail does not wait for a lock …
  const { licenseTypeId } = await findFreeSeat(services.db, input);
  const scope = { tenantId, userIds: [input.userId], licenseTypeIds: [licenseTypeId] };
  return changeSeats(services, scope, async (tx, subscriptions) => {
    // … and again under the locks, where the result stays true.
    const { licenseTypeName } = await findFreeSeat(tx, input);
    const wanted = [
      { userId: input.userId.toLowerCase(), applicationId: input.applicationId.toLowerCase(), licenseTypeId },
    ];
    const { given } = await giveSeats(tx, services, {
      tenantId,
      subscriptions,
      wanted,
      actor: input.actor,
    });
    const [seat] = given;
    if (!seat) throw noSeatsAvailable(whyNoSeat(subscriptions, licenseTypeId));
    return { id: seat.id, userId: seat.userId, licenseTypeId, licenseTypeName, assignedAt: seat.assignedAt };
  });
}
