-- CreateEnum
CREATE TYPE "agent_seat_rule" AS ENUM ('OF_THE_PERSON', 'OWN');

-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "agent_seats" "agent_seat_rule" NOT NULL DEFAULT 'OF_THE_PERSON';

-- AlterTable
ALTER TABLE "oidc_tokens" ADD COLUMN     "subject_hashes" BYTEA[];

-- CreateTable
CREATE TABLE "agent_seats" (
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "assigned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_seats_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_seat_periods" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "license_type_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "cause" TEXT,

    CONSTRAINT "agent_seat_periods_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "agent_seats_tenant_id_application_id_client_id_key" ON "agent_seats"("tenant_id", "application_id", "client_id");

-- CreateIndex
CREATE INDEX "agent_seats_subscription_id_idx" ON "agent_seats"("subscription_id");

-- CreateIndex
CREATE INDEX "agent_seats_client_id_idx" ON "agent_seats"("client_id");

-- CreateIndex
CREATE INDEX "agent_seat_periods_tenant_id_application_id_id_idx" ON "agent_seat_periods"("tenant_id", "application_id", "id");

-- CreateIndex
CREATE INDEX "agent_seat_periods_client_id_idx" ON "agent_seat_periods"("client_id");

-- AddForeignKey
ALTER TABLE "agent_seats" ADD CONSTRAINT "agent_seats_subscription_id_tenant_id_application_id_fkey" FOREIGN KEY ("subscription_id", "tenant_id", "application_id") REFERENCES "subscriptions"("id", "tenant_id", "application_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_seats" ADD CONSTRAINT "agent_seats_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A token that was exchanged belongs to at most three others: a longer chain of agents is never written.
ALTER TABLE "oidc_tokens" ADD CONSTRAINT "oidc_tokens_short_chain"
  CHECK (cardinality("subject_hashes") <= 3) NOT VALID;

-- Only a client that may exchange tokens holds a seat, and only in its own tenant if it has one.
CREATE FUNCTION identity.require_agent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM identity.clients
  WHERE id = NEW.client_id AND token_exchange AND blocked_at IS NULL
    AND (tenant_id IS NULL OR tenant_id = NEW.tenant_id) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a seat of an agent needs a client that may exchange tokens'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'agent_seats_need_agent';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "agent_seats_need_agent" BEFORE INSERT ON "agent_seats" FOR EACH ROW
  EXECUTE FUNCTION identity.require_agent();

-- The seats of agents count in `quantity_assigned` as those of members do, so that one check holds the limit for both.
CREATE FUNCTION identity.count_added_agent_seats() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER "agent_seats_added" AFTER INSERT ON "agent_seats" REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_added_agent_seats();

CREATE FUNCTION identity.count_taken_agent_seats() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER "agent_seats_taken" AFTER DELETE ON "agent_seats" REFERENCING OLD TABLE AS taken FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_taken_agent_seats();

-- Both tables count in one number, so that after a TRUNCATE of one of them the rows of the other are left.
CREATE OR REPLACE FUNCTION identity.count_no_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity.subscriptions sub SET quantity_assigned =
    (SELECT count(*) FROM identity.seats seat WHERE seat.subscription_id = sub.id)
    + (SELECT count(*) FROM identity.agent_seats seat WHERE seat.subscription_id = sub.id)
  WHERE quantity_assigned <> 0;
  UPDATE identity.seat_periods period SET ended_at = greatest(started_at, statement_timestamp()), cause = 'deleted'
  WHERE ended_at IS NULL AND NOT EXISTS (SELECT FROM identity.seats seat WHERE seat.id = period.id);
  UPDATE identity.agent_seat_periods period SET ended_at = greatest(started_at, statement_timestamp()), cause = 'deleted'
  WHERE ended_at IS NULL AND NOT EXISTS (SELECT FROM identity.agent_seats seat WHERE seat.id = period.id);
  RETURN NULL;
END $$;
CREATE TRIGGER "agent_seats_emptied" AFTER TRUNCATE ON "agent_seats" FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_no_seats();

CREATE TRIGGER "agent_seats_never_move" BEFORE UPDATE ON "agent_seats" FOR EACH ROW
  WHEN (OLD.subscription_id IS DISTINCT FROM NEW.subscription_id OR OLD.tenant_id IS DISTINCT FROM NEW.tenant_id
    OR OLD.application_id IS DISTINCT FROM NEW.application_id OR OLD.client_id IS DISTINCT FROM NEW.client_id)
  EXECUTE FUNCTION identity.refuse_moved_seat();

-- A period of an agent is written by triggers only, changes once, by its end, and is never deleted.
CREATE FUNCTION identity.guard_agent_seat_periods() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER "agent_seat_periods_guard" BEFORE INSERT OR UPDATE OR DELETE ON "agent_seat_periods" FOR EACH ROW
  EXECUTE FUNCTION identity.guard_agent_seat_periods();

-- An agent that is blocked, or that may no longer exchange tokens, holds no seat: everywhere, or in the tenant.
CREATE FUNCTION identity.release_seats_of_agent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('identity.seat_cause', 'blocked', true);
  IF TG_TABLE_NAME = 'clients' THEN
    DELETE FROM identity.agent_seats WHERE client_id = NEW.id;
  ELSE
    DELETE FROM identity.agent_seats WHERE tenant_id = NEW.tenant_id AND client_id = NEW.client_id;
  END IF;
  PERFORM set_config('identity.seat_cause', '', true);
  RETURN NULL;
END $$;
CREATE TRIGGER "clients_release_agent_seats" AFTER UPDATE OF "blocked_at", "token_exchange" ON "clients" FOR EACH ROW
  WHEN ((OLD.blocked_at IS NULL AND NEW.blocked_at IS NOT NULL) OR (OLD.token_exchange AND NOT NEW.token_exchange))
  EXECUTE FUNCTION identity.release_seats_of_agent();
CREATE TRIGGER "tenant_applications_release_agent_seats" AFTER INSERT OR UPDATE OF "status" ON "tenant_applications"
  FOR EACH ROW WHEN (NEW.status = 'BLOCKED') EXECUTE FUNCTION identity.release_seats_of_agent();
