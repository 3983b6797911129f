-- CreateTable
CREATE TABLE "event_counts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "count" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_counts_pkey" PRIMARY KEY ("id")
);
-- Rows are updated in place: room for the new versions on the same page keeps the index as it is.
ALTER TABLE "event_counts" SET (fillfactor = 50);

-- CreateIndex
CREATE INDEX "event_counts_tenant_id_type_idx" ON "event_counts"("tenant_id", "type");

-- Takes a row that no other transaction has locked, or adds one: events that are written at once never wait for each
-- other. A single row may be negative after deletions; only the sum has a meaning. Events without a tenant are not counted.
CREATE FUNCTION identity.count_events() RETURNS trigger LANGUAGE plpgsql AS $$
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
  RETURN NULL;
END $$;
CREATE TRIGGER "events_count_added" AFTER INSERT ON "events" REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_events();
CREATE TRIGGER "events_count_removed" AFTER DELETE ON "events" REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_events();

CREATE FUNCTION identity.count_no_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.event_counts;
  RETURN NULL;
END $$;
CREATE TRIGGER "events_count_emptied" AFTER TRUNCATE ON "events"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_no_events();

-- What an event says may be erased, but not of which tenant and type it is: the counters would no longer be right.
CREATE FUNCTION identity.refuse_moved_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an event keeps its tenant and its type' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "events_never_move" BEFORE UPDATE ON "events" FOR EACH ROW
  WHEN ((OLD.tenant_id, OLD.type) IS DISTINCT FROM (NEW.tenant_id, NEW.type))
  EXECUTE FUNCTION identity.refuse_moved_event();

-- Counts all events again. Also for a database that was filled while its triggers were off.
CREATE FUNCTION identity.recount_events() RETURNS void LANGUAGE sql AS $$
  DELETE FROM identity.event_counts;
  INSERT INTO identity.event_counts (tenant_id, type, count)
  SELECT tenant_id, type, count(*) FROM identity.events WHERE tenant_id IS NOT NULL GROUP BY 1, 2;
$$;
SELECT identity.recount_events();

CREATE TRIGGER "event_counts_guard" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "event_counts"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_direct_write();
