-- CreateEnum
CREATE TYPE "domain_status" AS ENUM ('PENDING', 'VERIFIED', 'LAPSED');

-- CreateEnum
CREATE TYPE "connection_kind" AS ENUM ('OIDC');

-- CreateEnum
CREATE TYPE "connection_status" AS ENUM ('DRAFT', 'TESTED', 'ACTIVE', 'DISABLED');

-- CreateEnum
CREATE TYPE "attempt_result" AS ENUM ('SIGNED_IN', 'REFUSED');

-- CreateTable
CREATE TABLE "domains" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "status" "domain_status" NOT NULL DEFAULT 'PENDING',
    "proof" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),
    "missing_since" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domains_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connections" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "kind" "connection_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "status" "connection_status" NOT NULL DEFAULT 'DRAFT',
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret" BYTEA NOT NULL,
    "default_role" "role" NOT NULL DEFAULT 'member',
    "trust_mfa" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "tested_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connection_domains" (
    "connection_id" UUID NOT NULL,
    "domain_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "connection_domains_pkey" PRIMARY KEY ("connection_id","domain_id")
);

-- CreateTable
CREATE TABLE "connection_groups" (
    "connection_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,

    CONSTRAINT "connection_groups_pkey" PRIMARY KEY ("connection_id","group_id")
);

-- CreateTable
CREATE TABLE "connection_links" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT,
    "linked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "connection_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "expected_users" (
    "connection_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "expected_users_pkey" PRIMARY KEY ("connection_id","user_id")
);

-- CreateTable
CREATE TABLE "connection_visits" (
    "secret_hash" BYTEA NOT NULL,
    "connection_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "interaction_uid" TEXT,
    "user_id" UUID,
    "identity" JSONB,
    "mail_secret_hash" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connection_visits_pkey" PRIMARY KEY ("secret_hash")
);

-- CreateTable
CREATE TABLE "connection_attempts" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "result" "attempt_result" NOT NULL,
    "reason" TEXT NOT NULL,
    "subject" TEXT,
    "email" TEXT,
    "user_id" UUID,

    CONSTRAINT "connection_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "domains_due_at_idx" ON "domains"("due_at");

-- CreateIndex
CREATE UNIQUE INDEX "domains_tenant_id_domain_key" ON "domains"("tenant_id", "domain");

-- CreateIndex
CREATE UNIQUE INDEX "domains_id_tenant_id_key" ON "domains"("id", "tenant_id");

-- CreateIndex
CREATE INDEX "connections_tenant_id_id_idx" ON "connections"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "connections_id_tenant_id_key" ON "connections"("id", "tenant_id");

-- CreateIndex
CREATE INDEX "connection_domains_domain_id_tenant_id_idx" ON "connection_domains"("domain_id", "tenant_id");

-- CreateIndex
CREATE INDEX "connection_groups_group_id_tenant_id_idx" ON "connection_groups"("group_id", "tenant_id");

-- CreateIndex
CREATE INDEX "connection_links_user_id_idx" ON "connection_links"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "connection_links_connection_id_issuer_subject_key" ON "connection_links"("connection_id", "issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "connection_links_connection_id_user_id_key" ON "connection_links"("connection_id", "user_id");

-- CreateIndex
CREATE INDEX "expected_users_user_id_idx" ON "expected_users"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "connection_visits_mail_secret_hash_key" ON "connection_visits"("mail_secret_hash");

-- CreateIndex
CREATE INDEX "connection_visits_connection_id_idx" ON "connection_visits"("connection_id");

-- CreateIndex
CREATE INDEX "connection_visits_user_id_idx" ON "connection_visits"("user_id");

-- CreateIndex
CREATE INDEX "connection_visits_expires_at_idx" ON "connection_visits"("expires_at");

-- CreateIndex
CREATE INDEX "connection_attempts_connection_id_id_idx" ON "connection_attempts"("connection_id", "id");

-- CreateIndex
CREATE INDEX "connection_attempts_user_id_idx" ON "connection_attempts"("user_id");

-- CreateIndex
CREATE INDEX "connection_attempts_email_idx" ON "connection_attempts"("email");

-- CreateIndex
CREATE INDEX "connection_attempts_at_idx" ON "connection_attempts"("at");

-- AddForeignKey
ALTER TABLE "domains" ADD CONSTRAINT "domains_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connections" ADD CONSTRAINT "connections_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_domains" ADD CONSTRAINT "connection_domains_connection_id_tenant_id_fkey" FOREIGN KEY ("connection_id", "tenant_id") REFERENCES "connections"("id", "tenant_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_domains" ADD CONSTRAINT "connection_domains_domain_id_tenant_id_fkey" FOREIGN KEY ("domain_id", "tenant_id") REFERENCES "domains"("id", "tenant_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_groups" ADD CONSTRAINT "connection_groups_connection_id_tenant_id_fkey" FOREIGN KEY ("connection_id", "tenant_id") REFERENCES "connections"("id", "tenant_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_groups" ADD CONSTRAINT "connection_groups_group_id_tenant_id_fkey" FOREIGN KEY ("group_id", "tenant_id") REFERENCES "groups"("id", "tenant_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_links" ADD CONSTRAINT "connection_links_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_links" ADD CONSTRAINT "connection_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "expected_users" ADD CONSTRAINT "expected_users_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "expected_users" ADD CONSTRAINT "expected_users_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_visits" ADD CONSTRAINT "connection_visits_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_visits" ADD CONSTRAINT "connection_visits_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_attempts" ADD CONSTRAINT "connection_attempts_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_attempts" ADD CONSTRAINT "connection_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One tenant has a verified domain.
CREATE UNIQUE INDEX "domains_verified_key" ON "domains"("domain") WHERE "status" = 'VERIFIED';

-- One active connection has a domain.
CREATE UNIQUE INDEX "connection_domains_active_key" ON "connection_domains"("domain_id") WHERE "active";

-- Routing looks up the active connection of a verified domain.
CREATE INDEX "connections_active_idx" ON "connections"("tenant_id") WHERE "status" = 'ACTIVE';

-- A tenant that is being deleted gives its domains free at once, as it ends its clients and webhooks.
CREATE OR REPLACE FUNCTION identity.close_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.clients WHERE tenant_id = NEW.id;
  DELETE FROM identity.webhooks WHERE tenant_id = NEW.id;
  DELETE FROM identity.license_rules WHERE tenant_id = NEW.id;
  DELETE FROM identity.domains WHERE tenant_id = NEW.id;
  PERFORM 1 FROM identity.subscriptions WHERE tenant_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
  UPDATE identity.subscriptions
  SET status = 'CANCELED', pending_quantity = NULL, pending_at = NULL, pending_release = false, pending_users = '{}'
  WHERE tenant_id = NEW.id;
  RETURN NULL;
END $$;
