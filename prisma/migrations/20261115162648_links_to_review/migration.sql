-- AlterTable
ALTER TABLE "users" ADD COLUMN     "links_to_review" BOOLEAN NOT NULL DEFAULT false;
