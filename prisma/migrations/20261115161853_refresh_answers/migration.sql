-- CreateTable
CREATE TABLE "refresh_answers" (
    "id_hash" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refresh_answers_pkey" PRIMARY KEY ("id_hash")
);

-- CreateIndex
CREATE INDEX "refresh_answers_expires_at_idx" ON "refresh_answers"("expires_at");
