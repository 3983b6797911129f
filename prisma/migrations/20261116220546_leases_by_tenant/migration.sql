-- migration: outside of a transaction
-- The leases of a tenant, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seat_leases_tenant_id_id_idx" ON "seat_leases"("tenant_id", "id");
