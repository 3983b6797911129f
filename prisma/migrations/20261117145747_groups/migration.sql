CREATE TYPE "group_source" AS ENUM ('MANUAL', 'DIRECTORY');

ALTER TABLE "license_rules" ADD COLUMN "group_id" UUID;

CREATE TABLE "groups" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "source" "group_source" NOT NULL DEFAULT 'MANUAL',
    "member_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "group_members" (
    "group_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "group_members_pkey" PRIMARY KEY ("group_id","user_id")
);

CREATE UNIQUE INDEX "groups_tenant_id_name_key_key" ON "groups"("tenant_id", "name_key");

CREATE UNIQUE INDEX "groups_id_tenant_id_key" ON "groups"("id", "tenant_id");

CREATE INDEX "group_members_tenant_id_user_id_idx" ON "group_members"("tenant_id", "user_id");

ALTER TABLE "license_rules" ADD CONSTRAINT "license_rules_group_id_tenant_id_fkey" FOREIGN KEY ("group_id", "tenant_id") REFERENCES "groups"("id", "tenant_id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "groups" ADD CONSTRAINT "groups_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_tenant_id_fkey" FOREIGN KEY ("group_id", "tenant_id") REFERENCES "groups"("id", "tenant_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "group_members" ADD CONSTRAINT "group_members_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "memberships"("tenant_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The number of active members of each group, at the end of each statement, in the order of the key.
CREATE FUNCTION identity.count_group_members() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER "group_members_count_added" AFTER INSERT ON "group_members" REFERENCING NEW TABLE AS members_after
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_group_members();
CREATE TRIGGER "group_members_count_changed" AFTER UPDATE ON "group_members"
  REFERENCING OLD TABLE AS members_before NEW TABLE AS members_after FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_group_members();
CREATE TRIGGER "group_members_count_removed" AFTER DELETE ON "group_members" REFERENCING OLD TABLE AS members_before
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_group_members();

-- A suspended member is in no group until it is active again.
CREATE FUNCTION identity.follow_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity.group_members SET active = (NEW.status = 'ACTIVE')
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "memberships_keep_groups" AFTER UPDATE OF "status" ON "memberships" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION identity.follow_membership();

-- Only an active member counts from the beginning.
CREATE FUNCTION identity.read_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.active := EXISTS (
    SELECT FROM identity.memberships
    WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND status = 'ACTIVE');
  RETURN NEW;
END $$;
CREATE TRIGGER "group_members_read_membership" BEFORE INSERT ON "group_members" FOR EACH ROW
  EXECUTE FUNCTION identity.read_membership();
