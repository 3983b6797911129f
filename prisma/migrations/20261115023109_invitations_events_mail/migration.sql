-- CreateEnum
CREATE TYPE "invitation_status" AS ENUM ('PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED');

-- CreateTable
CREATE TABLE "events" (
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "tenant_id" UUID,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "subject_id" TEXT,
    "data" JSONB NOT NULL DEFAULT '{}',
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outgoing_mails" (
    "id" UUID NOT NULL,
    "encrypted_message" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failed_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outgoing_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "normalized_email" TEXT NOT NULL,
    "role" "role" NOT NULL DEFAULT 'member',
    "status" "invitation_status" NOT NULL DEFAULT 'PENDING',
    "secret_hash" BYTEA NOT NULL,
    "expires_in_days" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "invited_by_id" UUID,
    "membership_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "events_tenant_id_id_idx" ON "events"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "events_tenant_id_type_id_idx" ON "events"("tenant_id", "type", "id");

-- CreateIndex
CREATE INDEX "outgoing_mails_failed_at_due_at_idx" ON "outgoing_mails"("failed_at", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_secret_hash_key" ON "invitations"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_membership_id_key" ON "invitations"("membership_id");

-- CreateIndex
CREATE INDEX "invitations_tenant_id_status_id_idx" ON "invitations"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "invitations_invited_by_id_idx" ON "invitations"("invited_by_id");

-- CreateIndex
CREATE INDEX "memberships_tenant_id_id_idx" ON "memberships"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "memberships_tenant_id_status_id_idx" ON "memberships"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "memberships_tenant_id_role_id_idx" ON "memberships"("tenant_id", "role", "id");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_membership_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Of all invitations of an address to a tenant at most one is pending. Prisma's schema cannot say "where".
CREATE UNIQUE INDEX "invitations_one_pending_key" ON "invitations"("tenant_id", "normalized_email") WHERE "status" = 'PENDING';

-- Slugs are compared as they are, so there is one way to write each.
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_slug_form" CHECK ("slug" ~ '^[a-z0-9](-?[a-z0-9])+$' AND length("slug") BETWEEN 3 AND 63);
