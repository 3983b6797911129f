-- CreateTable
CREATE TABLE "client_uses" (
    "tenant_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "client_uses_pkey" PRIMARY KEY ("tenant_id","client_id","user_id")
);

-- CreateIndex
CREATE INDEX "client_uses_tenant_id_client_id_last_used_at_idx" ON "client_uses"("tenant_id", "client_id", "last_used_at");

-- CreateIndex
CREATE INDEX "client_uses_tenant_id_user_id_idx" ON "client_uses"("tenant_id", "user_id");

-- CreateIndex
CREATE INDEX "client_uses_client_id_idx" ON "client_uses"("client_id");

-- CreateIndex
CREATE INDEX "client_uses_user_id_idx" ON "client_uses"("user_id");

-- AddForeignKey
ALTER TABLE "client_uses" ADD CONSTRAINT "client_uses_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_uses" ADD CONSTRAINT "client_uses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
