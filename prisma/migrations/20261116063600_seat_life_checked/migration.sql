-- Reads the table without stopping writers.
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_seats_within_quantity";
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_life_in_range";
