-- Reads the table without stopping writers.
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_reclaim_in_range";
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_trial_ends";
