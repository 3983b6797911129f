-- Webhooks: the deliveries of deleted ones are deleted, too.

-- A webhook may have millions of deliveries. It is deleted at once, and they follow in batches. The note says whose
-- deliveries are left.
-- Relied on by packages/webhooks/src/webhooks/delete-deliveries.ts (deleted_webhooks).
CREATE OR REPLACE FUNCTION identity.note_deleted_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO identity.deleted_webhooks (id) SELECT id FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

-- Also for webhooks that go with their tenant, by the cascade of a foreign key.
-- Relied on by packages/webhooks/src/webhooks/delete-deliveries.ts (deleted_webhooks).
CREATE TRIGGER webhooks_deleted AFTER DELETE ON identity.webhooks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  EXECUTE FUNCTION identity.note_deleted_webhooks();
