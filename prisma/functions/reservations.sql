-- Reserved seats: for invitations, and for leases that outlive their seat.

-- A subscription counts its reservations in `quantity_reserved`, and each reservation has a period. So a reserved
-- seat is as taken as an assigned one.
-- Relied on by packages/licensing/src/seat-changes/free-seats.ts (quantity_reserved).
-- Relied on by packages/licensing/src/history/seat-days.ts (reservation_periods).
CREATE OR REPLACE FUNCTION identity.count_added_reservations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM added GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_reserved = quantity_reserved + change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  INSERT INTO identity.reservation_periods (id, tenant_id, application_id, subscription_id, started_at, expires_at)
  SELECT id, tenant_id, application_id, subscription_id, statement_timestamp(), expires_at FROM added;
  RETURN NULL;
END $function$;

-- Once for each statement.
-- Relied on by packages/licensing/src/seat-changes/reserve-seats.ts (seat_reservations).
CREATE TRIGGER seat_reservations_added AFTER INSERT ON identity.seat_reservations REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_added_reservations();

-- The counter falls with each reservation. Its period ends now, or earlier if the reservation had expired.
-- Relied on by packages/licensing/src/seat-changes/settle-seats.ts (seat_reservations).
-- Relied on by packages/licensing/src/data-checks/check-history.ts (reservation_periods).
CREATE OR REPLACE FUNCTION identity.count_taken_reservations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM taken GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_reserved = quantity_reserved - change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  UPDATE identity.reservation_periods period
  SET ended_at = greatest(period.started_at, least(taken.expires_at, statement_timestamp()))
  FROM taken WHERE period.id = taken.id;
  RETURN NULL;
END $function$;

-- Also for reservations that go with their invitation, by the cascade of a foreign key.
-- Relied on by packages/licensing/src/seat-changes/settle-seats.ts (seat_reservations).
-- Relied on by packages/licensing/src/leases/end-lease.ts (seat_reservations).
CREATE TRIGGER seat_reservations_taken AFTER DELETE ON identity.seat_reservations REFERENCING OLD TABLE AS taken
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_taken_reservations();

-- The counters and periods follow the reservations also if the table is emptied.
-- Relied on by packages/licensing/src/data-checks/check-seats.ts (quantity_reserved).
-- Relied on by packages/licensing/src/data-checks/check-history.ts (reservation_periods).
CREATE OR REPLACE FUNCTION identity.count_no_reservations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE identity.subscriptions SET quantity_reserved = 0 WHERE quantity_reserved <> 0;
  UPDATE identity.reservation_periods
  SET ended_at = greatest(started_at, least(expires_at, statement_timestamp())) WHERE ended_at IS NULL;
  RETURN NULL;
END $function$;

-- A TRUNCATE has no rows that `seat_reservations_taken` could count.
-- Relied on by packages/licensing/src/data-checks/check-history.ts (seat_reservations).
CREATE TRIGGER seat_reservations_emptied AFTER TRUNCATE ON identity.seat_reservations FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_no_reservations();

-- A reservation neither moves nor changes its end: its period could not follow.
-- Relied on by packages/licensing/src/data-checks/check-history.ts (seat_reservations).
CREATE OR REPLACE FUNCTION identity.refuse_moved_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a reservation cannot be changed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'seat_reservations_never_move';
END $function$;

-- An update that changes nothing is no mistake.
-- Relied on by packages/licensing/src/data-checks/check-history.ts (seat_reservations).
CREATE TRIGGER seat_reservations_never_move BEFORE UPDATE ON identity.seat_reservations FOR EACH ROW
  WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION identity.refuse_moved_reservation();

-- Nobody rewrites the past: periods are written by triggers only, never deleted, and never changed once they have
-- ended.
-- Relied on by packages/licensing/src/history/seat-days.ts (reservation_periods).
-- Relied on by packages/licensing/src/seat-changes/apply-planned-quantities.ts (reservation_periods).
CREATE OR REPLACE FUNCTION identity.guard_reservation_periods()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF pg_trigger_depth() = 1 OR TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND OLD.ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'periods follow the reservations and cannot be changed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_periods_follow_reservations';
  END IF;
  RETURN NEW;
END $function$;

-- For each row, because whether a period has ended differs from row to row.
-- Relied on by packages/licensing/src/data-checks/check-history.ts (reservation_periods).
CREATE TRIGGER reservation_periods_guard BEFORE INSERT OR DELETE OR UPDATE ON identity.reservation_periods FOR EACH ROW
  EXECUTE FUNCTION identity.guard_reservation_periods();
