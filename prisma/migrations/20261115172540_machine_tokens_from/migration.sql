-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "machine_tokens_from" TIMESTAMPTZ(3);
