-- What a user has allowed a client in one tenant, and in sessions of one origin. A consent without `bound_at` was stored by an
-- earlier version: it counts for the user's own sessions.
ALTER TABLE "consents" ADD COLUMN "bound_at" TIMESTAMPTZ(3);

CREATE TABLE "consent_bindings" (
    "user_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "given_in" TEXT NOT NULL,
    "tenant_id" UUID,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "api_scopes" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consent_bindings_pkey" PRIMARY KEY ("user_id","client_id","given_in")
);

-- CreateIndex
CREATE INDEX "consent_bindings_tenant_id_idx" ON "consent_bindings"("tenant_id");

-- CreateIndex
CREATE INDEX "consent_bindings_client_id_idx" ON "consent_bindings"("client_id");

-- AddForeignKey
ALTER TABLE "consent_bindings" ADD CONSTRAINT "consent_bindings_user_id_client_id_fkey" FOREIGN KEY ("user_id", "client_id") REFERENCES "consents"("user_id", "client_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_bindings" ADD CONSTRAINT "consent_bindings_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
