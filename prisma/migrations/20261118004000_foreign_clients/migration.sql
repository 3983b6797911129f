-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "registration_token_hash" BYTEA;

-- A client that nobody has entered by hand never has more rights than a third party, whoever changes its row.
ALTER TABLE "clients" ADD CONSTRAINT "clients_of_others_check" CHECK (
  "source" = 'MANUAL' OR (
    "type" <> 'MACHINE' AND NOT "first_party" AND "tenant_id" IS NULL AND "application_id" IS NULL
    AND NOT "license_claims" AND NOT "group_claims" AND "backchannel_logout_uri" IS NULL
    AND "scopes" <@ ARRAY['openid', 'profile', 'email', 'offline_access']
  )
) NOT VALID;
