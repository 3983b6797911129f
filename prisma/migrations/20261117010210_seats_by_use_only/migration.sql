-- migration: outside of a transaction
-- "seats_last_use_idx" begins with the same column. With both, PostgreSQL may read this one and sort.
DROP INDEX CONCURRENTLY IF EXISTS "seats_subscription_id_idx";
