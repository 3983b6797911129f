-- CreateTable
CREATE TABLE "email_codes" (
    "secret_hash" BYTEA NOT NULL,
    "interaction_uid" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "normalized_email" TEXT NOT NULL,
    "user_id" UUID,
    "epoch" INTEGER,
    "creates_account" BOOLEAN NOT NULL DEFAULT false,
    "code_hash" BYTEA NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "proven_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_codes_pkey" PRIMARY KEY ("secret_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "email_codes_interaction_uid_key" ON "email_codes"("interaction_uid");

-- CreateIndex
CREATE INDEX "email_codes_user_id_idx" ON "email_codes"("user_id");

-- CreateIndex
CREATE INDEX "email_codes_normalized_email_idx" ON "email_codes"("normalized_email");

-- CreateIndex
CREATE INDEX "email_codes_expires_at_idx" ON "email_codes"("expires_at");

-- AddForeignKey
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
