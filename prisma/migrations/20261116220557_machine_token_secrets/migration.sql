-- Nullable and without a default: no row is written. Tokens of the previous version have no secret, and keep its rule.
ALTER TABLE "oidc_tokens" ADD COLUMN     "client_secret_id" UUID;
