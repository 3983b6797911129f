-- Whether tokens of the client name the groups of the user.
ALTER TABLE "clients" ADD COLUMN "group_claims" BOOLEAN NOT NULL DEFAULT false;
