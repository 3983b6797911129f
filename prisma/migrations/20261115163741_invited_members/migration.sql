-- DropIndex
DROP INDEX "memberships_tenant_id_id_idx";

-- DropIndex
DROP INDEX "memberships_tenant_id_role_id_idx";

-- CreateIndex
CREATE INDEX "memberships_tenant_id_role_status_id_idx" ON "memberships"("tenant_id", "role", "status", "id");
