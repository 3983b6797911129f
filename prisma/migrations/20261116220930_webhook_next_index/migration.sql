-- migration: outside of a transaction
-- What was not tried yet, in the order in which a webhook gets it: replays come after all others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_next_idx"
  ON "webhook_deliveries"("webhook_id", "replayed", "horizon", "seq") WHERE "status" = 'PENDING' AND "attempts" = 0;
