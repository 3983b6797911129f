-- migration: outside of a transaction
-- The seats of a subscription, the one that was not used for the longest time first: a lower quantity releases them in this order.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seats_last_use_idx"
  ON "seats"("subscription_id", coalesce("last_used_at", "assigned_at"), "id");
