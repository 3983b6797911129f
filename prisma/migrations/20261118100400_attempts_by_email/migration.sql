-- migration: outside of a transaction
-- Providers send emails in any case: those of an account are found without regard to it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "connection_attempts_lower_email_idx" ON "connection_attempts" (lower("email"));
