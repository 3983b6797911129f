-- How many members a tenant has of each role and status.

-- `member_counts` has the number of memberships of each tenant, role and status. In the order of the key, so that
-- two statements never deadlock.
-- Relied on by packages/tenants/src/members/list-members.ts (memberCount).
-- Relied on by packages/tenants/src/tenant/count-members.ts (memberCount).
-- Relied on by packages/licensing/src/rules/count-members.ts (memberCount).
CREATE OR REPLACE FUNCTION identity.count_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- Adds to one counter. A decrease adds no row: the members of a deleted tenant are subtracted after its counters are
-- gone.
-- Relied on by packages/tenants/src/members/list-members.ts (memberCount).
CREATE OR REPLACE FUNCTION identity.add_to_member_count(uuid, identity.role, identity.membership_status, change integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF change < 0 THEN
    UPDATE identity.member_counts SET count = count + change WHERE tenant_id = $1 AND role = $2 AND status = $3;
  ELSE
    INSERT INTO identity.member_counts AS c (tenant_id, role, status, count) VALUES ($1, $2, $3, change)
    ON CONFLICT (tenant_id, role, status) DO UPDATE SET count = c.count + excluded.count;
  END IF;
END $function$;

-- Once for each statement, at its end.
-- Relied on by packages/prisma/src/locks/lock-order.ts (memberships).
CREATE TRIGGER memberships_count_added AFTER INSERT ON identity.memberships REFERENCING NEW TABLE AS members_after
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_members();

-- Once for each statement, at its end.
-- Relied on by packages/prisma/src/locks/lock-order.ts (memberships).
CREATE TRIGGER memberships_count_changed AFTER UPDATE ON identity.memberships
  REFERENCING OLD TABLE AS members_before NEW TABLE AS members_after FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_members();

-- Also for memberships that go with their tenant or user, by the cascade of a foreign key.
-- Relied on by packages/prisma/src/locks/lock-order.ts (memberships).
CREATE TRIGGER memberships_count_removed AFTER DELETE ON identity.memberships REFERENCING OLD TABLE AS members_before
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_members();

-- The counters follow the memberships also if the table is emptied.
-- Relied on by packages/tenants/src/data-checks/data-checks.ts (member_counts).
CREATE OR REPLACE FUNCTION identity.count_no_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM identity.member_counts;
  RETURN NULL;
END $function$;

-- A TRUNCATE has no rows that `memberships_count_removed` could count.
-- Relied on by packages/tenants/src/data-checks/data-checks.ts (memberships).
CREATE TRIGGER memberships_count_emptied AFTER TRUNCATE ON identity.memberships FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_no_members();

-- A deleted tenant leaves no counters. A trigger instead of a foreign key: that one might delete the counters first,
-- and then wait for a member that a transaction is deleting which waits for the counters.
-- Relied on by packages/tenants/src/tenant/get-tenant.ts (member_counts).
CREATE OR REPLACE FUNCTION identity.forget_member_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM identity.member_counts WHERE tenant_id IN (SELECT id FROM tenants_before);
  RETURN NULL;
END $function$;

-- After the memberships are gone.
-- Relied on by packages/tenants/src/tenant/delete-tenant.ts (tenant).
CREATE TRIGGER tenants_forget_counts AFTER DELETE ON identity.tenants REFERENCING OLD TABLE AS tenants_before
  FOR EACH STATEMENT EXECUTE FUNCTION identity.forget_member_counts();

-- Counts again what was loaded while triggers were off. Only the command line asks for it, by the advice of a check.
-- Relied on by packages/tenants/src/data-checks/data-checks.ts (recount_members).
CREATE OR REPLACE FUNCTION identity.recount_members()
 RETURNS void
 LANGUAGE sql
AS $function$
  DELETE FROM identity.member_counts;
  INSERT INTO identity.member_counts (tenant_id, role, status, count)
  SELECT tenant_id, role, status, count(*)::int FROM identity.memberships GROUP BY 1, 2, 3;
$function$;

-- Only triggers write the counters.
-- Relied on by packages/tenants/src/data-checks/data-checks.ts (member_counts).
CREATE TRIGGER member_counts_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON identity.member_counts
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_direct_write();

-- Counters and words follow the rows that they count or index, and nothing else. A statement that writes them
-- directly is a mistake; a trigger runs at a depth of at least 2 here. Four guards use this function.
-- Relied on by packages/tenants/src/data-checks/data-checks.ts (member_counts).
-- Relied on by packages/prisma/src/data-checks/data-checks.ts (event_counts).
-- Relied on by packages/users/src/data-checks/data-checks.ts (user_counts).
-- Relied on by packages/users/src/data-checks/data-checks.ts (user_words).
CREATE OR REPLACE FUNCTION identity.refuse_direct_write()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'only triggers write identity.%', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $function$;
