-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_to_prove" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "external_id" VARCHAR(255);
