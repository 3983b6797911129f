-- CreateEnum
CREATE TYPE "webhook_status" AS ENUM ('ACTIVE', 'PAUSED');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "tenant_id" UUID,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "description" TEXT,
    "status" "webhook_status" NOT NULL DEFAULT 'ACTIVE',
    "secret" BYTEA NOT NULL,
    "old_secret" BYTEA,
    "old_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "slow" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "wait_until" TIMESTAMPTZ(3),
    "since_seq" BIGINT NOT NULL DEFAULT identity.next_event(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "horizon" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "response_status" INTEGER,
    "response_body" TEXT,
    "last_error" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feed_readers" (
    "name" TEXT NOT NULL,
    "horizon" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "event_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feed_readers_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "webhooks_tenant_id_id_idx" ON "webhooks"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_id_idx" ON "webhook_deliveries"("webhook_id", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_status_id_idx" ON "webhook_deliveries"("webhook_id", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_webhook_id_event_id_key" ON "webhook_deliveries"("webhook_id", "event_id");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Webhooks that have something to send, by when it is due.
CREATE INDEX "webhooks_due_idx" ON "webhooks"("due_at") WHERE "due_at" IS NOT NULL AND "status" = 'ACTIVE';
-- What was not tried yet, in the order in which a webhook gets it.
CREATE INDEX "webhook_deliveries_new_idx" ON "webhook_deliveries"("webhook_id", "horizon", "seq")
  WHERE "status" = 'PENDING' AND "attempts" = 0;
-- What is tried again, by when it is due. It is apart from the above, so that neither has to skip many of the other.
CREATE INDEX "webhook_deliveries_retry_idx" ON "webhook_deliveries"("webhook_id", "due_at")
  WHERE "status" = 'PENDING' AND "attempts" > 0;
-- What is deleted after a while.
CREATE INDEX "webhook_deliveries_finished_idx" ON "webhook_deliveries"("finished_at") WHERE "status" <> 'PENDING';

-- Webhooks begin at the end of the feed. The place exists before the first webhook does, so none can miss an event.
INSERT INTO "feed_readers" ("name", "horizon", "seq", "event_id")
VALUES ('webhooks', identity.certain_horizon() - 1, 9223372036854775807, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
