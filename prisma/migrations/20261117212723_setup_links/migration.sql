-- AlterTable
ALTER TABLE "connection_visits" ADD COLUMN     "setup_link_id" UUID;

-- CreateTable
CREATE TABLE "setup_links" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setup_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "setup_links_secret_hash_key" ON "setup_links"("secret_hash");

-- CreateIndex
CREATE INDEX "setup_links_tenant_id_id_idx" ON "setup_links"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "setup_links_created_by_id_idx" ON "setup_links"("created_by_id");

-- CreateIndex
CREATE INDEX "setup_links_expires_at_idx" ON "setup_links"("expires_at");

-- AddForeignKey
ALTER TABLE "setup_links" ADD CONSTRAINT "setup_links_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "setup_links" ADD CONSTRAINT "setup_links_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
