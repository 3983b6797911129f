-- DropIndex
DROP INDEX "events_actor_id_idx";

-- DropIndex
DROP INDEX "events_subject_id_idx";

-- DropIndex
DROP INDEX "outgoing_mails_failed_at_due_at_idx";

-- AlterTable
ALTER TABLE "email_changes" ADD COLUMN     "normalized_email" TEXT;

-- AlterTable
ALTER TABLE "oidc_records" ADD COLUMN     "account_id" TEXT,
ADD COLUMN     "hint_hash" BYTEA;

-- AlterTable
ALTER TABLE "outgoing_mails" ADD COLUMN     "domain_hash" BYTEA,
ADD COLUMN     "mentioned_hash" BYTEA,
ADD COLUMN     "priority" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "recipient_hash" BYTEA;

-- AlterTable
ALTER TABLE "sso_attempts" ADD COLUMN     "normalized_email" TEXT;

-- CreateIndex
CREATE INDEX "email_changes_normalized_email_idx" ON "email_changes"("normalized_email");

-- CreateIndex
CREATE INDEX "events_actor_id_id_idx" ON "events"("actor_id", "id");

-- CreateIndex
CREATE INDEX "events_subject_id_id_idx" ON "events"("subject_id", "id");

-- CreateIndex
CREATE INDEX "oidc_records_account_id_idx" ON "oidc_records"("account_id");

-- CreateIndex
CREATE INDEX "oidc_records_hint_hash_idx" ON "oidc_records"("hint_hash");

-- CreateIndex
CREATE INDEX "outgoing_mails_failed_at_priority_due_at_idx" ON "outgoing_mails"("failed_at", "priority", "due_at");

-- CreateIndex
CREATE INDEX "outgoing_mails_recipient_hash_idx" ON "outgoing_mails"("recipient_hash");

-- CreateIndex
CREATE INDEX "outgoing_mails_mentioned_hash_idx" ON "outgoing_mails"("mentioned_hash");

-- CreateIndex
CREATE INDEX "sso_attempts_normalized_email_idx" ON "sso_attempts"("normalized_email");
