-- CreateIndex
CREATE INDEX "events_tenant_id_actor_id_id_idx" ON "events"("tenant_id", "actor_id", "id");

-- CreateIndex
CREATE INDEX "events_tenant_id_subject_id_id_idx" ON "events"("tenant_id", "subject_id", "id");
