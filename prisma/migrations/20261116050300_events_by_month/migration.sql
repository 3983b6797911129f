-- Last of three: the table of events becomes the oldest partition of a new table of the same name. No row is read or
-- moved, and no index is built. Partitions are ranges of ids, because ids (UUID version 7) begin with the time.
-- Together they cover every id, so that an insert never fails:
--   events_until_<month>  all events so far, and those until the end of that month
--   events_<month>        one month each; the job "keep-events" adds them ahead of time
--   events_later          everything after the last of these months

-- migration-check: allow table-lock: 0.3 seconds for two million events, because no row is read and no index is built
-- migration-check: allow rename: a new table of the same name takes its place in this transaction
-- migration-check: allow opaque-block: renames indexes, attaches the old table and adds empty partitions

LOCK TABLE "events" IN ACCESS EXCLUSIVE MODE;

DROP TRIGGER "events_count_added" ON "events";
DROP TRIGGER "events_count_removed" ON "events";
DROP TRIGGER "events_count_emptied" ON "events";
DROP TRIGGER "events_never_move" ON "events";

-- Names of tables and indexes are unique in a schema, and the new table needs those of the old one.
DO $$
DECLARE
  old text;
BEGIN
  FOR old IN SELECT relname FROM pg_class
    WHERE oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'identity.events'::regclass) LOOP
    EXECUTE format('ALTER INDEX identity.%I RENAME TO %I', old, replace(old, 'events_', 'events_old_'));
  END LOOP;
END $$;
ALTER TABLE "events" RENAME TO "events_old";

CREATE TABLE "events" (LIKE "events_old" INCLUDING DEFAULTS) PARTITION BY RANGE ("id");
ALTER TABLE "events" ADD CONSTRAINT "events_pkey" PRIMARY KEY ("id");
CREATE INDEX "events_tenant_id_id_idx" ON "events"("tenant_id", "id");
CREATE INDEX "events_tenant_id_type_id_idx" ON "events"("tenant_id", "type", "id");
CREATE INDEX "events_type_id_idx" ON "events"("type", "id");
CREATE INDEX "events_tenant_id_actor_id_id_idx" ON "events"("tenant_id", "actor_id", "id");
CREATE INDEX "events_tenant_id_subject_id_id_idx" ON "events"("tenant_id", "subject_id", "id");
CREATE INDEX "events_actor_id_id_idx" ON "events"("actor_id", "id");
CREATE INDEX "events_subject_id_id_idx" ON "events"("subject_id", "id");

DO $$
DECLARE
  bound uuid := (SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}') FROM pg_constraint
    WHERE conrelid = 'identity.events_old'::regclass AND conname = 'events_bound');
  -- The month that begins at the bound, in UTC.
  month timestamp := to_timestamp(('x' || left(replace(bound::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    AT TIME ZONE 'UTC';
  owner name := (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'identity.events_old'::regclass);
  until text := to_char(month - interval '1 month', '"events_until_"YYYY_MM');
  low uuid := bound;
  high uuid;
  permission record;
  made regclass;
BEGIN
  -- The constraint proves that every row fits, so the table is not read. Its indexes become parts of the new ones.
  EXECUTE format('ALTER TABLE identity.events ATTACH PARTITION identity.events_old FOR VALUES FROM (MINVALUE) TO (%L)',
    bound);
  ALTER TABLE identity.events_old DROP CONSTRAINT events_bound;
  FOR ahead IN 1..3 LOOP
    high := (lpad(to_hex((1000 * extract(epoch FROM (month + interval '1 month') AT TIME ZONE 'UTC'))::bigint), 12, '0')
      || repeat('0', 20))::uuid;
    EXECUTE format('CREATE TABLE identity.%I PARTITION OF identity.events FOR VALUES FROM (%L) TO (%L)',
      to_char(month, '"events_"YYYY_MM'), low, high);
    month := month + interval '1 month';
    low := high;
  END LOOP;
  EXECUTE format('CREATE TABLE identity.events_later PARTITION OF identity.events FOR VALUES FROM (%L) TO (MAXVALUE)',
    low);
  -- The owner and the permissions of the old table.
  IF owner <> current_user THEN
    FOR made IN SELECT 'identity.events'::regclass UNION SELECT inhrelid FROM pg_inherits
      WHERE inhparent = 'identity.events'::regclass LOOP
      EXECUTE format('ALTER TABLE %s OWNER TO %I', made, owner);
    END LOOP;
  END IF;
  FOR permission IN SELECT privilege_type, is_grantable, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS role
    FROM pg_class, aclexplode(relacl) WHERE oid = 'identity.events_old'::regclass LOOP
    EXECUTE format('GRANT %s ON identity.events TO %s%s', permission.privilege_type, permission.role,
      CASE WHEN permission.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END);
  END LOOP;
  EXECUTE format('ALTER TABLE identity.events_old RENAME TO %I', until);
END $$;

-- The triggers of the old table. They count what is written to the new one, whichever partition it goes to.
CREATE TRIGGER "events_count_added" AFTER INSERT ON "events" REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_events();
CREATE TRIGGER "events_count_removed" AFTER DELETE ON "events" REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_events();
CREATE TRIGGER "events_count_emptied" AFTER TRUNCATE ON "events"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_no_events();
CREATE TRIGGER "events_never_move" BEFORE UPDATE ON "events" FOR EACH ROW
  WHEN ((OLD.tenant_id, OLD.type) IS DISTINCT FROM (NEW.tenant_id, NEW.type))
  EXECUTE FUNCTION identity.refuse_moved_event();

-- Takes the events of a partition off the counters, before the partition is dropped. Only triggers may write counters, so
-- this is the trigger of a DELETE that deletes nothing: dropping a table has no trigger.
CREATE FUNCTION identity.count_dropped_events() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

-- CreateTable
CREATE TABLE "event_exports" (
    "month" DATE NOT NULL,
    "events" BIGINT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "file" TEXT NOT NULL,
    "exported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dropped_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_exports_pkey" PRIMARY KEY ("month")
);

DO $$
BEGIN
  IF to_regclass('identity.events_set_aside') IS NOT NULL THEN
    INSERT INTO identity.events SELECT * FROM identity.events_set_aside;
    DROP TABLE identity.events_set_aside;
  END IF;
END $$;
