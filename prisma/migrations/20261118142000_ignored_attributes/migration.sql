ALTER TABLE "directory_log" ADD COLUMN "ignored" TEXT[] DEFAULT ARRAY[]::TEXT[];
