import { actorOf, type Principal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { noSeatsAvailable } from '../access/errors.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { whyNoSeat } from '../seat-changes/free-seats.js';
import { giveSeats } from '../seat-changes/give-seats.js';
import { findFreeSeat, type GrantInput } from './find-free-seat.js';

/** Assigns a seat of a license to an active member. */
export async function grantSeat(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: GrantInput & { principal: Principal },
) {
  const { tenantId } = input;
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
      actor: actorOf(input.principal),
    });
    const [seat] = given;
    if (!seat) throw noSeatsAvailable(whyNoSeat(subscriptions, licenseTypeId));
    return { id: seat.id, userId: seat.userId, licenseTypeId, licenseTypeName, assignedAt: seat.assignedAt };
  });
}
