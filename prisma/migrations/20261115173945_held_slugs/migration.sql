-- CreateTable
CREATE TABLE "held_slugs" (
    "slug" TEXT NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_slugs_pkey" PRIMARY KEY ("slug")
);

-- CreateIndex
CREATE INDEX "held_slugs_held_until_idx" ON "held_slugs"("held_until");
