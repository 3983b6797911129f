-- migration: outside of a transaction
-- The operator's list of active users without a second factor.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_without_second_factor_idx" ON "users" ("id") WHERE NOT "mfa_enabled" AND "disabled_at" IS NULL AND "deleted_at" IS NULL;
