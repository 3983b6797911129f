import { sqlCheck } from '@org/identity-core';

/** Compares the seats and reservations of each subscription with its counters and with the number that is allowed. */
export const checkSeatCounts = sqlCheck({
  name: 'seat-counts',
  rule: 'Every subscription has as many seats and reservations as its counters say, and no more than are allowed.',
  advice:
    'Revoke the seats above the number purchased, or raise it; then set quantity_assigned to the number of seats.',
  sql: `SELECT s.id FROM identity.subscriptions s
    LEFT JOIN (SELECT subscription_id, count(*) AS seats FROM (
      SELECT subscription_id FROM identity.seats UNION ALL SELECT subscription_id FROM identity.agent_seats
    ) seat GROUP BY 1) held ON held.subscription_id = s.id
    LEFT JOIN (SELECT subscription_id, count(*) AS seats FROM identity.seat_reservations GROUP BY 1) kept
      ON kept.subscription_id = s.id
    WHERE coalesce(held.seats, 0) <> quantity_assigned OR coalesce(kept.seats, 0) <> quantity_reserved
      OR quantity_assigned + quantity_reserved > identity.allowed_seats(quantity_purchased, overage_percent)`,
});

/** Looks for seats of users who are no longer active members. */
export const checkSeatHolders = sqlCheck({
  name: 'seat-holders',
  rule: 'Every seat is held by an active member of the tenant that purchased it.',
  advice: 'Revoke these seats.',
  sql: `SELECT seat.id FROM identity.seats seat WHERE NOT EXISTS (
      SELECT FROM identity.memberships m
      WHERE m.tenant_id = seat.tenant_id AND m.user_id = seat.user_id AND m.status = 'ACTIVE')`,
});

/** Compares the seats with the periods that have not ended. */
export const checkSeatPeriods = sqlCheck({
  name: 'seat-periods',
  rule: 'Every seat has a period that has not ended, and every such period has its seat.',
  advice: 'Rows were changed while triggers were off. Compare seats, seat_periods and the events of these ids.',
  sql: `SELECT coalesce(seat.id, period.id) AS id
    FROM (SELECT id FROM identity.seats UNION ALL SELECT id FROM identity.agent_seats) seat
    FULL JOIN (
      SELECT id FROM identity.seat_periods WHERE ended_at IS NULL
      UNION ALL SELECT id FROM identity.agent_seat_periods WHERE ended_at IS NULL
    ) period ON period.id = seat.id
    WHERE seat.id IS NULL OR period.id IS NULL`,
});
