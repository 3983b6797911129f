-- migration: outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "setup_links_lower_email_idx" ON "setup_links" (lower("email"));
