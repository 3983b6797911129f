-- AlterTable
ALTER TABLE "oidc_sessions" ADD COLUMN     "ip_address" TEXT,
ADD COLUMN     "last_active_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "public_id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "user_agent" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "oidc_sessions_public_id_key" ON "oidc_sessions"("public_id");
