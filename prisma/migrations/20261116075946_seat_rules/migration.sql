-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "licenses" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "license_types" ADD COLUMN     "limits" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "seats" ADD COLUMN     "reclaim_mail_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "limits" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "reclaim_after_days" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "trial" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "license_rules" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "license_type_id" UUID NOT NULL,
    "role" "role",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "license_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "license_trials" (
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "license_trials_pkey" PRIMARY KEY ("tenant_id","application_id")
);

-- CreateTable
CREATE TABLE "license_mail_settings" (
    "tenant_id" UUID NOT NULL,
    "muted" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "requests_mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "license_mail_settings_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "reservation_periods" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reservation_periods_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "license_rules_tenant_id_id_idx" ON "license_rules"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "license_rules_license_type_id_application_id_idx" ON "license_rules"("license_type_id", "application_id");

-- CreateIndex
CREATE INDEX "license_trials_application_id_idx" ON "license_trials"("application_id");

-- CreateIndex
CREATE INDEX "reservation_periods_tenant_id_application_id_started_at_idx" ON "reservation_periods"("tenant_id", "application_id", "started_at");

-- AddForeignKey
ALTER TABLE "license_rules" ADD CONSTRAINT "license_rules_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_rules" ADD CONSTRAINT "license_rules_license_type_id_application_id_fkey" FOREIGN KEY ("license_type_id", "application_id") REFERENCES "license_types"("id", "application_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_trials" ADD CONSTRAINT "license_trials_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_trials" ADD CONSTRAINT "license_trials_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_mail_settings" ADD CONSTRAINT "license_mail_settings_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The same rule once. A partial index, because Prisma knows no NULLS NOT DISTINCT and leaves partial indexes alone.
CREATE UNIQUE INDEX "license_rules_once_key" ON "license_rules"("tenant_id", "license_type_id", "role")
  NULLS NOT DISTINCT WHERE "id" IS NOT NULL;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_reclaim_in_range"
  CHECK ("reclaim_after_days" BETWEEN 0 AND 365) NOT VALID;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_trial_ends"
  CHECK (NOT "trial" OR "expires_at" IS NOT NULL) NOT VALID;

-- Every reservation has its period, which begins and ends with it, or earlier if it has expired.
CREATE OR REPLACE FUNCTION identity.count_added_reservations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM added GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_reserved = quantity_reserved + change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  INSERT INTO identity.reservation_periods (id, tenant_id, application_id, subscription_id, started_at, expires_at)
  SELECT id, tenant_id, application_id, subscription_id, statement_timestamp(), expires_at FROM added;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION identity.count_taken_reservations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM taken GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_reserved = quantity_reserved - change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  UPDATE identity.reservation_periods period
  SET ended_at = greatest(period.started_at, least(taken.expires_at, statement_timestamp()))
  FROM taken WHERE period.id = taken.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION identity.count_no_reservations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity.subscriptions SET quantity_reserved = 0 WHERE quantity_reserved <> 0;
  UPDATE identity.reservation_periods
  SET ended_at = greatest(started_at, least(expires_at, statement_timestamp())) WHERE ended_at IS NULL;
  RETURN NULL;
END $$;

-- A reservation neither moves nor changes its end: its period could not follow.
CREATE OR REPLACE FUNCTION identity.refuse_moved_reservation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a reservation cannot be changed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'seat_reservations_never_move';
END $$;
DROP TRIGGER "seat_reservations_never_move" ON "seat_reservations";
CREATE TRIGGER "seat_reservations_never_move" BEFORE UPDATE ON "seat_reservations" FOR EACH ROW
  WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION identity.refuse_moved_reservation();

CREATE FUNCTION identity.guard_reservation_periods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() = 1 OR TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND OLD.ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'periods follow the reservations and cannot be changed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_periods_follow_reservations';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "reservation_periods_guard" BEFORE INSERT OR UPDATE OR DELETE ON "reservation_periods"
  FOR EACH ROW EXECUTE FUNCTION identity.guard_reservation_periods();
