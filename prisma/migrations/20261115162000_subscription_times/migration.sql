-- A time outside of these years could be written, but not read back: the list of the tenant failed from then on.
UPDATE "subscriptions" SET "starts_at" = LEAST(GREATEST("starts_at", '2000-01-01Z'), '2199-12-31 23:59:59.999Z')
WHERE NOT ("starts_at" >= '2000-01-01Z' AND "starts_at" < '2200-01-01Z');
UPDATE "subscriptions" SET "expires_at" = LEAST(GREATEST("expires_at", '2000-01-01Z'), '2199-12-31 23:59:59.999Z')
WHERE NOT ("expires_at" >= '2000-01-01Z' AND "expires_at" < '2200-01-01Z');

ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_times_in_range" CHECK (
  "starts_at" >= '2000-01-01Z' AND "starts_at" < '2200-01-01Z'
  AND "expires_at" >= '2000-01-01Z' AND "expires_at" < '2200-01-01Z');
