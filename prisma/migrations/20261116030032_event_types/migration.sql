-- CreateIndex
CREATE INDEX "events_type_id_idx" ON "events"("type", "id");
