-- migration: outside of a transaction
-- A job counts the deliveries that were given up. There are few of them among all that have ended.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_failed_idx" ON "webhook_deliveries" ("finished_at") WHERE "status" = 'FAILED';
