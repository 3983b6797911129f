-- migration-check: allow rows-in-transaction: adds one row for each seat and subscription, and locks none that exist

-- CreateEnum
CREATE TYPE "license_request_status" AS ENUM ('PENDING', 'WAITING', 'GRANTED', 'DECLINED');

-- AlterTable
ALTER TABLE "seats" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "overage_percent" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "pending_at" TIMESTAMPTZ(3),
ADD COLUMN     "pending_quantity" INTEGER,
ADD COLUMN     "pending_release" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "pending_users" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "quantity_reserved" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "seat_reservations" (
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "invitation_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seat_reservations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "license_requests" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "license_type_id" UUID,
    "note" TEXT,
    "status" "license_request_status" NOT NULL DEFAULT 'PENDING',
    "waiting_number" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "license_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seat_periods" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "license_type_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "cause" TEXT,

    CONSTRAINT "seat_periods_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_terms" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "subscription_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "license_type_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    "status" "subscription_status" NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_terms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seat_leases" (
    "id" UUID NOT NULL,
    "seat_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seat_leases_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "seat_reservations_subscription_id_expires_at_idx" ON "seat_reservations"("subscription_id", "expires_at");

-- CreateIndex
CREATE INDEX "seat_reservations_tenant_id_expires_at_idx" ON "seat_reservations"("tenant_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "seat_reservations_invitation_id_application_id_key" ON "seat_reservations"("invitation_id", "application_id");

-- CreateIndex
CREATE INDEX "license_requests_tenant_id_user_id_idx" ON "license_requests"("tenant_id", "user_id");

-- CreateIndex
CREATE INDEX "license_requests_tenant_id_status_id_idx" ON "license_requests"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "license_requests_tenant_id_application_id_status_id_idx" ON "license_requests"("tenant_id", "application_id", "status", "id");

-- CreateIndex
CREATE INDEX "license_requests_license_type_id_application_id_idx" ON "license_requests"("license_type_id", "application_id");

-- CreateIndex
CREATE INDEX "license_requests_application_id_idx" ON "license_requests"("application_id");

-- CreateIndex
CREATE INDEX "seat_periods_tenant_id_id_idx" ON "seat_periods"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "seat_periods_tenant_id_application_id_id_idx" ON "seat_periods"("tenant_id", "application_id", "id");

-- CreateIndex
CREATE INDEX "seat_periods_tenant_id_user_id_id_idx" ON "seat_periods"("tenant_id", "user_id", "id");

-- CreateIndex
CREATE INDEX "seat_periods_user_id_id_idx" ON "seat_periods"("user_id", "id");

-- CreateIndex
CREATE INDEX "subscription_terms_tenant_id_application_id_started_at_idx" ON "subscription_terms"("tenant_id", "application_id", "started_at");

-- CreateIndex
CREATE INDEX "subscription_terms_subscription_id_idx" ON "subscription_terms"("subscription_id");

-- CreateIndex
CREATE INDEX "seat_leases_seat_id_expires_at_idx" ON "seat_leases"("seat_id", "expires_at");

-- CreateIndex
CREATE INDEX "seat_leases_subscription_id_idx" ON "seat_leases"("subscription_id");

-- CreateIndex
CREATE INDEX "seat_leases_user_id_idx" ON "seat_leases"("user_id");

-- CreateIndex
CREATE INDEX "seat_leases_expires_at_idx" ON "seat_leases"("expires_at");

-- AddForeignKey
ALTER TABLE "seat_reservations" ADD CONSTRAINT "seat_reservations_subscription_id_tenant_id_application_id_fkey" FOREIGN KEY ("subscription_id", "tenant_id", "application_id") REFERENCES "subscriptions"("id", "tenant_id", "application_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seat_reservations" ADD CONSTRAINT "seat_reservations_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_requests" ADD CONSTRAINT "license_requests_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "memberships"("tenant_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_requests" ADD CONSTRAINT "license_requests_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_requests" ADD CONSTRAINT "license_requests_license_type_id_application_id_fkey" FOREIGN KEY ("license_type_id", "application_id") REFERENCES "license_types"("id", "application_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seat_leases" ADD CONSTRAINT "seat_leases_subscription_id_tenant_id_application_id_fkey" FOREIGN KEY ("subscription_id", "tenant_id", "application_id") REFERENCES "subscriptions"("id", "tenant_id", "application_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One open request of a user for an application.
CREATE UNIQUE INDEX "license_requests_one_open_key" ON "license_requests"("tenant_id", "application_id", "user_id")
  WHERE "status" IN ('PENDING', 'WAITING');
-- The waiting list of a license type, in its order.
CREATE SEQUENCE "license_waiting_numbers";
CREATE INDEX "license_requests_waiting_idx" ON "license_requests"("tenant_id", "license_type_id", "waiting_number")
  WHERE "status" = 'WAITING';
ALTER TABLE "license_requests" ADD CONSTRAINT "license_requests_waiting_number"
  CHECK (("status" = 'WAITING') = ("waiting_number" IS NOT NULL));
ALTER TABLE "license_requests" ADD CONSTRAINT "license_requests_waiting_for_type"
  CHECK ("status" <> 'WAITING' OR "license_type_id" IS NOT NULL);
ALTER TABLE "license_requests" ADD CONSTRAINT "license_requests_decided"
  CHECK ("status" NOT IN ('GRANTED', 'DECLINED') OR "decided_at" IS NOT NULL);

-- How many seats can be granted and reserved: the quantity, and the overage of at least one seat.
CREATE FUNCTION identity.allowed_seats(purchased int, overage_percent int) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT purchased + CASE WHEN overage_percent > 0 THEN greatest(1, (purchased::bigint * overage_percent / 100)::int) ELSE 0 END
$$;
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_seats_within_quantity";
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_seats_within_quantity" CHECK (
  "quantity_assigned" >= 0 AND "quantity_reserved" >= 0
  AND "quantity_assigned" + "quantity_reserved" <= identity.allowed_seats("quantity_purchased", "overage_percent")) NOT VALID;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_life_in_range" CHECK (
  "overage_percent" BETWEEN 0 AND 100
  AND ("pending_quantity" IS NULL) = ("pending_at" IS NULL) AND ("pending_quantity" IS NULL OR "pending_quantity" >= 1)
) NOT VALID;

-- The counts follow the seats and the reservations, and nothing else.
CREATE OR REPLACE FUNCTION identity.guard_assigned_quantity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.quantity_assigned := 0;
    NEW.quantity_reserved := 0;
  ELSIF pg_trigger_depth() = 1 AND (NEW.quantity_assigned, NEW.quantity_reserved)
    IS DISTINCT FROM (OLD.quantity_assigned, OLD.quantity_reserved) THEN
    RAISE EXCEPTION 'quantity_assigned and quantity_reserved follow the rows and cannot be set'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'subscriptions_assigned_follows_seats';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER "subscriptions_guard_assigned" ON "subscriptions";
CREATE TRIGGER "subscriptions_guard_assigned"
  BEFORE INSERT OR UPDATE OF "quantity_assigned", "quantity_reserved" ON "subscriptions"
  FOR EACH ROW EXECUTE FUNCTION identity.guard_assigned_quantity();

CREATE FUNCTION identity.count_added_reservations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM added GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_reserved = quantity_reserved + change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "seat_reservations_added" AFTER INSERT ON "seat_reservations" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_added_reservations();

CREATE FUNCTION identity.count_taken_reservations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM taken GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_reserved = quantity_reserved - change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "seat_reservations_taken" AFTER DELETE ON "seat_reservations" REFERENCING OLD TABLE AS taken
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_taken_reservations();

CREATE FUNCTION identity.count_no_reservations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity.subscriptions SET quantity_reserved = 0 WHERE quantity_reserved <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "seat_reservations_emptied" AFTER TRUNCATE ON "seat_reservations"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_no_reservations();

CREATE FUNCTION identity.refuse_moved_reservation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a reservation cannot be moved'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'seat_reservations_never_move';
END $$;
CREATE TRIGGER "seat_reservations_never_move" BEFORE UPDATE ON "seat_reservations" FOR EACH ROW
  WHEN (OLD."subscription_id" IS DISTINCT FROM NEW."subscription_id")
  EXECUTE FUNCTION identity.refuse_moved_reservation();

-- Every seat has its period, which begins and ends with it. The transaction may say why and when it ended.
CREATE OR REPLACE FUNCTION identity.count_added_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM added GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_assigned = quantity_assigned + change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  INSERT INTO identity.seat_periods (id, tenant_id, application_id, license_type_id, subscription_id, user_id, started_at)
  SELECT added.id, added.tenant_id, added.application_id, sub.license_type_id, sub.id, added.user_id, added.assigned_at
  FROM added JOIN identity.subscriptions sub ON sub.id = added.subscription_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION identity.count_taken_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
  ended timestamptz := coalesce(
    nullif(current_setting('identity.seat_ended_at', true), '')::timestamptz, statement_timestamp());
  why text := coalesce(nullif(current_setting('identity.seat_cause', true), ''), 'deleted');
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM taken GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_assigned = quantity_assigned - change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  UPDATE identity.seat_periods period SET ended_at = greatest(period.started_at, ended), cause = why
  FROM taken WHERE period.id = taken.id;
  -- A lease works without the server until it ends. Until then its seat stays counted.
  INSERT INTO identity.seat_reservations (id, subscription_id, tenant_id, application_id, expires_at)
  SELECT gen_random_uuid(), taken.subscription_id, taken.tenant_id, taken.application_id, lease.expires_at
  FROM taken JOIN identity.subscriptions sub ON sub.id = taken.subscription_id
  JOIN LATERAL (
    SELECT max(expires_at) AS expires_at FROM identity.seat_leases
    WHERE seat_id = taken.id AND expires_at > statement_timestamp()
  ) lease ON lease.expires_at IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION identity.count_no_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity.subscriptions SET quantity_assigned = 0 WHERE quantity_assigned <> 0;
  UPDATE identity.seat_periods SET ended_at = greatest(started_at, statement_timestamp()), cause = 'deleted'
  WHERE ended_at IS NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION identity.guard_seat_periods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() = 1 OR TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'periods follow the seats and cannot be changed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'seat_periods_follow_seats';
  ELSIF TG_OP = 'UPDATE' AND (OLD.ended_at IS NOT NULL OR
    (OLD.id, OLD.tenant_id, OLD.application_id, OLD.license_type_id, OLD.subscription_id, OLD.user_id, OLD.started_at)
    IS DISTINCT FROM
    (NEW.id, NEW.tenant_id, NEW.application_id, NEW.license_type_id, NEW.subscription_id, NEW.user_id, NEW.started_at))
  THEN
    RAISE EXCEPTION 'a period changes only by its end'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'seat_periods_only_end';
  END IF;
  RETURN NEW;
END $$;

-- What is there already: each seat has a period since it was assigned.
INSERT INTO "seat_periods" ("id", "tenant_id", "application_id", "license_type_id", "subscription_id", "user_id", "started_at")
SELECT s."id", s."tenant_id", s."application_id", sub."license_type_id", sub."id", s."user_id", s."assigned_at"
FROM "seats" s JOIN "subscriptions" sub ON sub."id" = s."subscription_id";
CREATE TRIGGER "seat_periods_guard" BEFORE INSERT OR UPDATE OR DELETE ON "seat_periods"
  FOR EACH ROW EXECUTE FUNCTION identity.guard_seat_periods();

-- What a tenant owned at which time.
CREATE FUNCTION identity.keep_subscription_terms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed timestamptz := coalesce(
    nullif(current_setting('identity.term_changed_at', true), '')::timestamptz, statement_timestamp());
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE identity.subscription_terms SET ended_at = greatest(started_at, changed)
    WHERE subscription_id = OLD.id AND ended_at IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO identity.subscription_terms
      (subscription_id, tenant_id, application_id, license_type_id, quantity, status, starts_at, expires_at, started_at)
    VALUES (NEW.id, NEW.tenant_id, NEW.application_id, NEW.license_type_id, NEW.quantity_purchased, NEW.status,
      NEW.starts_at, NEW.expires_at, changed);
  END IF;
  RETURN NULL;
END $$;
INSERT INTO "subscription_terms" ("subscription_id", "tenant_id", "application_id", "license_type_id", "quantity", "status",
  "starts_at", "expires_at", "started_at")
SELECT "id", "tenant_id", "application_id", "license_type_id", "quantity_purchased", "status", "starts_at", "expires_at",
  "created_at" FROM "subscriptions";
CREATE TRIGGER "subscriptions_added_term" AFTER INSERT OR DELETE ON "subscriptions"
  FOR EACH ROW EXECUTE FUNCTION identity.keep_subscription_terms();
CREATE TRIGGER "subscriptions_changed_term" AFTER UPDATE ON "subscriptions" FOR EACH ROW
  WHEN ((OLD."quantity_purchased", OLD."status", OLD."starts_at", OLD."expires_at")
    IS DISTINCT FROM (NEW."quantity_purchased", NEW."status", NEW."starts_at", NEW."expires_at"))
  EXECUTE FUNCTION identity.keep_subscription_terms();

CREATE FUNCTION identity.guard_subscription_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() = 1 OR TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND OLD.ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'terms follow the subscriptions and cannot be changed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'subscription_terms_follow_subscriptions';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "subscription_terms_guard" BEFORE INSERT OR UPDATE OR DELETE ON "subscription_terms"
  FOR EACH ROW EXECUTE FUNCTION identity.guard_subscription_terms();

-- A seat is held by an active member. The lock keeps them one until this transaction ends. A member of the waiting list
-- gets a seat without this lock: the transaction that frees the seat holds the subscriptions, and a transaction that
-- changes the member would wait for those. That one releases the seat again: see memberships_release_seats.
CREATE OR REPLACE FUNCTION identity.require_active_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  waits boolean := EXISTS (
    SELECT 1 FROM identity.license_requests r JOIN identity.subscriptions sub ON sub.license_type_id = r.license_type_id
    WHERE sub.id = NEW.subscription_id AND r.tenant_id = NEW.tenant_id AND r.application_id = NEW.application_id
      AND r.user_id = NEW.user_id AND r.status = 'WAITING');
BEGIN
  IF waits THEN
    PERFORM 1 FROM identity.memberships
    WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND status = 'ACTIVE';
  ELSE
    PERFORM 1 FROM identity.memberships
    WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND status = 'ACTIVE' FOR SHARE;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a seat needs an active member'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'seats_active_member';
  END IF;
  RETURN NEW;
END $$;

-- The subscriptions that the member waits for are locked first, so that a seat from the waiting list is seen here.
CREATE OR REPLACE FUNCTION identity.release_seats_of_inactive_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM identity.subscriptions sub WHERE sub.tenant_id = NEW.tenant_id AND sub.license_type_id IN (
    SELECT r.license_type_id FROM identity.license_requests r
    WHERE r.tenant_id = NEW.tenant_id AND r.user_id = NEW.user_id AND r.status = 'WAITING')
  ORDER BY sub.id FOR NO KEY UPDATE;
  DELETE FROM identity.license_requests r USING identity.memberships m
  WHERE m.id = NEW.id AND m.status <> 'ACTIVE' AND r.tenant_id = m.tenant_id AND r.user_id = m.user_id
    AND r.status IN ('PENDING', 'WAITING');
  DELETE FROM identity.seats s USING identity.memberships m
  WHERE m.id = NEW.id AND m.status <> 'ACTIVE' AND s.tenant_id = m.tenant_id AND s.user_id = m.user_id;
  RETURN NULL;
END $$;
