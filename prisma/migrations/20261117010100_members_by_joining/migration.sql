-- migration: outside of a transaction
-- The order in which a new license rule gives seats. It continues after the last member of the batch before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "memberships_joined_idx" ON "memberships"("tenant_id", "joined_at", "id")
  WHERE "status" = 'ACTIVE';
