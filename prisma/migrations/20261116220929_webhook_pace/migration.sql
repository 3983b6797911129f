-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "replayed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "outgoing_targets" (
    "owner" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "taken" TIMESTAMPTZ(3)[],
    "granted" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "queue_until" TIMESTAMPTZ(3) NOT NULL,
    "patient_until" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outgoing_targets_pkey" PRIMARY KEY ("owner","target")
);

-- CreateIndex
CREATE INDEX "outgoing_targets_used_at_idx" ON "outgoing_targets"("used_at");
