-- With a constant default no row is written. The previous version adds rows without these columns: its tries count at once.
ALTER TABLE "rate_limits" ADD COLUMN     "reserved" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "reserved_until" BIGINT;
