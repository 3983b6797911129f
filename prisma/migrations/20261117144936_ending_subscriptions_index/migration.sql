-- migration: outside of a transaction
-- The console of the platform counts the subscriptions that end soon.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_ending_idx" ON "subscriptions" ("expires_at") WHERE "status" = 'ACTIVE';
