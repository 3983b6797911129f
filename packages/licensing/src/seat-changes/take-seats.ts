import type { Actor, EventType } from '@org/identity-core';
import { Prisma, type Transaction } from '@org/identity-prisma';
import type { SeatServices } from './seat-services.js';

/** Why a seat was released. */
export type ReleaseCause = 'revoked' | 'downgrade' | 'reclaim' | 'replaced' | EventType;

export interface ReleasedSeat {
  id: string;
  tenantId: string;
  userId: string;
  applicationId: string;
  subscriptionId: string;
}

export interface TakeSeats {
  /** Which rows of `identity.seats`. */
  readonly where: Prisma.Sql;
  readonly actor: Actor;
  readonly cause: ReleaseCause;
  /** When the seats ended, if it was earlier than now. */
  readonly endedAt?: Date | undefined;
}

/** How many seats are released, and recorded as events, at once. */
const batchSize = 1_000;

/**
 * Releases seats and records each of them. The subscriptions must be locked. Returns the seats in the order of the users'
 * ids. Hand out the freed seats afterwards. A seat with a lease stays counted until the lease ends: a trigger reserves it.
 */
export async function takeSeats(
  tx: Transaction,
  { events }: SeatServices,
  { where, actor, cause, endedAt }: TakeSeats,
): Promise<ReleasedSeat[]> {
  const taken: ReleasedSeat[] = [];
  for (;;) {
    // The trigger that ends the period of a seat reads the two settings.
    const batch = await tx.$queryRaw<ReleasedSeat[]>`
      DELETE FROM identity.seats USING (
        SELECT set_config('identity.seat_cause', ${cause}, true),
               set_config('identity.seat_ended_at', ${endedAt?.toISOString() ?? ''}, true)
      ) settings
      WHERE id IN (SELECT id FROM identity.seats WHERE ${where} LIMIT ${Prisma.raw(String(batchSize))})
      RETURNING id, tenant_id AS "tenantId", user_id AS "userId", application_id AS "applicationId",
                subscription_id AS "subscriptionId"`;
    const released = batch.sort((one, other) => (one.userId < other.userId ? -1 : 1));
    if (released.length > 0) {
      await events.publishAll(
        tx,
        released.map(({ id, tenantId, userId, applicationId, subscriptionId }) => ({
          // A user whose seat is replaced keeps a license: nothing was revoked.
          type: cause === 'replaced' ? ('seat.released' as const) : ('seat.revoked' as const),
          tenantId,
          actor,
          subjectId: userId,
          data: { seatId: id, subscriptionId, applicationId, cause },
        })),
      );
    }
    taken.push(...released);
    if (released.length < batchSize) return taken;
  }
}
