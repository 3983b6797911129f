import { sqlCheck } from '@org/identity-core';

/** Compares the seats of each subscription with its counter and with the number purchased. */
export const checkSeatCounts = sqlCheck({
  name: 'seat-counts',
  rule: 'Every subscription has as many seats as its counter says, and no more than were purchased.',
  advice:
    'Revoke the seats above the number purchased, or raise it; then set quantity_assigned to the number of seats.',
  sql: `SELECT s.id FROM identity.subscriptions s
    LEFT JOIN (SELECT subscription_id, count(*) AS seats FROM identity.seats GROUP BY 1) held ON held.subscription_id = s.id
    WHERE coalesce(held.seats, 0) <> quantity_assigned OR coalesce(held.seats, 0) > quantity_purchased`,
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
