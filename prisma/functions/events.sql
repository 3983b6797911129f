-- Events: how many a tenant has, and the order in which they can be read.

-- `event_counts` has the number of events of each tenant and type. It takes a row that no other transaction uses, or
-- adds one, so that events do not wait for each other; the sum of the rows is the number. It also notifies those who
-- follow the events. Transactions that notify commit one after the other, so it does this only while a process
-- listens.
-- Relied on by packages/tenants/src/audit/list-events.ts (eventCount).
-- Relied on by packages/prisma/src/event-feed/feed-notices.ts (feed_followers).
-- Relied on by packages/prisma/src/event-feed/feed-notices.ts (identity_events).
CREATE OR REPLACE FUNCTION identity.count_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT tenant_id, type, count(*) AS events FROM counted WHERE tenant_id IS NOT NULL GROUP BY 1, 2 LOOP
    IF TG_OP = 'DELETE' THEN change.events := -change.events; END IF;
    UPDATE identity.event_counts SET count = count + change.events WHERE id = (
      SELECT id FROM identity.event_counts WHERE tenant_id = change.tenant_id AND type = change.type
      LIMIT 1 FOR UPDATE SKIP LOCKED);
    IF NOT FOUND THEN
      INSERT INTO identity.event_counts (tenant_id, type, count) VALUES (change.tenant_id, change.type, change.events);
    END IF;
  END LOOP;
  IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM identity.feed_followers WHERE expires_at > now()) THEN
    PERFORM pg_notify('identity_events', '');
  END IF;
  RETURN NULL;
END $function$;

-- Once for each statement, whichever partition the events go to.
-- Relied on by packages/prisma/src/event-bus.ts (event).
CREATE TRIGGER events_count_added AFTER INSERT ON identity.events REFERENCING NEW TABLE AS counted FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_events();

-- Once for each statement.
-- Relied on by packages/prisma/src/data-checks/data-checks.ts (events).
CREATE TRIGGER events_count_removed AFTER DELETE ON identity.events REFERENCING OLD TABLE AS counted FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_events();

-- The counters follow the events also if the table is emptied.
-- Relied on by packages/prisma/src/data-checks/data-checks.ts (event_counts).
CREATE OR REPLACE FUNCTION identity.count_no_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM identity.event_counts;
  RETURN NULL;
END $function$;

-- A TRUNCATE has no rows that `events_count_removed` could count.
-- Relied on by packages/prisma/src/data-checks/data-checks.ts (events).
CREATE TRIGGER events_count_emptied AFTER TRUNCATE ON identity.events FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_no_events();

-- Takes the events of a partition off the counters before the partition is dropped. Only triggers may write
-- counters, and dropping a table has none. So the server makes this the trigger of a DELETE that deletes nothing.
-- Relied on by packages/prisma/src/event-months/drop-months.ts (count_dropped_events).
CREATE OR REPLACE FUNCTION identity.count_dropped_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format($sql$
    WITH gone AS (
      SELECT tenant_id, type, count(*) AS events FROM %s WHERE tenant_id IS NOT NULL GROUP BY 1, 2
    ), free AS MATERIALIZED (
      SELECT counter.id, gone.* FROM gone, LATERAL (
        SELECT id FROM identity.event_counts c WHERE c.tenant_id = gone.tenant_id AND c.type = gone.type
        LIMIT 1 FOR UPDATE SKIP LOCKED) counter
    ), changed AS (
      UPDATE identity.event_counts c SET count = c.count - free.events FROM free WHERE c.id = free.id
      RETURNING c.tenant_id, c.type
    )
    INSERT INTO identity.event_counts (tenant_id, type, count)
    SELECT tenant_id, type, -events FROM gone WHERE (tenant_id, type) NOT IN (SELECT tenant_id, type FROM changed)$sql$,
    TG_RELID::regclass);
  RETURN NULL;
END $function$;

-- An event keeps its tenant and its type: the counters could not follow.
-- Relied on by packages/prisma/src/data-checks/data-checks.ts (type).
CREATE OR REPLACE FUNCTION identity.refuse_moved_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'an event keeps its tenant and its type' USING ERRCODE = 'check_violation';
END $function$;

-- What an event says may be erased: other columns can change.
-- Relied on by packages/prisma/src/data-checks/data-checks.ts (type).
CREATE TRIGGER events_never_move BEFORE UPDATE ON identity.events FOR EACH ROW
  WHEN (old.tenant_id IS DISTINCT FROM new.tenant_id OR old.type IS DISTINCT FROM new.type)
  EXECUTE FUNCTION identity.refuse_moved_event();

-- Counts again what was loaded while triggers were off. Only the command line asks for it, by the advice of a check.
-- Relied on by packages/prisma/src/data-checks/data-checks.ts (recount_events).
CREATE OR REPLACE FUNCTION identity.recount_events()
 RETURNS void
 LANGUAGE sql
AS $function$
  DELETE FROM identity.event_counts;
  INSERT INTO identity.event_counts (tenant_id, type, count)
  SELECT tenant_id, type, count(*) FROM identity.events WHERE tenant_id IS NOT NULL GROUP BY 1, 2;
$function$;

-- Only triggers write the counters: see refuse_direct_write in member-counts.sql.
-- Relied on by packages/prisma/src/data-checks/data-checks.ts (event_counts).
CREATE TRIGGER event_counts_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON identity.event_counts
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_direct_write();

-- There is one clock.
-- Relied on by packages/prisma/src/restore/restore-steps.ts (event_clock).
ALTER TABLE identity.event_clock ADD CONSTRAINT event_clock_one_row CHECK (id = 1);

-- The number of the newest transaction that could have committed before the event was written, at least the number
-- of its own. When every transaction up to it has ended, nothing is added at or below it any more, so a reader skips
-- no event that is committed late. `event_clock` adds to the numbers of a PostgreSQL that began anew after a
-- restore.
-- Relied on by packages/prisma/src/event-feed/read-feed.ts (horizon).
-- Relied on by packages/prisma/src/restore/restore-steps.ts (event_clock).
CREATE OR REPLACE FUNCTION identity.event_horizon()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
BEGIN
  RETURN (SELECT added FROM identity.event_clock) + greatest(
    pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1);
END $function$;

-- Every event has its horizon, whoever writes it.
-- Relied on by packages/prisma/src/event-feed/read-feed.ts (horizon).
ALTER TABLE identity.events ALTER COLUMN horizon SET DEFAULT identity.event_horizon();

-- The order of writing within one horizon.
-- Relied on by packages/prisma/src/event-feed/read-feed.ts (seq).
CREATE OR REPLACE FUNCTION identity.next_event()
 RETURNS bigint
 LANGUAGE sql
AS $function$
  SELECT nextval('identity.event_seq')
$function$;

-- Every event has its number, whoever writes it.
-- Relied on by packages/prisma/src/event-feed/read-feed.ts (seq).
ALTER TABLE identity.events ALTER COLUMN seq SET DEFAULT identity.next_event();

-- A new webhook gets the events that are written after it.
-- Relied on by packages/webhooks/src/fan-out/match-events.ts (since_seq).
ALTER TABLE identity.webhooks ALTER COLUMN since_seq SET DEFAULT identity.next_event();

-- All events with a lower horizon are committed or will never be: they can be read.
-- Relied on by packages/prisma/src/event-feed/read-feed.ts (certain_horizon).
-- Relied on by packages/webhooks/src/fan-out/read-work.ts (certain_horizon).
CREATE OR REPLACE FUNCTION identity.certain_horizon()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN (SELECT added FROM identity.event_clock) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
END $function$;

-- The horizons of all events that are committed now are lower.
-- Relied on by packages/prisma/src/event-feed/watch-feed.ts (next_horizon).
-- Relied on by packages/prisma/src/restore/restore-steps.ts (next_horizon).
CREATE OR REPLACE FUNCTION identity.next_horizon()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN (SELECT added FROM identity.event_clock) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
END $function$;
