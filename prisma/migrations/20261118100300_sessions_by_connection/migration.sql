-- migration: outside of a transaction
-- The open sessions that came by a connection of a tenant: few of all. They end with the connection.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "oidc_sessions_via_idx" ON "oidc_sessions" ((payload->>'via'), "uid")
  WHERE (payload->>'via') IS NOT NULL AND "ended_at" IS NULL;
