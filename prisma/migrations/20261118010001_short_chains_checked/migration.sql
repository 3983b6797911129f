ALTER TABLE "oidc_tokens" VALIDATE CONSTRAINT "oidc_tokens_short_chain";
