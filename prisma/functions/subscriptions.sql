-- Subscriptions: how many seats a tenant can use, and what it owned at which time.

-- How many seats can be granted and reserved: the quantity, and the overage of at least one seat. allowed-seats.ts
-- has the same formula for what is computed before a change is stored; a test compares the two.
-- Relied on by packages/licensing/src/seat-changes/allowed-seats.ts (allowed_seats).
-- Relied on by packages/licensing/src/seat-changes/free-seats.ts (allowed_seats).
-- Relied on by packages/prisma/src/locks/lock-order.ts (allowed_seats).
-- Relied on by packages/prisma/src/locks/seat-locks.ts (allowed_seats).
CREATE OR REPLACE FUNCTION identity.allowed_seats(purchased integer, overage_percent integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT purchased + CASE WHEN overage_percent > 0 THEN greatest(1, (purchased::bigint * overage_percent / 100)::int) ELSE 0 END
$function$;

-- No more seats than were bought, whoever writes them and however many do at once. The statement of a single seat
-- call (one-statement.ts) is run again as a transaction if it violates this.
-- Relied on by packages/licensing/src/seat-changes/free-seats.ts (quantity_purchased).
-- Relied on by packages/prisma/src/locks/seat-locks.ts (quantity_purchased).
-- Relied on by packages/licensing/src/subscriptions/fit-seats.ts (quantityPurchased).
ALTER TABLE identity.subscriptions ADD CONSTRAINT subscriptions_seats_within_quantity CHECK (quantity_assigned >= 0
  AND quantity_reserved >= 0
  AND (quantity_assigned + quantity_reserved) <= identity.allowed_seats(quantity_purchased, overage_percent));

-- The two counters follow the rows of seats and reservations. A statement that sets them is a mistake: a new
-- subscription begins with 0, and only triggers change them.
-- Relied on by packages/licensing/src/subscriptions/create-subscription.ts (subscription).
-- Relied on by packages/licensing/src/subscriptions/fit-seats.ts (quantityAssigned).
CREATE OR REPLACE FUNCTION identity.guard_assigned_quantity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.quantity_assigned := 0;
    NEW.quantity_reserved := 0;
  ELSIF pg_trigger_depth() = 1 AND (NEW.quantity_assigned, NEW.quantity_reserved)
    IS DISTINCT FROM (OLD.quantity_assigned, OLD.quantity_reserved) THEN
    RAISE EXCEPTION 'quantity_assigned and quantity_reserved follow the rows and cannot be set'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'subscriptions_assigned_follows_seats';
  END IF;
  RETURN NEW;
END $function$;

-- Only if one of the counters is written, so that other updates do not pay for it.
-- Relied on by packages/licensing/src/subscriptions/update-subscription.ts (subscription).
CREATE TRIGGER subscriptions_guard_assigned BEFORE INSERT OR UPDATE OF quantity_assigned, quantity_reserved
  ON identity.subscriptions FOR EACH ROW EXECUTE FUNCTION identity.guard_assigned_quantity();

-- The overage is a percentage, and a planned quantity always has its time.
-- Relied on by packages/licensing/src/seat-changes/apply-planned-quantities.ts (pendingQuantity).
-- Relied on by packages/licensing/src/subscriptions/update-subscription.ts (pendingAt).
ALTER TABLE identity.subscriptions ADD CONSTRAINT subscriptions_life_in_range CHECK (overage_percent >= 0
  AND overage_percent <= 100 AND (pending_quantity IS NULL) = (pending_at IS NULL) AND (pending_quantity IS NULL
  OR pending_quantity >= 1));

-- Unused seats are reclaimed after a year at most. 0 means never.
-- Relied on by packages/licensing/src/reclaim/reclaim-seats.ts (reclaim_after_days).
ALTER TABLE identity.subscriptions ADD CONSTRAINT subscriptions_reclaim_in_range CHECK (reclaim_after_days >= 0
  AND reclaim_after_days <= 365);

-- A time outside of these years could be written, but not read back.
-- Relied on by packages/licensing/src/subscriptions/subscription-schemas.ts (startsAt).
ALTER TABLE identity.subscriptions ADD CONSTRAINT subscriptions_times_in_range
  CHECK (starts_at >= '2000-01-01 00:00:00+00'::timestamp with time zone
  AND starts_at < '2200-01-01 00:00:00+00'::timestamp with time zone
  AND expires_at >= '2000-01-01 00:00:00+00'::timestamp with time zone
  AND expires_at < '2200-01-01 00:00:00+00'::timestamp with time zone);

-- A trial has an end.
-- Relied on by packages/licensing/src/subscriptions/create-subscription.ts (trial).
ALTER TABLE identity.subscriptions ADD CONSTRAINT subscriptions_trial_ends CHECK (NOT trial OR expires_at IS NOT NULL);

-- What a tenant owned at which time: each change of a subscription ends a term and begins the next one. A setting
-- says since when, if a plan was due before it was applied.
-- Relied on by packages/licensing/src/seat-changes/apply-planned-quantities.ts (term_changed_at).
-- Relied on by packages/licensing/src/history/seat-days.ts (subscription_terms).
CREATE OR REPLACE FUNCTION identity.keep_subscription_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changed timestamptz := coalesce(
    nullif(current_setting('identity.term_changed_at', true), '')::timestamptz, statement_timestamp());
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE identity.subscription_terms SET ended_at = greatest(started_at, changed)
    WHERE subscription_id = OLD.id AND ended_at IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO identity.subscription_terms
      (subscription_id, tenant_id, application_id, license_type_id, quantity, status, starts_at, expires_at, started_at)
    VALUES (NEW.id, NEW.tenant_id, NEW.application_id, NEW.license_type_id, NEW.quantity_purchased, NEW.status,
      NEW.starts_at, NEW.expires_at, changed);
  END IF;
  RETURN NULL;
END $function$;

-- The first term begins with the subscription, and the last one ends with it.
-- Relied on by packages/licensing/src/subscriptions/create-subscription.ts (subscription).
CREATE TRIGGER subscriptions_added_term AFTER INSERT OR DELETE ON identity.subscriptions FOR EACH ROW
  EXECUTE FUNCTION identity.keep_subscription_terms();

-- Only for what a term says. The counters change with each seat and are no part of it.
-- Relied on by packages/licensing/src/subscriptions/update-subscription.ts (subscription).
CREATE TRIGGER subscriptions_changed_term AFTER UPDATE ON identity.subscriptions FOR EACH ROW
  WHEN (old.quantity_purchased IS DISTINCT FROM new.quantity_purchased OR old.status IS DISTINCT FROM new.status
  OR old.starts_at IS DISTINCT FROM new.starts_at OR old.expires_at IS DISTINCT FROM new.expires_at)
  EXECUTE FUNCTION identity.keep_subscription_terms();

-- Nobody rewrites the past: terms are written by triggers only, never deleted, and never changed once they have
-- ended.
-- Relied on by packages/licensing/src/history/seat-days.ts (subscription_terms).
-- Relied on by packages/licensing/src/data-checks/check-history.ts (subscription_terms).
CREATE OR REPLACE FUNCTION identity.guard_subscription_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF pg_trigger_depth() = 1 OR TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND OLD.ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'terms follow the subscriptions and cannot be changed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'subscription_terms_follow_subscriptions';
  END IF;
  RETURN NEW;
END $function$;

-- For each row, because whether a term has ended differs from row to row.
-- Relied on by packages/licensing/src/data-checks/check-history.ts (subscription_terms).
CREATE TRIGGER subscription_terms_guard BEFORE INSERT OR DELETE OR UPDATE ON identity.subscription_terms FOR EACH ROW
  EXECUTE FUNCTION identity.guard_subscription_terms();

-- Nobody rewrites the past: a period of a seat is written by triggers only, changes once, by its end, and is never
-- deleted.
-- Relied on by packages/licensing/src/history/list-periods.ts (seat_periods).
-- Relied on by packages/licensing/src/history/seat-days.ts (seat_periods).
CREATE OR REPLACE FUNCTION identity.guard_seat_periods()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF pg_trigger_depth() = 1 OR TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'periods follow the seats and cannot be changed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'seat_periods_follow_seats';
  ELSIF TG_OP = 'UPDATE' AND (OLD.ended_at IS NOT NULL OR
    (OLD.id, OLD.tenant_id, OLD.application_id, OLD.license_type_id, OLD.subscription_id, OLD.user_id, OLD.started_at)
    IS DISTINCT FROM
    (NEW.id, NEW.tenant_id, NEW.application_id, NEW.license_type_id, NEW.subscription_id, NEW.user_id, NEW.started_at))
  THEN
    RAISE EXCEPTION 'a period changes only by its end'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'seat_periods_only_end';
  END IF;
  RETURN NEW;
END $function$;

-- For each row, because whether a period has ended differs from row to row.
-- Relied on by packages/licensing/src/data-checks/check-seats.ts (seat_periods).
CREATE TRIGGER seat_periods_guard BEFORE INSERT OR DELETE OR UPDATE ON identity.seat_periods FOR EACH ROW
  EXECUTE FUNCTION identity.guard_seat_periods();
