-- Reads all seats while others write to the table.
ALTER TABLE "seats" VALIDATE CONSTRAINT "seats_assigned_in_range";
