import { actorOf, isUuid, type Principal } from '@org/identity-core';
import { type IdentityPluginHost, inTenantTransaction } from '@org/identity-prisma';
import { invalidApplicationId, licenseNotFound } from '../access/errors.js';
import { deleteSeats, publishRevoked } from './release-seats.js';

/** Revokes a user's seat of an application; of several requests at once, only one succeeds. */
export async function revokeSeat(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: { tenantId: string; userId: string; applicationId: string; principal: Principal },
) {
  const { tenantId, userId, applicationId } = input;
  const application = isUuid(applicationId) ? await db.application.findUnique({ where: { id: applicationId } }) : null;
  if (!application) throw invalidApplicationId();
  if (!isUuid(userId)) throw licenseNotFound();
  return inTenantTransaction({ db, tenantId, locks: 'seats' }, async (tx) => {
    const released = await deleteSeats(tx, { tenantId, applicationId, userIds: [userId] });
    if (released.length === 0) throw licenseNotFound();
    await publishRevoked(tx, events, released, { actor: actorOf(input.principal), cause: 'revoked' });
    return { success: true, message: 'The license was revoked.' };
  });
}
