-- What the lines of an import bring, what of them could not come in, and which accounts they have created.
ALTER TABLE "imports" ADD COLUMN "with_password" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "with_second_factor" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "with_links" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "import_lines" ADD COLUMN "user_id" UUID,
ADD COLUMN "remarks" JSONB;
