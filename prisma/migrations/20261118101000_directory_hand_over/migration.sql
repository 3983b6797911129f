-- AlterTable
ALTER TABLE "directories" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "ending_at" TIMESTAMPTZ(3),
ADD COLUMN     "setup_link_id" UUID;

-- AlterTable
ALTER TABLE "directory_users" ADD COLUMN     "foreign_invitation" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "held_at" TIMESTAMPTZ(3),
ADD COLUMN     "held_request" TEXT,
ADD COLUMN     "owners_told_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "directory_log" ADD COLUMN     "user_id" UUID;

-- CreateTable
CREATE TABLE "directory_members" (
    "directory_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "adopted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "directory_members_pkey" PRIMARY KEY ("directory_id","user_id")
);

-- CreateIndex
CREATE INDEX "directory_members_user_id_idx" ON "directory_members"("user_id");

-- AddForeignKey
ALTER TABLE "directory_members" ADD CONSTRAINT "directory_members_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_members" ADD CONSTRAINT "directory_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
