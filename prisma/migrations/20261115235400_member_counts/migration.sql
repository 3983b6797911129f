-- Three migrations, because each is one transaction that locks what it counts: changes of members wait for this one
-- and the next, new events for the third.

-- CreateTable
CREATE TABLE "member_counts" (
    "tenant_id" UUID NOT NULL,
    "role" "role" NOT NULL,
    "status" "membership_status" NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "member_counts_pkey" PRIMARY KEY ("tenant_id","role","status")
);
-- Rows are updated in place: room for the new versions on the same page keeps the index as it is.
ALTER TABLE "member_counts" SET (fillfactor = 50);

-- CreateIndex
CREATE INDEX "invitations_tenant_id_status_expires_at_role_idx" ON "invitations"("tenant_id", "status", "expires_at", "role");

-- Once for each statement, not for each member: a hundred thousand members that go with their tenant are one change.
-- In the order of the key, so that two statements never wait for each other in a circle.
CREATE FUNCTION identity.count_members() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR change IN SELECT tenant_id, role, status, count(*)::int AS added FROM members_after GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LOOP
      PERFORM identity.add_to_member_count(change.tenant_id, change.role, change.status, change.added);
    END LOOP;
  ELSIF TG_OP = 'DELETE' THEN
    FOR change IN SELECT tenant_id, role, status, -count(*)::int AS added FROM members_before GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LOOP
      PERFORM identity.add_to_member_count(change.tenant_id, change.role, change.status, change.added);
    END LOOP;
  ELSE
    FOR change IN
      SELECT tenant_id, role, status, sum(one)::int AS added FROM (
        SELECT tenant_id, role, status, 1 AS one FROM members_after
        UNION ALL SELECT tenant_id, role, status, -1 FROM members_before
      ) changed GROUP BY 1, 2, 3 HAVING sum(one) <> 0 ORDER BY 1, 2, 3
    LOOP
      PERFORM identity.add_to_member_count(change.tenant_id, change.role, change.status, change.added);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

-- A decrease adds no row: the members of a deleted tenant are subtracted after its counters are gone.
CREATE FUNCTION identity.add_to_member_count(uuid, identity.role, identity.membership_status, change int)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF change < 0 THEN
    UPDATE identity.member_counts SET count = count + change WHERE tenant_id = $1 AND role = $2 AND status = $3;
  ELSE
    INSERT INTO identity.member_counts AS c (tenant_id, role, status, count) VALUES ($1, $2, $3, change)
    ON CONFLICT (tenant_id, role, status) DO UPDATE SET count = c.count + excluded.count;
  END IF;
END $$;

CREATE TRIGGER "memberships_count_added" AFTER INSERT ON "memberships" REFERENCING NEW TABLE AS members_after
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_members();
CREATE TRIGGER "memberships_count_changed" AFTER UPDATE ON "memberships"
  REFERENCING OLD TABLE AS members_before NEW TABLE AS members_after
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_members();
CREATE TRIGGER "memberships_count_removed" AFTER DELETE ON "memberships" REFERENCING OLD TABLE AS members_before
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_members();

CREATE FUNCTION identity.count_no_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.member_counts;
  RETURN NULL;
END $$;
CREATE TRIGGER "memberships_count_emptied" AFTER TRUNCATE ON "memberships"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_no_members();

-- A trigger instead of a foreign key. It runs after the members are gone, while a foreign key might delete the counters
-- first and then wait for a member that a transaction which waits for the counters is deleting.
CREATE FUNCTION identity.forget_member_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.member_counts WHERE tenant_id IN (SELECT id FROM tenants_before);
  RETURN NULL;
END $$;
CREATE TRIGGER "tenants_forget_counts" AFTER DELETE ON "tenants" REFERENCING OLD TABLE AS tenants_before
  FOR EACH STATEMENT EXECUTE FUNCTION identity.forget_member_counts();

-- Counts all members again. Also for a database that was filled while its triggers were off.
CREATE FUNCTION identity.recount_members() RETURNS void LANGUAGE sql AS $$
  DELETE FROM identity.member_counts;
  INSERT INTO identity.member_counts (tenant_id, role, status, count)
  SELECT tenant_id, role, status, count(*)::int FROM identity.memberships GROUP BY 1, 2, 3;
$$;
SELECT identity.recount_members();

-- The counters follow the members and nothing else: a statement that sets them by itself is a mistake.
CREATE FUNCTION identity.refuse_direct_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'only triggers write identity.%', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "member_counts_guard" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "member_counts"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_direct_write();
