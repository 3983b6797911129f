-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "backchannel_logout_uri" TEXT;

-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "kept_status" "membership_status";

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "erase_at" TIMESTAMPTZ(3),
ADD COLUMN     "sign_in_epoch" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "logout_notices" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "client_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "sid" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "logout_notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "user_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "email_verifications" (
    "user_id" UUID NOT NULL,
    "normalized_email" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_verifications_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "sso_links" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "display_name" TEXT,
    "avatar_url" TEXT,
    "linked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sso_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sso_attempts" (
    "secret_hash" BYTEA NOT NULL,
    "provider" TEXT NOT NULL,
    "interaction_uid" TEXT,
    "user_id" UUID,
    "return_to" TEXT,
    "identity" JSONB,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sso_attempts_pkey" PRIMARY KEY ("secret_hash")
);

-- CreateIndex
CREATE INDEX "logout_notices_due_at_idx" ON "logout_notices"("due_at");

-- CreateIndex
CREATE INDEX "logout_notices_client_id_idx" ON "logout_notices"("client_id");

-- CreateIndex
CREATE INDEX "logout_notices_account_id_idx" ON "logout_notices"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_secret_hash_key" ON "password_resets"("secret_hash");

-- CreateIndex
CREATE INDEX "password_resets_expires_at_idx" ON "password_resets"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "email_verifications_secret_hash_key" ON "email_verifications"("secret_hash");

-- CreateIndex
CREATE INDEX "email_verifications_expires_at_idx" ON "email_verifications"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sso_links_provider_issuer_subject_key" ON "sso_links"("provider", "issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "sso_links_user_id_provider_key" ON "sso_links"("user_id", "provider");

-- CreateIndex
CREATE INDEX "sso_attempts_user_id_idx" ON "sso_attempts"("user_id");

-- CreateIndex
CREATE INDEX "sso_attempts_expires_at_idx" ON "sso_attempts"("expires_at");

-- CreateIndex
CREATE INDEX "users_erase_at_idx" ON "users"("erase_at");

-- AddForeignKey
ALTER TABLE "logout_notices" ADD CONSTRAINT "logout_notices_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_verifications" ADD CONSTRAINT "email_verifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_links" ADD CONSTRAINT "sso_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_attempts" ADD CONSTRAINT "sso_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
