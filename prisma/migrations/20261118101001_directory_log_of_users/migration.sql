-- migration: outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "directory_log_user_id_idx" ON "directory_log"("user_id");
