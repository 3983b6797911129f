-- AlterTable
ALTER TABLE "signing_keys" ADD COLUMN     "derives_keys" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "access_token_keys" (
    "kid" TEXT NOT NULL,
    "signing_kid" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "encrypted_private_jwk" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "access_token_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateIndex
CREATE UNIQUE INDEX "access_token_keys_signing_kid_algorithm_key" ON "access_token_keys"("signing_kid", "algorithm");

-- AddForeignKey
ALTER TABLE "access_token_keys" ADD CONSTRAINT "access_token_keys_signing_kid_fkey" FOREIGN KEY ("signing_kid") REFERENCES "signing_keys"("kid") ON DELETE CASCADE ON UPDATE CASCADE;
