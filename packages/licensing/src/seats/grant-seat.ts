import { actorOf, type Principal } from '@org/identity-core';
import {
  type IdentityPluginHost,
  inTenantTransaction,
  lockMembershipRows,
  lockSubscriptionRows,
} from '@org/identity-prisma';
import { findFreeSeat, type GrantInput } from './find-free-seat.js';

/** Assigns a seat of a license to an active member. */
export async function grantSeat(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: GrantInput & { principal: Principal },
) {
  const { tenantId, userId, applicationId } = input;
  // Checked before the transaction, so that a grant that must fail does not wait for a lock …
  await findFreeSeat(db, input);
  return inTenantTransaction({ db, tenantId, locks: 'seats' }, async (tx) => {
    await lockMembershipRows(tx, { tenantId, userId });
    await lockSubscriptionRows(tx, { tenantId, licenseTypeId: input.licenseTypeId });
    // … and again under the locks, where the result stays true.
    const { subscriptionId, licenseTypeId, licenseTypeName } = await findFreeSeat(tx, input);
    const seat = await tx.seat.create({ data: { subscriptionId, tenantId, applicationId, userId } });
    await events.publish(tx, {
      type: 'seat.granted',
      tenantId,
      actor: actorOf(input.principal),
      subjectId: seat.userId,
      data: { seatId: seat.id, subscriptionId, applicationId: seat.applicationId, licenseTypeId },
    });
    return { id: seat.id, userId: seat.userId, licenseTypeId, licenseTypeName, assignedAt: seat.assignedAt };
  });
}
