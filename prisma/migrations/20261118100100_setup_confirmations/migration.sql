-- What a setup link has made, and whether an owner has confirmed it.
ALTER TABLE "connections" ADD COLUMN     "setup_link_id" UUID,
ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "confirmed_by_id" UUID,
ADD COLUMN     "asked_version" INTEGER;

ALTER TABLE "domains" ADD COLUMN     "setup_link_id" UUID,
ADD COLUMN     "proven_by_link_id" UUID,
ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "confirmed_by_id" UUID;
