-- migration: outside of a transaction
-- When the last seat of a subscription ended: a planned quantity is in force since then, or since its own time.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seat_periods_ended_idx" ON "seat_periods"("subscription_id", "ended_at")
  WHERE "ended_at" IS NOT NULL;
