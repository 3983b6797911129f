-- migration: outside of a transaction
-- The changes that get a mail of their own, oldest first. There are few of them at any time.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "license_mail_changes_at_once_idx" ON "license_mail_changes" ("created_at", "id") WHERE "at_once";
