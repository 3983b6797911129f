-- AlterTable
ALTER TABLE "license_requests" ADD COLUMN     "cause" TEXT;
