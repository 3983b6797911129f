-- Second of three: reads all events once. Reads and writes of events go on meanwhile.
SET LOCAL lock_timeout = '5s';

ALTER TABLE "events" VALIDATE CONSTRAINT "events_bound";
