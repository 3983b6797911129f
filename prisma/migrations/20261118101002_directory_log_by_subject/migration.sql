-- migration: outside of a transaction
-- Exports and erasures find refused requests, which have no resource, by the email that they named.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "directory_log_subject_idx" ON "directory_log" (lower("subject"));
