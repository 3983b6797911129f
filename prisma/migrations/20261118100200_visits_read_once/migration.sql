-- A response of a provider is read once.
ALTER TABLE "connection_visits" ADD COLUMN     "answered_at" TIMESTAMPTZ(3);

ALTER TABLE "sso_attempts" ADD COLUMN     "answered_at" TIMESTAMPTZ(3);
