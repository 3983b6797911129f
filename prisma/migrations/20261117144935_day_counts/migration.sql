-- CreateTable
CREATE TABLE "day_counts" (
    "name" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" BIGINT NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "day_counts_pkey" PRIMARY KEY ("name","day")
);
