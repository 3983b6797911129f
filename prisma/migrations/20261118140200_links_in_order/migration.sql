-- migration: outside of a transaction
-- Owners read the links of a connection page by page, the newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "connection_links_connection_id_id_idx" ON "connection_links" ("connection_id", "id");
