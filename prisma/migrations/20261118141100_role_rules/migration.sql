-- The roles that members of groups get, as connections and directories say, and the admins whom such a rule has made.
CREATE TABLE "role_rules" (
    "source_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "role" "role" NOT NULL,

    CONSTRAINT "role_rules_pkey" PRIMARY KEY ("source_id","group_id"),
    CONSTRAINT "role_rules_role_check" CHECK ("role" <> 'owner')
);

CREATE TABLE "given_roles" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "given_roles_pkey" PRIMARY KEY ("tenant_id","user_id")
);

CREATE INDEX "role_rules_group_id_tenant_id_idx" ON "role_rules"("group_id", "tenant_id");

CREATE INDEX "role_rules_tenant_id_idx" ON "role_rules"("tenant_id");

ALTER TABLE "role_rules" ADD CONSTRAINT "role_rules_group_id_tenant_id_fkey" FOREIGN KEY ("group_id", "tenant_id") REFERENCES "groups"("id", "tenant_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "given_roles" ADD CONSTRAINT "given_roles_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "memberships"("tenant_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
