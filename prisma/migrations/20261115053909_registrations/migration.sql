-- AlterTable
ALTER TABLE "password_resets" ADD COLUMN     "interaction_uid" TEXT;

-- CreateTable
CREATE TABLE "registrations" (
    "secret_hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "normalized_email" TEXT NOT NULL,
    "display_name" TEXT,
    "password_hash" TEXT NOT NULL,
    "interaction_uid" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "registrations_pkey" PRIMARY KEY ("secret_hash")
);

-- CreateIndex
CREATE INDEX "registrations_normalized_email_idx" ON "registrations"("normalized_email");

-- CreateIndex
CREATE INDEX "registrations_expires_at_idx" ON "registrations"("expires_at");
