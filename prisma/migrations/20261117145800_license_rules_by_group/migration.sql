-- migration: outside of a transaction
-- The same rule once, now for each group. Partial, because Prisma knows no NULLS NOT DISTINCT.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "license_rules_once_by_group_key" ON "license_rules"("tenant_id", "license_type_id", "role", "group_id") NULLS NOT DISTINCT WHERE "id" IS NOT NULL;
