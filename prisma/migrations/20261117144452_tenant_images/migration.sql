-- CreateEnum
CREATE TYPE "tenant_image_kind" AS ENUM ('logo', 'favicon');

-- CreateEnum
CREATE TYPE "image_type" AS ENUM ('png', 'jpeg', 'webp');

-- CreateTable
CREATE TABLE "tenant_images" (
    "tenant_id" UUID NOT NULL,
    "kind" "tenant_image_kind" NOT NULL,
    "type" "image_type" NOT NULL,
    "hash" BYTEA NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_images_pkey" PRIMARY KEY ("tenant_id","kind")
);

-- CreateIndex
CREATE INDEX "tenant_images_hash_idx" ON "tenant_images"("hash");

-- AddForeignKey
ALTER TABLE "tenant_images" ADD CONSTRAINT "tenant_images_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
