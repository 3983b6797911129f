-- AlterTable
ALTER TABLE "signing_keys" ADD COLUMN     "token_seconds" INTEGER NOT NULL DEFAULT 0;
