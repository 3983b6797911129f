-- Processes remember clients for a second: they are told at once when one changes. One notice for each statement; a
-- transaction that changes many sends one.
CREATE FUNCTION identity.tell_client_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('identity_clients', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "clients_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "clients"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.tell_client_change();
CREATE TRIGGER "client_secrets_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "client_secrets"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.tell_client_change();
