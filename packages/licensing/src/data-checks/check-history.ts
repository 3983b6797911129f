import { sqlCheck } from '@org/identity-core';

const advice =
  'Rows were changed while triggers were off. Statements about that time are wrong. Compare the events of these ids.';

/** Compares the reservations with the periods that have not ended. */
export const checkReservationPeriods = sqlCheck({
  name: 'reservation-periods',
  rule: 'Every reservation has a period with the same end that has not ended, and every such period has its reservation.',
  advice,
  sql: `SELECT coalesce(kept.id, period.id) AS id FROM identity.seat_reservations kept
    FULL JOIN (SELECT id, expires_at FROM identity.reservation_periods WHERE ended_at IS NULL) period ON period.id = kept.id
    WHERE kept.id IS NULL OR period.id IS NULL OR kept.expires_at <> period.expires_at`,
});

/** Compares the subscriptions with the terms that have not ended. */
export const checkSubscriptionTerms = sqlCheck({
  name: 'subscription-terms',
  rule: 'Every subscription has one term that has not ended, with the same quantity, status and times.',
  advice,
  sql: `SELECT coalesce(sub.id, term.subscription_id) AS id FROM identity.subscriptions sub
    FULL JOIN (
      SELECT subscription_id, count(*) AS terms, min(quantity) AS quantity, min(status) AS status,
             min(starts_at) AS starts_at, min(expires_at) AS expires_at
      FROM identity.subscription_terms WHERE ended_at IS NULL GROUP BY 1
    ) term ON term.subscription_id = sub.id
    WHERE sub.id IS NULL OR term.subscription_id IS NULL OR term.terms <> 1
      OR (sub.quantity_purchased, sub.status, sub.starts_at, sub.expires_at)
        IS DISTINCT FROM (term.quantity, term.status, term.starts_at, term.expires_at)`,
});
