ALTER TABLE "license_rules" VALIDATE CONSTRAINT "license_rules_group_id_tenant_id_fkey";
