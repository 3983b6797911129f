-- The members of a large tenant are deleted in batches. Until the last one the tenant is marked, and counts as deleted.
ALTER TABLE "tenants" ADD COLUMN "closing_at" TIMESTAMPTZ(3),
ADD COLUMN "closing_actor_kind" TEXT,
ADD COLUMN "closing_actor_id" TEXT;

-- What gives access or sends something ends with the mark. No seat of the tenant can be granted after it. The order of the
-- locks is that of all other transactions.
CREATE FUNCTION identity.close_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.clients WHERE tenant_id = NEW.id;
  DELETE FROM identity.webhooks WHERE tenant_id = NEW.id;
  DELETE FROM identity.license_rules WHERE tenant_id = NEW.id;
  PERFORM 1 FROM identity.subscriptions WHERE tenant_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
  UPDATE identity.subscriptions
  SET status = 'CANCELED', pending_quantity = NULL, pending_at = NULL, pending_release = false, pending_users = '{}'
  WHERE tenant_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "tenants_close" AFTER UPDATE OF "closing_at" ON "tenants" FOR EACH ROW
  WHEN (OLD."closing_at" IS NULL AND NEW."closing_at" IS NOT NULL) EXECUTE FUNCTION identity.close_tenant();

-- A client is added without a lock of its tenant. This one waits for the mark, and the mark waits for it.
CREATE FUNCTION identity.require_open_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM identity.tenants WHERE id = NEW.tenant_id AND closing_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the tenant does not exist'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'clients_tenant_id_fkey';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "clients_need_open_tenant" BEFORE INSERT OR UPDATE OF "tenant_id" ON "clients" FOR EACH ROW
  WHEN (NEW."tenant_id" IS NOT NULL) EXECUTE FUNCTION identity.require_open_tenant();
