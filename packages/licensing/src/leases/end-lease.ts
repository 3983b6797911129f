import { actorOf, type Principal, reply } from '@org/identity-core';
import { type IdentityPluginHost, Prisma, requireManager, type Transaction } from '@org/identity-prisma';
import { changeSeats } from '../seat-changes/change-seats.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { takeSeats } from '../seat-changes/take-seats.js';
import { requireLease } from './list-leases.js';

/**
 * Frees the seat of a lease, with all leases of that seat, and gives it to those who wait for one. The JWT of the lease still
 * verifies without the server until it expires. If the holder has left, only a reservation of the seat remains, and ends.
 */
export async function endLease(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  { leaseId, ...call }: { tenantId: string; principal: Principal; leaseId: string },
) {
  const { tenantId, principal } = call;
  await requireManager(services.db, call);
  const { userId, licenseTypeId } = await requireLease(services.db, { tenantId, leaseId });
  const scope = { tenantId, userIds: [userId], licenseTypeIds: [licenseTypeId] };
  return changeSeats(services, scope, async (tx, subscriptions) => {
    await requireManager(tx, call);
    const { seatId, subscriptionId, applicationId } = await requireLease(tx, { tenantId, leaseId });
    const ended = await deleteLeases(tx, seatId);
    const actor = actorOf(principal);
    await services.events.publishAll(
      tx,
      ended.map(({ id, expiresAt }) => ({
        type: 'lease.ended' as const,
        tenantId,
        actor,
        subjectId: userId,
        data: { leaseId: id, seatId, subscriptionId, applicationId, expiresAt: expiresAt.toISOString() },
      })),
    );
    const where = Prisma.sql`id = ${seatId}::uuid`;
    const released = await takeSeats(tx, services, { where, actor, cause: 'lease.ended' });
    if (released.length === 0) await dropReservation(tx, { subscriptionId, ended });
    await handOutSeats(tx, services, subscriptions);
    const message = 'The seat is free. The lease itself works without the server until it ends.';
    return reply({ success: true, message });
  });
}

/** Ends all leases of a seat that still run. Those that have ended show until when the seat could not be released. */
function deleteLeases(tx: Transaction, seatId: string): Promise<{ id: string; expiresAt: Date }[]> {
  return tx.$queryRaw`
    DELETE FROM identity.seat_leases WHERE seat_id = ${seatId}::uuid AND expires_at > statement_timestamp()
    RETURNING id, expires_at AS "expiresAt"`;
}

/**
 * Ends the reservation that the trigger of the seat left behind when its holder went: until the last lease. Those that end at
 * the same moment are alike, so any of them will do.
 */
async function dropReservation(
  tx: Transaction,
  { subscriptionId, ended }: { subscriptionId: string; ended: readonly { expiresAt: Date }[] },
): Promise<void> {
  const last = new Date(Math.max(...ended.map(({ expiresAt }) => expiresAt.getTime())));
  await tx.$executeRaw`
    DELETE FROM identity.seat_reservations WHERE id = (
      SELECT id FROM identity.seat_reservations
      WHERE subscription_id = ${subscriptionId}::uuid AND invitation_id IS NULL AND expires_at = ${last}::timestamptz
      LIMIT 1)`;
}
