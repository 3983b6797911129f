-- AlterTable
ALTER TABLE "oidc_sessions" ADD COLUMN     "resumed_at" TIMESTAMPTZ(3);
