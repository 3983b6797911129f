-- The seats of agents: clients that act for members. And the tokens that they act with.

-- A token that was exchanged belongs to at most three others: a longer chain of agents is never written.
-- Relied on by packages/prisma/src/oidc/exchanged-token-store.ts (subject_hashes).
ALTER TABLE identity.oidc_tokens ADD CONSTRAINT oidc_tokens_short_chain CHECK (cardinality(subject_hashes) <= 3);

-- Only an agent holds a seat: a client that may exchange tokens, or is marked as an agent; and only in its own tenant if
-- it has one. The lock keeps it from losing the right until this transaction ends: whoever takes the right away then
-- finds the seat.
-- Relied on by packages/licensing/src/agents/grant-agent-seat.ts (agent_seats).
CREATE OR REPLACE FUNCTION identity.require_agent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- For each new seat, before it is counted.
-- Relied on by packages/licensing/src/agents/grant-agent-seat.ts (agent_seats).
CREATE TRIGGER agent_seats_need_agent BEFORE INSERT ON identity.agent_seats FOR EACH ROW
  EXECUTE FUNCTION identity.require_agent();

-- The seats of agents count in `quantity_assigned` as those of members do, so that
-- `subscriptions_seats_within_quantity` holds one limit for both. Each has a period since it was assigned.
-- Relied on by packages/licensing/src/seat-changes/free-seats.ts (quantity_assigned).
-- Relied on by packages/licensing/src/history/seat-days.ts (agent_seat_periods).
CREATE OR REPLACE FUNCTION identity.count_added_agent_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM added GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_assigned = quantity_assigned + change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  INSERT INTO identity.agent_seat_periods
    (id, tenant_id, application_id, license_type_id, subscription_id, client_id, started_at)
  SELECT added.id, added.tenant_id, added.application_id, sub.license_type_id, sub.id, added.client_id, added.assigned_at
  FROM added JOIN identity.subscriptions sub ON sub.id = added.subscription_id;
  RETURN NULL;
END $function$;

-- Once for each statement.
-- Relied on by packages/licensing/src/agents/grant-agent-seat.ts (agent_seats).
CREATE TRIGGER agent_seats_added AFTER INSERT ON identity.agent_seats REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_added_agent_seats();

-- The other half of the rule: the counter falls with each seat, and its period ends. A setting says why.
-- Relied on by packages/licensing/src/agents/revoke-agent-seat.ts (seat_cause).
-- Relied on by packages/licensing/src/agents/release-agent-seats.ts (agent_seat_periods).
CREATE OR REPLACE FUNCTION identity.count_taken_agent_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change record;
  why text := coalesce(nullif(current_setting('identity.seat_cause', true), ''), 'deleted');
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM taken GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_assigned = quantity_assigned - change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  UPDATE identity.agent_seat_periods period
  SET ended_at = greatest(period.started_at, statement_timestamp()), cause = why
  FROM taken WHERE period.id = taken.id;
  RETURN NULL;
END $function$;

-- Also for seats that go with their client or subscription, by the cascade of a foreign key.
-- Relied on by packages/licensing/src/agents/revoke-agent-seat.ts (agent_seats).
CREATE TRIGGER agent_seats_taken AFTER DELETE ON identity.agent_seats REFERENCING OLD TABLE AS taken FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_taken_agent_seats();

-- A TRUNCATE has no rows that `agent_seats_taken` could count.
-- Relied on by packages/licensing/src/data-checks/check-seats.ts (agent_seats).
CREATE TRIGGER agent_seats_emptied AFTER TRUNCATE ON identity.agent_seats FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_no_seats();

-- A seat does not change hands: it is taken, and another one is given.
-- Relied on by packages/licensing/src/agents/grant-agent-seat.ts (agent_seats).
CREATE TRIGGER agent_seats_never_move BEFORE UPDATE ON identity.agent_seats FOR EACH ROW
  WHEN (old.subscription_id IS DISTINCT FROM new.subscription_id OR old.tenant_id IS DISTINCT FROM new.tenant_id
  OR old.application_id IS DISTINCT FROM new.application_id OR old.client_id IS DISTINCT FROM new.client_id)
  EXECUTE FUNCTION identity.refuse_moved_seat();

-- Nobody rewrites the past: a period is written by triggers only, changes once, by its end, and is never deleted.
-- Relied on by packages/licensing/src/history/seat-days.ts (agent_seat_periods).
CREATE OR REPLACE FUNCTION identity.guard_agent_seat_periods()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF pg_trigger_depth() = 1 OR TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'periods follow the seats and cannot be changed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'agent_seat_periods_follow_seats';
  ELSIF TG_OP = 'UPDATE' AND (OLD.ended_at IS NOT NULL OR
    (OLD.id, OLD.tenant_id, OLD.application_id, OLD.license_type_id, OLD.subscription_id, OLD.client_id, OLD.started_at)
    IS DISTINCT FROM
    (NEW.id, NEW.tenant_id, NEW.application_id, NEW.license_type_id, NEW.subscription_id, NEW.client_id, NEW.started_at))
  THEN
    RAISE EXCEPTION 'a period changes only by its end'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'agent_seat_periods_only_end';
  END IF;
  RETURN NEW;
END $function$;

-- For each row, because whether a period has ended differs from row to row.
-- Relied on by packages/licensing/src/data-checks/check-seats.ts (agent_seat_periods).
CREATE TRIGGER agent_seat_periods_guard BEFORE INSERT OR DELETE OR UPDATE ON identity.agent_seat_periods FOR EACH ROW
  EXECUTE FUNCTION identity.guard_agent_seat_periods();

-- An agent that is blocked, or is none any more, holds no seat: everywhere, or in the tenant that has blocked it, or that
-- no longer calls it an agent. A trigger, because a change by plain SQL or by another package must not leave it behind.
-- Relied on by packages/licensing/src/agents/grant-agent-seat.ts (agent_seats).
CREATE OR REPLACE FUNCTION identity.release_seats_of_agent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- Only if the tenant has blocked it.
-- Relied on by packages/licensing/src/agents/find-agent.ts (status).
CREATE TRIGGER tenant_applications_release_agent_seats AFTER INSERT OR UPDATE OF status ON identity.tenant_applications
  FOR EACH ROW WHEN (new.status = 'BLOCKED'::identity.application_status)
  EXECUTE FUNCTION identity.release_seats_of_agent();

-- A row says that somebody calls the client an agent: an operator, or the client itself. Without both there is no row.
-- Relied on by packages/runtime/src/clients/agent-mark.ts (byOperator).
ALTER TABLE identity.agent_clients ADD CONSTRAINT agent_clients_marked_check CHECK (by_operator OR by_client);

-- When the last of both marks ends. A change by plain SQL is no exception.
-- Relied on by packages/runtime/src/clients/agent-mark.ts (agentClient).
CREATE TRIGGER agent_clients_release_seats AFTER DELETE ON identity.agent_clients FOR EACH ROW
  EXECUTE FUNCTION identity.release_seats_of_agent();

-- The tenant no longer counts the client as an agent.
-- Relied on by packages/runtime/src/connected-applications/decide-application.ts (agent).
CREATE TRIGGER tenant_applications_unmark_agent AFTER UPDATE OF agent ON identity.tenant_applications FOR EACH ROW
  WHEN (old.agent AND NOT new.agent) EXECUTE FUNCTION identity.release_seats_of_agent();

-- The tenant has taken its decision back, and the mark with it.
-- Relied on by packages/runtime/src/connected-applications/decide-application.ts (tenantApplication).
CREATE TRIGGER tenant_applications_forget_agent AFTER DELETE ON identity.tenant_applications FOR EACH ROW
  WHEN (old.agent) EXECUTE FUNCTION identity.release_seats_of_agent();
