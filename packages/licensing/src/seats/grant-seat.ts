import { type Actor, reply } from '@org/identity-core';
import { memberLocked, statement, subscriptionsLocked, uuidV7 } from '@org/identity-prisma';
import { noSeatsAvailable } from '../access/errors.js';
import { isTold } from '../mails/seat-mails.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { whyNoSeat } from '../seat-changes/free-seats.js';
import { giveSeats } from '../seat-changes/give-seats.js';
import { findFreeSeat, type GrantInput } from './find-free-seat.js';
import { eventOf, noteOf, partsOf, runSeatCall, type SeatCallServices } from './one-statement.js';

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

/*
 * What is not locked is read as it was before the wait, so it decides only where that is safe: a seat that the user got
 * meanwhile violates a constraint, and a reservation that is new has not expired.
 */
const grant = statement(
  'seat_grant',
  `WITH ${memberLocked(`status = 'ACTIVE'`)}, ${subscriptionsLocked('$9::uuid', 'EXISTS (SELECT FROM member)')}, chosen AS MATERIALIZED (
     SELECT locked.id, type.name, purchased <= used AS overage, clock_timestamp() AS now
     FROM locked JOIN identity.license_types type ON type.id = $9::uuid AND type.application_id = $3::uuid
     WHERE allowed > used AND NOT EXISTS (SELECT FROM locked WHERE pending_at <= clock_timestamp())
       AND NOT EXISTS (
         SELECT FROM locked JOIN identity.seat_reservations kept ON kept.subscription_id = locked.id
         WHERE reserved > 0 AND kept.expires_at <= clock_timestamp())
       AND NOT EXISTS (
         SELECT FROM identity.seats
         WHERE tenant_id = $1::uuid AND application_id = $3::uuid AND user_id = $2::uuid)
     ORDER BY purchased <= used, coalesce(starts_at > clock_timestamp(), false), locked.created_at, locked.id LIMIT 1
   ), added AS (
     INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id, assigned_at)
     SELECT $10::uuid, id, $1::uuid, $3::uuid, $2::uuid, now FROM chosen RETURNING id, subscription_id, assigned_at
   ), granted AS (
     UPDATE identity.license_requests SET status = 'GRANTED', waiting_number = NULL, decided_at = clock_timestamp()
     WHERE EXISTS (SELECT FROM added) AND tenant_id = $1::uuid AND application_id = $3::uuid AND user_id = $2::uuid
       AND status IN ('PENDING', 'WAITING')
   ), seat AS (
     SELECT added.*, chosen.name, chosen.overage, u.disabled_at IS NOT NULL AS disabled
     FROM added CROSS JOIN chosen JOIN identity.users u ON u.id = $2::uuid
   ), event AS (
     ${eventOf(
       'seat.granted',
       `jsonb_strip_nulls(jsonb_build_object(
          'seatId', id, 'subscriptionId', subscription_id, 'applicationId', $3::uuid, 'licenseTypeId', $9::uuid,
          'overage', nullif(overage, false), 'accountDisabled', nullif(disabled, false)))`,
     )}
   ), noted AS (
     ${noteOf('granted')}
   )
   SELECT id, subscription_id, assigned_at, name, overage, disabled, EXISTS (SELECT FROM noted) AS noted FROM seat`,
);

interface Row {
  id: string;
  subscription_id: string;
  assigned_at: Date;
  name: string;
  overage: boolean;
  disabled: boolean;
  noted: boolean;
}

/**
 * Assigns a seat in one statement. Returns undefined, without a change, in every case that needs more: if the seat cannot be
 * granted, if time has changed something that comes first, or if somebody else acts on the event in its transaction.
 */
async function grantAtOnce(
  services: SeatCallServices,
  input: GrantInput & { actor: Actor },
): Promise<{ id: string; licenseTypeName: string; assignedAt: Date } | undefined> {
  const { tenantId, userId, applicationId, licenseTypeId, actor } = input;
  const event = { type: 'seat.granted' as const, tenantId, actor, subjectId: userId.toLowerCase(), data: {} };
  const parts = partsOf(actor, isTold.granted(event));
  const row = await runSeatCall<Row>(services, {
    event,
    ids: [tenantId, userId, applicationId, licenseTypeId],
    statement: grant,
    values: [tenantId, userId, applicationId, ...parts, licenseTypeId, uuidV7()],
  });
  return row && { id: row.id, licenseTypeName: row.name, assignedAt: row.assigned_at };
}
