-- CreateEnum
CREATE TYPE "directory_user_status" AS ENUM ('ACTIVE', 'PENDING');

-- CreateEnum
CREATE TYPE "directory_log_result" AS ENUM ('APPLIED', 'UNCHANGED', 'REFUSED');

-- CreateTable
CREATE TABLE "directories" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "connection_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "directories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "directory_tokens" (
    "token_hash" BYTEA NOT NULL,
    "directory_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "directory_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "directory_users" (
    "id" UUID NOT NULL,
    "directory_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "user_id" UUID,
    "invitation_id" UUID,
    "status" "directory_user_status" NOT NULL,
    "user_name" TEXT NOT NULL,
    "user_name_key" TEXT NOT NULL,
    "external_id" TEXT,
    "active" BOOLEAN NOT NULL,
    "attributes" JSONB NOT NULL,
    "email_keys" TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "directory_users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "directory_accounts" (
    "directory_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "directory_accounts_pkey" PRIMARY KEY ("directory_id","user_id")
);

-- CreateTable
CREATE TABLE "directory_groups" (
    "id" UUID NOT NULL,
    "directory_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "external_id" TEXT,
    "display_name" TEXT NOT NULL,
    "display_name_key" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "directory_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "directory_group_members" (
    "group_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "directory_id" UUID NOT NULL,

    CONSTRAINT "directory_group_members_pkey" PRIMARY KEY ("group_id","member_id")
);

-- CreateTable
CREATE TABLE "directory_log" (
    "id" UUID NOT NULL,
    "directory_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "method" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "resource_id" UUID,
    "subject" TEXT,
    "attributes" TEXT[],
    "result" "directory_log_result" NOT NULL,
    "outcomes" TEXT[],
    "detail" TEXT,

    CONSTRAINT "directory_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "directories_tenant_id_id_idx" ON "directories"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "directories_connection_id_idx" ON "directories"("connection_id");

-- CreateIndex
CREATE INDEX "directory_tokens_directory_id_idx" ON "directory_tokens"("directory_id");

-- CreateIndex
CREATE INDEX "directory_tokens_expires_at_idx" ON "directory_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "directory_users_directory_id_id_idx" ON "directory_users"("directory_id", "id");

-- CreateIndex
CREATE INDEX "directory_users_user_id_idx" ON "directory_users"("user_id");

-- CreateIndex
CREATE INDEX "directory_users_invitation_id_idx" ON "directory_users"("invitation_id");

-- CreateIndex
CREATE INDEX "directory_users_email_keys_idx" ON "directory_users" USING GIN ("email_keys");

-- CreateIndex
CREATE UNIQUE INDEX "directory_users_directory_id_user_name_key_key" ON "directory_users"("directory_id", "user_name_key");

-- CreateIndex
CREATE UNIQUE INDEX "directory_users_directory_id_external_id_key" ON "directory_users"("directory_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_users_directory_id_user_id_key" ON "directory_users"("directory_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_users_id_directory_id_key" ON "directory_users"("id", "directory_id");

-- CreateIndex
CREATE INDEX "directory_accounts_user_id_idx" ON "directory_accounts"("user_id");

-- CreateIndex
CREATE INDEX "directory_groups_directory_id_id_idx" ON "directory_groups"("directory_id", "id");

-- CreateIndex
CREATE INDEX "directory_groups_directory_id_display_name_key_idx" ON "directory_groups"("directory_id", "display_name_key");

-- CreateIndex
CREATE UNIQUE INDEX "directory_groups_group_id_tenant_id_key" ON "directory_groups"("group_id", "tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_groups_directory_id_external_id_key" ON "directory_groups"("directory_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_groups_id_directory_id_key" ON "directory_groups"("id", "directory_id");

-- CreateIndex
CREATE INDEX "directory_group_members_group_id_directory_id_idx" ON "directory_group_members"("group_id", "directory_id");

-- CreateIndex
CREATE INDEX "directory_group_members_member_id_directory_id_idx" ON "directory_group_members"("member_id", "directory_id");

-- CreateIndex
CREATE INDEX "directory_log_directory_id_id_idx" ON "directory_log"("directory_id", "id");

-- CreateIndex
CREATE INDEX "directory_log_directory_id_result_id_idx" ON "directory_log"("directory_id", "result", "id");

-- CreateIndex
CREATE INDEX "directory_log_resource_id_idx" ON "directory_log"("resource_id");

-- CreateIndex
CREATE INDEX "directory_log_at_idx" ON "directory_log"("at");

-- AddForeignKey
ALTER TABLE "directories" ADD CONSTRAINT "directories_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directories" ADD CONSTRAINT "directories_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_tokens" ADD CONSTRAINT "directory_tokens_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_accounts" ADD CONSTRAINT "directory_accounts_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_accounts" ADD CONSTRAINT "directory_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_groups" ADD CONSTRAINT "directory_groups_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_groups" ADD CONSTRAINT "directory_groups_group_id_tenant_id_fkey" FOREIGN KEY ("group_id", "tenant_id") REFERENCES "groups"("id", "tenant_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_group_id_directory_id_fkey" FOREIGN KEY ("group_id", "directory_id") REFERENCES "directory_groups"("id", "directory_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_member_id_directory_id_fkey" FOREIGN KEY ("member_id", "directory_id") REFERENCES "directory_users"("id", "directory_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_log" ADD CONSTRAINT "directory_log_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
