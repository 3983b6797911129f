-- CreateTable
CREATE TABLE "license_mail_changes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "encrypted_note" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "license_mail_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "license_mail_changes_user_id_tenant_id_idx" ON "license_mail_changes"("user_id", "tenant_id");

-- CreateIndex
CREATE INDEX "license_mail_changes_created_at_idx" ON "license_mail_changes"("created_at");
