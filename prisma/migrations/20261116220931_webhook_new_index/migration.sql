-- migration: outside of a transaction
-- No release has used it; `webhook_deliveries_next_idx` has its place.
DROP INDEX CONCURRENTLY IF EXISTS "webhook_deliveries_new_idx";
