-- migration: outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "directories_ending_at_idx" ON "directories"("ending_at");
