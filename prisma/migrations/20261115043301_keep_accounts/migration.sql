-- CreateTable
CREATE TABLE "account_keeps" (
    "user_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "interaction" TEXT NOT NULL,
    "amr" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_keeps_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_keeps_secret_hash_key" ON "account_keeps"("secret_hash");

-- CreateIndex
CREATE INDEX "account_keeps_expires_at_idx" ON "account_keeps"("expires_at");

-- CreateIndex
CREATE INDEX "events_actor_id_idx" ON "events"("actor_id");

-- CreateIndex
CREATE INDEX "events_subject_id_idx" ON "events"("subject_id");

-- CreateIndex
CREATE INDEX "invitations_normalized_email_idx" ON "invitations"("normalized_email");

-- AddForeignKey
ALTER TABLE "account_keeps" ADD CONSTRAINT "account_keeps_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
