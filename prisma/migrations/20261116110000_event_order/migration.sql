-- The order in which events can be read so that a reader skips none. An id is made before its transaction commits, so a
-- reader that goes by ids would skip an event that is committed late.
--
-- "horizon" is the number of the newest transaction that could have committed before the event was written, at least the
-- number of its own. When every transaction up to it has ended, nothing is added at or below it any more, and the event
-- can be read. Within one horizon, "seq" is the order of writing. So an event that was written after another one was
-- committed also comes after it. Events from before this migration have 0 in both columns and go by their ids.

-- migration-check: allow index-concurrently: no row has an entry yet, so the table is read once and nothing is sorted;
-- writers wait for 0.2 seconds with a million events

-- A restored database may be in a PostgreSQL whose transactions have lower numbers. `identity-server after-restore` sets
-- what is added to them.
CREATE TABLE "event_clock" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "added" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_clock_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "event_clock_one_row" CHECK ("id" = 1)
);
INSERT INTO "event_clock" DEFAULT VALUES;

CREATE SEQUENCE identity.event_seq;

CREATE FUNCTION identity.next_event() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT nextval('identity.event_seq')
$$;

CREATE FUNCTION identity.event_horizon() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT added FROM identity.event_clock) + greatest(
    pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1);
END $$;

-- All events whose horizon is lower can be read.
CREATE FUNCTION identity.certain_horizon() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT added FROM identity.event_clock) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
END $$;

-- The horizons of all events that are committed now are lower.
CREATE FUNCTION identity.next_horizon() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT added FROM identity.event_clock) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
END $$;

ALTER TABLE "events" ADD COLUMN "horizon" BIGINT NOT NULL DEFAULT 0, ADD COLUMN "seq" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "events" ALTER COLUMN "horizon" SET DEFAULT identity.event_horizon(),
  ALTER COLUMN "seq" SET DEFAULT identity.next_event();
CREATE INDEX "events_horizon_seq_idx" ON "events"("horizon", "seq") WHERE "horizon" > 0;
CREATE INDEX "events_tenant_id_horizon_seq_idx" ON "events"("tenant_id", "horizon", "seq") WHERE "horizon" > 0;
