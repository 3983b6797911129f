-- migration: outside of a transaction
-- The job that goes on with deletions finds them here. There are hardly ever any.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tenants_closing_idx" ON "tenants" ("id") WHERE "closing_at" IS NOT NULL;
