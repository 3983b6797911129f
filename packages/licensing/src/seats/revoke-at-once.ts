import type { Actor } from '@org/identity-core';
import { memberLocked, statement, subscriptionsLocked } from '@org/identity-prisma';
import { isTold } from '../mails/seat-mails.js';
import { eventOf, noteOf, partsOf, runSeatCall, type SeatCallServices } from './one-statement.js';

/*
 * `seat_can_go` sees what was committed during the wait for the locks. The trigger that ends the period of a seat reads the
 * two settings; the time is that after the wait.
 */
const revoke = statement(
  'seat_revoke',
  `WITH ${memberLocked()}, held AS MATERIALIZED (
     SELECT seats.id, sub.license_type_id FROM identity.seats JOIN identity.subscriptions sub ON sub.id = seats.subscription_id
     WHERE seats.tenant_id = $1::uuid AND seats.application_id = $3::uuid AND seats.user_id = $2::uuid
       AND EXISTS (SELECT FROM member)
   ), ${subscriptionsLocked('(SELECT license_type_id FROM held)', 'EXISTS (SELECT FROM held)')}, ready AS MATERIALIZED (
     SELECT held.id, set_config('identity.seat_cause', 'revoked', true),
            set_config('identity.seat_ended_at', clock_timestamp()::text, true)
     FROM held
     WHERE CASE WHEN (SELECT count(*) FILTER (WHERE pending_at <= clock_timestamp()) FROM locked) > 0 THEN false
       ELSE identity.seat_can_go(held.id, $1::uuid, held.license_type_id) END
   ), seat AS (
     DELETE FROM identity.seats USING ready WHERE seats.id = ready.id RETURNING seats.id, seats.subscription_id
   ), event AS (
     ${eventOf(
       'seat.revoked',
       `jsonb_build_object(
          'seatId', id, 'subscriptionId', subscription_id, 'applicationId', $3::uuid, 'cause', 'revoked')`,
     )}
   ), noted AS (
     ${noteOf('removed')}
   )
   SELECT EXISTS (SELECT FROM noted) AS noted FROM seat`,
);

/**
 * Revokes a seat in one statement. Returns false, without a change, if more statements are needed: if there is no seat that
 * can be revoked, if a user waits for it, if changes are due that must be applied first, or if a subscriber acts on the
 * event in the same transaction.
 */
export async function revokeAtOnce(
  services: SeatCallServices,
  {
    tenantId,
    userId,
    applicationId,
    actor,
  }: {
    tenantId: string;
    userId: string;
    applicationId: string;
    actor: Actor;
  },
): Promise<boolean> {
  const ids = [tenantId, userId, applicationId];
  const event = { type: 'seat.revoked' as const, tenantId, actor, subjectId: userId.toLowerCase(), data: {} };
  const values = [...ids, ...partsOf(actor, isTold.removed(event))];
  return (await runSeatCall(services, { event, ids, statement: revoke, values })) !== undefined;
}
