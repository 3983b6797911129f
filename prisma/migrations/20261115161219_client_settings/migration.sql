-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "id_token_claims" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "require_nonce" BOOLEAN;
