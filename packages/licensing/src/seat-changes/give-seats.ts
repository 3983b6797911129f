import type { Actor } from '@org/identity-core';
import { type LockedSubscription, type Transaction, uuidV7 } from '@org/identity-prisma';
import { freeSeatsOf } from './free-seats.js';
import type { SeatServices } from './seat-services.js';

export interface WantedSeat {
  readonly userId: string;
  readonly applicationId: string;
  readonly licenseTypeId: string;
}

export interface GivenSeat extends WantedSeat {
  readonly id: string;
  readonly subscriptionId: string;
  readonly assignedAt: Date;
  readonly overage: boolean;
  /** Whether the account is disabled: then the seat is no license yet, which license mirrors have to know. */
  readonly accountDisabled: boolean;
}

export interface GiveSeats {
  readonly tenantId: string;
  /** The locked and settled subscriptions of the license types. */
  readonly subscriptions: readonly LockedSubscription[];
  /** In the order in which they get free seats. No user twice for one application. */
  readonly wanted: readonly WantedSeat[];
  readonly actor: Actor;
  /** Why the users get a seat, if it is not granted directly. */
  readonly cause?: 'waiting_list' | 'rule' | 'invitation' | 'request' | 'import';
  /** Whether the memberships are not locked: for a waiting list, and for a new rule. See `lock-order.ts`. */
  readonly withoutLocks?: boolean;
}

/**
 * Assigns free seats, as far as there are any, and returns who got one and who did not. The users must be active members
 * without a seat of the application. Their open requests for it are granted.
 */
export async function giveSeats(
  tx: Transaction,
  { events }: SeatServices,
  { tenantId, subscriptions, wanted, actor, cause, withoutLocks = false }: GiveSeats,
): Promise<{ given: GivenSeat[]; without: WantedSeat[] }> {
  const without: WantedSeat[] = [];
  const takeFree = freeSeatsOf(subscriptions);
  const seats = wanted.flatMap((one) => {
    const seat = takeFree(one.licenseTypeId);
    if (!seat) without.push(one);
    return seat ? [{ ...one, ...seat, id: uuidV7(), tenantId }] : [];
  });
  if (seats.length === 0) return { given: [], without };
  const given = await addSeats(tx, seats, withoutLocks);
  await events.publishAll(
    tx,
    given.map(({ id, userId, subscriptionId, applicationId, licenseTypeId, overage, accountDisabled }) => ({
      type: 'seat.granted' as const,
      tenantId,
      actor,
      subjectId: userId,
      data: {
        seatId: id,
        subscriptionId,
        applicationId,
        licenseTypeId,
        ...(overage ? { overage } : {}),
        ...(accountDisabled ? { accountDisabled } : {}),
        ...(cause ? { cause } : {}),
      },
    })),
  );
  return { given, without };
}

type NewSeat = Omit<GivenSeat, 'assignedAt' | 'accountDisabled'> & { tenantId: string };
type AddedSeat = Pick<GivenSeat, 'id' | 'assignedAt' | 'accountDisabled'>;

/** Adds the rows and grants the open requests of their users. Returns the seats in the same order. */
async function addSeats(tx: Transaction, seats: readonly NewSeat[], withoutLocks: boolean): Promise<GivenSeat[]> {
  // The trigger that requires an active member reads the setting.
  const rows = await tx.$queryRaw<AddedSeat[]>`
    WITH added AS (
      INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id, assigned_at)
      SELECT id, "subscriptionId", "tenantId", "applicationId", "userId", statement_timestamp()
      FROM jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) AS seat(
        id uuid, "subscriptionId" uuid, "tenantId" uuid, "applicationId" uuid, "userId" uuid),
        (SELECT set_config('identity.seats_without_lock', ${withoutLocks ? 'on' : ''}, true)) setting
      RETURNING id, tenant_id, application_id, user_id, assigned_at
    ), granted AS (
      UPDATE identity.license_requests r SET status = 'GRANTED', waiting_number = NULL, decided_at = statement_timestamp()
      FROM added WHERE r.tenant_id = added.tenant_id AND r.application_id = added.application_id
        AND r.user_id = added.user_id AND r.status IN ('PENDING', 'WAITING')
    )
    SELECT id, assigned_at AS "assignedAt",
           (SELECT disabled_at IS NOT NULL FROM identity.users WHERE users.id = added.user_id) AS "accountDisabled"
    FROM added`;
  const added = new Map(rows.map((row) => [row.id, row]));
  return seats.flatMap(({ tenantId: _, ...seat }) => {
    const row = added.get(seat.id);
    return row ? [{ ...seat, ...row }] : [];
  });
}
