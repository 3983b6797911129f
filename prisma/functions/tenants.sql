-- Tenants and invitations.

-- Slugs are compared as they are, so there is one way to write each: lower case, digits and single hyphens.
-- Relied on by packages/tenants/src/schemas.ts (slug).
ALTER TABLE identity.tenants ADD CONSTRAINT tenants_slug_form CHECK (slug ~ '^[a-z0-9](-?[a-z0-9])+$'::text
  AND length(slug) >= 3 AND length(slug) <= 63);

-- A tenant has at most one pending invitation of an email, also if two are sent at once.
-- Relied on by packages/tenants/src/invitations/pending-invitation.ts (normalizedEmail).
CREATE UNIQUE INDEX invitations_one_pending_key ON identity.invitations USING btree (tenant_id, normalized_email)
  WHERE (status = 'PENDING'::identity.invitation_status);

-- When a large tenant begins to be deleted, nothing can be granted in it any more: its clients, webhooks, rules and
-- domains end at once, and its subscriptions are canceled. Its members and seats are deleted in batches.
-- Relied on by packages/tenants/src/tenant/close-tenant.ts (closingAt).
CREATE OR REPLACE FUNCTION identity.close_tenant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM identity.clients WHERE tenant_id = NEW.id;
  DELETE FROM identity.webhooks WHERE tenant_id = NEW.id;
  DELETE FROM identity.license_rules WHERE tenant_id = NEW.id;
  DELETE FROM identity.domains WHERE tenant_id = NEW.id;
  PERFORM 1 FROM identity.subscriptions WHERE tenant_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
  UPDATE identity.subscriptions
  SET status = 'CANCELED', pending_quantity = NULL, pending_at = NULL, pending_release = false, pending_users = '{}'
  WHERE tenant_id = NEW.id;
  RETURN NULL;
END $function$;

-- Marks are set once, so this runs once for each tenant that is deleted in batches.
-- Relied on by packages/tenants/src/tenant/close-tenant.ts (closingAt).
CREATE TRIGGER tenants_close AFTER UPDATE OF closing_at ON identity.tenants FOR EACH ROW WHEN (old.closing_at IS NULL
  AND new.closing_at IS NOT NULL) EXECUTE FUNCTION identity.close_tenant();

-- No client is added to a tenant that is being deleted. The error is that of a tenant that does not exist.
-- Relied on by packages/tenants/src/tenant/close-tenant.ts (closingAt).
CREATE OR REPLACE FUNCTION identity.require_open_tenant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM identity.tenants WHERE id = NEW.tenant_id AND closing_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the tenant does not exist'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'clients_tenant_id_fkey';
  END IF;
  RETURN NEW;
END $function$;

-- For new clients, and for those that get another tenant.
-- Relied on by packages/tenants/src/tenant/close-tenant.ts (closingAt).
CREATE TRIGGER clients_need_open_tenant BEFORE INSERT OR UPDATE OF tenant_id ON identity.clients FOR EACH ROW
  WHEN (new.tenant_id IS NOT NULL) EXECUTE FUNCTION identity.require_open_tenant();
