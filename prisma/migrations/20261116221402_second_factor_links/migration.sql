-- CreateTable
CREATE TABLE "second_factor_links" (
    "user_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "second_factor_links_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "second_factor_links_secret_hash_key" ON "second_factor_links"("secret_hash");

-- CreateIndex
CREATE INDEX "second_factor_links_expires_at_idx" ON "second_factor_links"("expires_at");

-- AddForeignKey
ALTER TABLE "second_factor_links" ADD CONSTRAINT "second_factor_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
