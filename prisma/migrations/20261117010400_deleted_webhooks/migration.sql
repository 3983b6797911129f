-- A webhook may have millions of deliveries. It is deleted at once, also with its tenant; its deliveries, which nothing finds
-- without it, follow in batches. The trigger also notes what the previous version deletes.
CREATE TABLE "deleted_webhooks" (
    "id" UUID NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deleted_webhooks_pkey" PRIMARY KEY ("id")
);
CREATE FUNCTION identity.note_deleted_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.deleted_webhooks (id) SELECT id FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "webhooks_deleted" AFTER DELETE ON "webhooks" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION identity.note_deleted_webhooks();
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_webhook_id_fkey";
