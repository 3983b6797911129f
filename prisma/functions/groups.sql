-- Groups of members.

-- How many active members each group has, in the order of the key, so that two statements never deadlock.
-- Relied on by packages/tenants/src/groups/find-group.ts (memberCount).
CREATE OR REPLACE FUNCTION identity.count_group_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR change IN SELECT group_id, count(*)::int AS added FROM members_after WHERE active GROUP BY 1 ORDER BY 1 LOOP
      UPDATE identity.groups SET member_count = member_count + change.added WHERE id = change.group_id;
    END LOOP;
  ELSIF TG_OP = 'DELETE' THEN
    FOR change IN SELECT group_id, count(*)::int AS taken FROM members_before WHERE active GROUP BY 1 ORDER BY 1 LOOP
      UPDATE identity.groups SET member_count = member_count - change.taken WHERE id = change.group_id;
    END LOOP;
  ELSE
    FOR change IN
      SELECT group_id, sum(one)::int AS added FROM (
        SELECT group_id, 1 AS one FROM members_after WHERE active
        UNION ALL SELECT group_id, -1 FROM members_before WHERE active
      ) changed GROUP BY 1 HAVING sum(one) <> 0 ORDER BY 1
    LOOP
      UPDATE identity.groups SET member_count = member_count + change.added WHERE id = change.group_id;
    END LOOP;
  END IF;
  RETURN NULL;
END $function$;

-- A suspended member is in no group until it is active again.
-- Relied on by packages/tenants/src/groups/group-members.ts (active).
CREATE OR REPLACE FUNCTION identity.follow_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE identity.group_members SET active = (NEW.status = 'ACTIVE')
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
  RETURN NULL;
END $function$;

-- A member that is put into a group counts only if it is active.
-- Relied on by packages/tenants/src/groups/group-members.ts (active).
CREATE OR REPLACE FUNCTION identity.read_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.active := EXISTS (
    SELECT FROM identity.memberships
    WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND status = 'ACTIVE');
  RETURN NEW;
END $function$;

-- Once for each statement, at its end.
-- Relied on by packages/tenants/src/groups/find-group.ts (memberCount).
CREATE TRIGGER group_members_count_added AFTER INSERT ON identity.group_members REFERENCING NEW TABLE AS members_after
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_group_members();

-- Once for each statement, at its end.
-- Relied on by packages/tenants/src/groups/find-group.ts (memberCount).
CREATE TRIGGER group_members_count_changed AFTER UPDATE ON identity.group_members
  REFERENCING OLD TABLE AS members_before NEW TABLE AS members_after FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_group_members();

-- Once for each statement, at its end.
-- Relied on by packages/tenants/src/groups/find-group.ts (memberCount).
CREATE TRIGGER group_members_count_removed AFTER DELETE ON identity.group_members
  REFERENCING OLD TABLE AS members_before FOR EACH STATEMENT EXECUTE FUNCTION identity.count_group_members();

-- Before the row is counted.
-- Relied on by packages/tenants/src/groups/group-members.ts (active).
CREATE TRIGGER group_members_read_membership BEFORE INSERT ON identity.group_members FOR EACH ROW
  EXECUTE FUNCTION identity.read_membership();

-- With the change of the membership.
-- Relied on by packages/tenants/src/groups/group-members.ts (active).
CREATE TRIGGER memberships_keep_groups AFTER UPDATE OF status ON identity.memberships FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION identity.follow_membership();

-- A rule never makes owners.
-- Relied on by packages/tenants/src/role-rules/set-role-rules.ts (roleRule).
ALTER TABLE identity.role_rules ADD CONSTRAINT role_rules_role_check CHECK (role <> 'owner'::identity.role);
