-- What the provider itself said about a sign-in that it did not confirm, for the owners of the tenant.
ALTER TABLE "connection_attempts" ADD COLUMN "provider_error" TEXT, ADD COLUMN "provider_error_description" TEXT;
