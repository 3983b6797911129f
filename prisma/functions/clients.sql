-- Clients: a change reaches every process that remembers them.

-- Every process remembers clients for a second, and drops them when one changes. A change by plain SQL is no
-- exception.
-- Relied on by packages/prisma/src/fast-path/client-changes.ts (identity_clients).
CREATE OR REPLACE FUNCTION identity.tell_client_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('identity_clients', '');
  RETURN NULL;
END $function$;

-- Once for each statement.
-- Relied on by packages/prisma/src/fast-path/client-changes.ts (identity_clients).
CREATE TRIGGER clients_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON identity.clients FOR EACH STATEMENT
  EXECUTE FUNCTION identity.tell_client_change();

-- A new or deleted secret changes who may use a client.
-- Relied on by packages/prisma/src/fast-path/client-changes.ts (identity_clients).
CREATE TRIGGER client_secrets_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON identity.client_secrets
  FOR EACH STATEMENT EXECUTE FUNCTION identity.tell_client_change();

-- A client that nobody has entered by hand has the rights of a third party, whoever changes its row.
-- Relied on by packages/runtime/src/foreign-clients/save-foreign-client.ts (firstParty).
ALTER TABLE identity.clients ADD CONSTRAINT clients_of_others_check CHECK (source = 'MANUAL'::identity.client_source
  OR type <> 'MACHINE'::identity.client_type AND NOT first_party AND tenant_id IS NULL AND application_id IS NULL
  AND NOT license_claims AND NOT group_claims AND backchannel_logout_uri IS NULL
  AND scopes <@ ARRAY['openid'::text, 'profile'::text, 'email'::text, 'offline_access'::text]);

-- Only when the client loses the right, because most changes of a client take no seats.
-- Relied on by packages/licensing/src/agents/find-agent.ts (tokenExchange).
CREATE TRIGGER clients_release_agent_seats AFTER UPDATE OF blocked_at, token_exchange ON identity.clients FOR EACH ROW
  WHEN (old.blocked_at IS NULL AND new.blocked_at IS NOT NULL OR old.token_exchange AND NOT new.token_exchange)
  EXECUTE FUNCTION identity.release_seats_of_agent();

-- Whether a client is an agent is remembered with it.
-- Relied on by packages/prisma/src/fast-path/client-changes.ts (identity_clients).
CREATE TRIGGER agent_clients_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON identity.agent_clients
  FOR EACH STATEMENT EXECUTE FUNCTION identity.tell_client_change();
