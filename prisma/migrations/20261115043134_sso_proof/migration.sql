-- AlterTable
ALTER TABLE "sso_attempts" ADD COLUMN     "mail_secret_hash" BYTEA;
