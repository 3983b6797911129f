-- migration: outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "clients_source_idx" ON "clients"("source");
