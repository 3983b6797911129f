import { type Actor, reply } from '@org/identity-core';
import { noSeatsAvailable } from '../access/errors.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { whyNoSeat } from '../seat-changes/free-seats.js';
import { giveSeats } from '../seat-changes/give-seats.js';
import { findFreeSeat, type GrantInput } from './find-free-seat.js';
import { grantAtOnce } from './grant-at-once.js';
import type { SeatCallServices } from './one-statement.js';

type SeatGrant = GrantInput & { actor: Actor };

/** Assigns a seat of a license to an active member. */
export function grantSeat(services: SeatCallServices, input: SeatGrant) {
  return assign(services, input, reply);
}

/** The same for other plugins, whose routes have replies of their own. */
export async function grantForPlugin(services: SeatCallServices, input: SeatGrant): Promise<{ id: string }> {
  const { id } = await assign(services, input, (seat) => seat);
  return { id };
}

/** `last` is called with the seat at the end of the transaction, if one is needed. */
async function assign(services: SeatCallServices, input: SeatGrant, last: <Seat>(seat: Seat) => Seat) {
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
    return last({ id: seat.id, userId: seat.userId, licenseTypeId, licenseTypeName, assignedAt: seat.assignedAt });
  });
}
