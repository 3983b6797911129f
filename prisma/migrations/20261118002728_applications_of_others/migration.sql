-- CreateEnum
CREATE TYPE "client_source" AS ENUM ('MANUAL', 'METADATA_DOCUMENT', 'REGISTERED');

-- CreateEnum
CREATE TYPE "application_status" AS ENUM ('ALLOWED', 'BLOCKED', 'REQUESTED');

-- CreateEnum
CREATE TYPE "third_party_apps" AS ENUM ('ALLOW', 'ASK', 'BLOCK');

-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "auth_method" TEXT,
ADD COLUMN     "blocked_at" TIMESTAMPTZ(3),
ADD COLUMN     "device_flow" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "dpop_bound" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "jwks" TEXT,
ADD COLUMN     "jwks_uri" TEXT,
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "metadata_read_at" TIMESTAMPTZ(3),
ADD COLUMN     "metadata_until" TIMESTAMPTZ(3),
ADD COLUMN     "native" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "profile" TEXT,
ADD COLUMN     "require_par" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "source" "client_source" NOT NULL DEFAULT 'MANUAL',
ADD COLUMN     "token_exchange" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "consents" ADD COLUMN     "api_scopes" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "revoked_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "third_party_apps" "third_party_apps" NOT NULL DEFAULT 'ALLOW';

-- CreateTable
CREATE TABLE "tenant_applications" (
    "tenant_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "status" "application_status" NOT NULL,
    "requested_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_applications_pkey" PRIMARY KEY ("tenant_id","client_id")
);

-- CreateTable
CREATE TABLE "apis" (
    "id" UUID NOT NULL,
    "identifier" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "open" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "apis_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_scopes" (
    "api_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,

    CONSTRAINT "api_scopes_pkey" PRIMARY KEY ("api_id","name")
);

-- CreateTable
CREATE TABLE "api_clients" (
    "api_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "api_clients_pkey" PRIMARY KEY ("api_id","client_id")
);

-- CreateIndex
CREATE INDEX "tenant_applications_client_id_idx" ON "tenant_applications"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "apis_identifier_key" ON "apis"("identifier");

-- CreateIndex
CREATE INDEX "api_clients_client_id_idx" ON "api_clients"("client_id");

-- AddForeignKey
ALTER TABLE "tenant_applications" ADD CONSTRAINT "tenant_applications_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenant_applications" ADD CONSTRAINT "tenant_applications_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_scopes" ADD CONSTRAINT "api_scopes_api_id_fkey" FOREIGN KEY ("api_id") REFERENCES "apis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_clients" ADD CONSTRAINT "api_clients_api_id_fkey" FOREIGN KEY ("api_id") REFERENCES "apis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_clients" ADD CONSTRAINT "api_clients_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
