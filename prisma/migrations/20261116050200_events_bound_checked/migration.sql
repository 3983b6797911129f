-- Second of three: reads all events once. Reads and writes of events go on meanwhile.
ALTER TABLE "events" VALIDATE CONSTRAINT "events_bound";
