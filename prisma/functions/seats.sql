-- Seats: who can hold one, and what follows when one is added or taken away.

-- Only an active member holds a seat. The lock keeps the member active until this transaction ends. A transaction
-- that gives seats to a waiting list, or to all members who match a new rule, holds other locks instead and says so
-- by a setting. The trigger does not look that up: for each seat it could read the whole waiting list.
-- Relied on by packages/licensing/src/seat-changes/give-seats.ts (seats_without_lock).
-- Relied on by packages/prisma/src/locks/lock-order.ts (memberships).
CREATE OR REPLACE FUNCTION identity.require_active_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_setting('identity.seats_without_lock', true) = 'on' THEN
    PERFORM 1 FROM identity.memberships
    WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND status = 'ACTIVE';
  ELSE
    PERFORM 1 FROM identity.memberships
    WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND status = 'ACTIVE' FOR SHARE;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a seat needs an active member'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'seats_active_member';
  END IF;
  RETURN NEW;
END $function$;

-- For each new seat, before it is counted.
-- Relied on by packages/licensing/src/seat-changes/give-seats.ts (seats).
-- Relied on by packages/licensing/src/seats/grant-seat.ts (seats).
CREATE TRIGGER seats_need_active_member BEFORE INSERT ON identity.seats FOR EACH ROW
  EXECUTE FUNCTION identity.require_active_member();

-- A subscription counts its seats in `quantity_assigned`, and each seat has a period since it was assigned. The
-- update locks the subscription, in the order of the ids, so that two statements never wait for each other;
-- `subscriptions_seats_within_quantity` then refuses a seat too many.
-- Relied on by packages/licensing/src/seat-changes/free-seats.ts (quantity_assigned).
-- Relied on by packages/licensing/src/history/seat-days.ts (seat_periods).
CREATE OR REPLACE FUNCTION identity.count_added_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM added GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_assigned = quantity_assigned + change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  INSERT INTO identity.seat_periods (id, tenant_id, application_id, license_type_id, subscription_id, user_id, started_at)
  SELECT added.id, added.tenant_id, added.application_id, sub.license_type_id, sub.id, added.user_id, added.assigned_at
  FROM added JOIN identity.subscriptions sub ON sub.id = added.subscription_id;
  RETURN NULL;
END $function$;

-- Once for each statement: a thousand seats of one subscription are one change of its counter.
-- Relied on by packages/licensing/src/seat-changes/give-seats.ts (seats).
-- Relied on by packages/licensing/src/seats/grant-seat.ts (seats).
CREATE TRIGGER seats_added AFTER INSERT ON identity.seats REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_added_seats();

-- The other half of the rule: the counter falls with each seat, and the period of the seat ends. Two settings say
-- why and since when. A lease works without the server until it ends, so the seat of a running lease stays counted,
-- as a reservation.
-- Relied on by packages/licensing/src/seat-changes/take-seats.ts (seat_cause).
-- Relied on by packages/licensing/src/seats/revoke-at-once.ts (seat_ended_at).
-- Relied on by packages/licensing/src/leases/end-lease.ts (seat_reservations).
CREATE OR REPLACE FUNCTION identity.count_taken_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change record;
  ended timestamptz := coalesce(
    nullif(current_setting('identity.seat_ended_at', true), '')::timestamptz, statement_timestamp());
  why text := coalesce(nullif(current_setting('identity.seat_cause', true), ''), 'deleted');
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM taken GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_assigned = quantity_assigned - change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  UPDATE identity.seat_periods period SET ended_at = greatest(period.started_at, ended), cause = why
  FROM taken WHERE period.id = taken.id;
  -- A lease works without the server until it ends. Until then its seat stays counted.
  INSERT INTO identity.seat_reservations (id, subscription_id, tenant_id, application_id, expires_at)
  SELECT gen_random_uuid(), taken.subscription_id, taken.tenant_id, taken.application_id, lease.expires_at
  FROM taken JOIN identity.subscriptions sub ON sub.id = taken.subscription_id
  JOIN LATERAL (
    SELECT max(expires_at) AS expires_at FROM identity.seat_leases
    WHERE seat_id = taken.id AND expires_at > statement_timestamp()
  ) lease ON lease.expires_at IS NOT NULL;
  RETURN NULL;
END $function$;

-- Also for seats that go with their member or tenant, by the cascade of a foreign key.
-- Relied on by packages/licensing/src/seat-changes/take-seats.ts (seats).
-- Relied on by packages/licensing/src/seats/revoke-at-once.ts (seats).
CREATE TRIGGER seats_taken AFTER DELETE ON identity.seats REFERENCING OLD TABLE AS taken FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_taken_seats();

-- The counters and periods follow the seats also if the table is emptied. No use-case does this; it keeps what
-- `verify` checks true for everybody else who does.
-- Relied on by packages/licensing/src/data-checks/check-seats.ts (quantity_assigned).
-- Relied on by packages/licensing/src/data-checks/check-seats.ts (seat_periods).
CREATE OR REPLACE FUNCTION identity.count_no_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE identity.subscriptions sub SET quantity_assigned =
    (SELECT count(*) FROM identity.seats seat WHERE seat.subscription_id = sub.id)
    + (SELECT count(*) FROM identity.agent_seats seat WHERE seat.subscription_id = sub.id)
  WHERE quantity_assigned <> 0;
  UPDATE identity.seat_periods period SET ended_at = greatest(started_at, statement_timestamp()), cause = 'deleted'
  WHERE ended_at IS NULL AND NOT EXISTS (SELECT FROM identity.seats seat WHERE seat.id = period.id);
  UPDATE identity.agent_seat_periods period SET ended_at = greatest(started_at, statement_timestamp()), cause = 'deleted'
  WHERE ended_at IS NULL AND NOT EXISTS (SELECT FROM identity.agent_seats seat WHERE seat.id = period.id);
  RETURN NULL;
END $function$;

-- A TRUNCATE has no rows that `seats_taken` could count.
-- Relied on by packages/licensing/src/data-checks/check-seats.ts (seats).
CREATE TRIGGER seats_emptied AFTER TRUNCATE ON identity.seats FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_no_seats();

-- A seat does not change hands: it is taken, and another one is given. Its counter and its period could not follow.
-- Relied on by packages/licensing/src/seat-changes/give-seats.ts (seats).
-- Relied on by packages/licensing/src/seat-changes/take-seats.ts (seats).
CREATE OR REPLACE FUNCTION identity.refuse_moved_seat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a seat cannot be moved' USING ERRCODE = 'check_violation', CONSTRAINT = 'seats_never_move';
END $function$;

-- Other columns of a seat may change.
-- Relied on by packages/licensing/src/reclaim/tell-users.ts (seats).
CREATE TRIGGER seats_never_move BEFORE UPDATE ON identity.seats FOR EACH ROW
  WHEN (old.subscription_id IS DISTINCT FROM new.subscription_id OR old.tenant_id IS DISTINCT FROM new.tenant_id
  OR old.application_id IS DISTINCT FROM new.application_id OR old.user_id IS DISTINCT FROM new.user_id)
  EXECUTE FUNCTION identity.refuse_moved_seat();

-- A member who is not active any more holds no seat and waits for none. release-seats.ts does the same before the
-- commit, for all changes that the server makes, and this is no duplicate of it. Only release-seats.ts knows the
-- actor and the cause, publishes the events and hands the seats to those who wait; a trigger cannot. Only the
-- trigger sees a suspension without an event: by plain SQL, by a server without licensing(), or by version 0.2,
-- which runs beside this one during an upgrade and does not know requests. So it must not refuse such a change
-- either. After release-seats.ts it finds no row. It is not needed for a removed member or a deleted tenant: there
-- the membership goes, and foreign keys take its seats and requests. The subscriptions that the member waits for are
-- locked first, so that a seat that was handed out a moment ago is seen here.
-- Relied on by packages/licensing/src/seats/release-seats.ts (memberships).
-- Relied on by packages/licensing/src/seats/release-seats.ts (license_requests).
CREATE OR REPLACE FUNCTION identity.release_seats_of_inactive_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM identity.subscriptions sub WHERE sub.tenant_id = NEW.tenant_id AND sub.license_type_id IN (
    SELECT r.license_type_id FROM identity.license_requests r
    WHERE r.tenant_id = NEW.tenant_id AND r.user_id = NEW.user_id AND r.status = 'WAITING')
  ORDER BY sub.id FOR NO KEY UPDATE;
  DELETE FROM identity.license_requests r USING identity.memberships m
  WHERE m.id = NEW.id AND m.status <> 'ACTIVE' AND r.tenant_id = m.tenant_id AND r.user_id = m.user_id
    AND r.status IN ('PENDING', 'WAITING');
  DELETE FROM identity.seats s USING identity.memberships m
  WHERE m.id = NEW.id AND m.status <> 'ACTIVE' AND s.tenant_id = m.tenant_id AND s.user_id = m.user_id;
  RETURN NULL;
END $function$;

-- At the commit, so that the server can release the seats first, and record it.
-- Relied on by packages/licensing/src/seats/release-seats.ts (memberships_release_seats).
CREATE CONSTRAINT TRIGGER memberships_release_seats AFTER UPDATE ON identity.memberships DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.status <> 'ACTIVE'::identity.membership_status
  AND old.status = 'ACTIVE'::identity.membership_status) EXECUTE FUNCTION identity.release_seats_of_inactive_member();

-- Whether nothing else follows from the release of a seat: it has no running lease, nobody waits for it, and no
-- reservation has expired. It is VOLATILE, so that it sees what was committed while the statement that calls it
-- waited for locks.
-- Relied on by packages/licensing/src/seats/revoke-at-once.ts (seat_can_go).
CREATE OR REPLACE FUNCTION identity.seat_can_go(seat uuid, tenant uuid, license_type uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  RETURN NOT EXISTS (
    SELECT FROM identity.seat_leases WHERE seat_id = seat AND expires_at > clock_timestamp()
  ) AND NOT EXISTS (
    SELECT FROM identity.license_requests
    WHERE tenant_id = tenant AND license_type_id = license_type AND status = 'WAITING'
  ) AND NOT EXISTS (
    SELECT FROM identity.subscriptions sub JOIN identity.seat_reservations kept ON kept.subscription_id = sub.id
    WHERE sub.tenant_id = tenant AND sub.license_type_id = license_type AND sub.quantity_reserved > 0
      AND kept.expires_at <= clock_timestamp()
  );
END $function$;

-- A seat that is granted in one statement gets its reply after the commit. A time that no reply can contain must not
-- be committed.
-- Relied on by packages/licensing/src/seats/grant-seat.ts (assigned_at).
ALTER TABLE identity.seats ADD CONSTRAINT seats_assigned_in_range
  CHECK (assigned_at >= '2000-01-01 00:00:00+00'::timestamp with time zone
  AND assigned_at <= '9999-01-01 00:00:00+00'::timestamp with time zone);
