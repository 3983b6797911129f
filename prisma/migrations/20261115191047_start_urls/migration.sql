-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "start_url" TEXT;

-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "client_id" TEXT;

-- CreateIndex
CREATE INDEX "invitations_client_id_idx" ON "invitations"("client_id");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE SET NULL ON UPDATE CASCADE;
