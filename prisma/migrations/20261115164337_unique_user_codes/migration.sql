-- DropIndex
DROP INDEX "oidc_records_user_code_idx";

-- Of two device codes with one user code, the newer one stays: a person could have confirmed either.
DELETE FROM "oidc_records" older USING "oidc_records" newer
WHERE older."user_code" = newer."user_code"
  AND (older."created_at", older."id_hash") < (newer."created_at", newer."id_hash");

-- CreateIndex
CREATE UNIQUE INDEX "oidc_records_user_code_key" ON "oidc_records"("user_code");
