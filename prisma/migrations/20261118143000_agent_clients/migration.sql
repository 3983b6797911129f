-- Clients that are agents although they do not exchange tokens: they sign their users in themselves. A table of its own, because
-- processes of the previous version read all columns of `clients`.
CREATE TABLE "agent_clients" (
    "client_id" TEXT NOT NULL,
    "by_operator" BOOLEAN NOT NULL DEFAULT false,
    "by_client" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_clients_pkey" PRIMARY KEY ("client_id"),
    CONSTRAINT "agent_clients_marked_check" CHECK ("by_operator" OR "by_client")
);

ALTER TABLE "agent_clients" ADD CONSTRAINT "agent_clients_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A tenant can say so for itself.
ALTER TABLE "tenant_applications" ADD COLUMN     "agent" BOOLEAN NOT NULL DEFAULT false;

CREATE TRIGGER "agent_clients_changed" AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON "agent_clients"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.tell_client_change();

CREATE OR REPLACE FUNCTION identity.require_agent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  exchanges boolean;
BEGIN
  SELECT token_exchange INTO exchanges FROM identity.clients
  WHERE id = NEW.client_id AND blocked_at IS NULL AND (tenant_id IS NULL OR tenant_id = NEW.tenant_id) FOR SHARE;
  IF exchanges THEN
    RETURN NEW;
  END IF;
  IF exchanges IS NOT NULL THEN
    PERFORM 1 FROM identity.agent_clients WHERE client_id = NEW.client_id FOR SHARE;
    IF FOUND THEN
      RETURN NEW;
    END IF;
    PERFORM 1 FROM identity.tenant_applications
    WHERE tenant_id = NEW.tenant_id AND client_id = NEW.client_id AND agent FOR SHARE;
    IF FOUND THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a seat of an agent needs a client that may exchange tokens, or is marked as an agent'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'agent_seats_need_agent';
END $$;

CREATE OR REPLACE FUNCTION identity.release_seats_of_agent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  agent text;
  -- Where the tenant has blocked it, it holds no seat, whatever it is.
  blocked_in uuid;
BEGIN
  IF TG_OP = 'DELETE' THEN
    agent := OLD.client_id;
  ELSIF TG_TABLE_NAME = 'clients' THEN
    agent := NEW.id;
  ELSE
    agent := NEW.client_id;
    IF NEW.status = 'BLOCKED' THEN
      blocked_in := NEW.tenant_id;
    END IF;
  END IF;
  PERFORM set_config('identity.seat_cause', 'blocked', true);
  DELETE FROM identity.agent_seats seat WHERE seat.client_id = agent AND (seat.tenant_id = blocked_in OR NOT EXISTS (
    SELECT FROM identity.clients c WHERE c.id = seat.client_id AND c.blocked_at IS NULL AND (
      c.token_exchange
      OR EXISTS (SELECT FROM identity.agent_clients mark WHERE mark.client_id = c.id)
      OR EXISTS (SELECT FROM identity.tenant_applications decided
        WHERE decided.tenant_id = seat.tenant_id AND decided.client_id = c.id AND decided.agent))));
  PERFORM set_config('identity.seat_cause', '', true);
  RETURN NULL;
END $$;

CREATE TRIGGER "tenant_applications_unmark_agent" AFTER UPDATE OF "agent" ON "tenant_applications"
  FOR EACH ROW WHEN (old.agent AND NOT new.agent) EXECUTE FUNCTION identity.release_seats_of_agent();

CREATE TRIGGER "tenant_applications_forget_agent" AFTER DELETE ON "tenant_applications"
  FOR EACH ROW WHEN (old.agent) EXECUTE FUNCTION identity.release_seats_of_agent();

CREATE TRIGGER "agent_clients_release_seats" AFTER DELETE ON "agent_clients"
  FOR EACH ROW EXECUTE FUNCTION identity.release_seats_of_agent();
