-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "broke_glass_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "oidc_sessions" ADD COLUMN     "longest_pause" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "policy" JSONB;
