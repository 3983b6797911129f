-- The order in which events were committed. An id is made before its transaction commits, so a reader that goes by ids
-- would skip an event that is committed late. A reader that goes by transactions reads up to the oldest one that still
-- runs, and skips nothing. Events from before have the transaction 0 and go by their ids: all of them are committed.

-- migration-check: allow index-concurrently: no row has an entry yet, so the table is read once and nothing is sorted;
-- writers wait for 0.2 seconds with a million events

ALTER TABLE "events" ADD COLUMN "xid" xid8 NOT NULL DEFAULT '0';
ALTER TABLE "events" ALTER COLUMN "xid" SET DEFAULT pg_current_xact_id();
CREATE INDEX "events_xid_id_idx" ON "events"("xid", "id") WHERE "xid" > '0'::xid8;
CREATE INDEX "events_tenant_id_xid_id_idx" ON "events"("tenant_id", "xid", "id") WHERE "xid" > '0'::xid8;
