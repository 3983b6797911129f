-- CreateEnum
CREATE TYPE "import_status" AS ENUM ('RUNNING', 'DONE', 'FAILED', 'CANCELED');

-- CreateEnum
CREATE TYPE "import_result" AS ENUM ('CREATED', 'CHANGED', 'UNCHANGED', 'REFUSED');

-- CreateTable
CREATE TABLE "imports" (
    "id" UUID NOT NULL,
    "status" "import_status" NOT NULL DEFAULT 'RUNNING',
    "rehearsed" BOOLEAN NOT NULL DEFAULT false,
    "create_tenants" BOOLEAN NOT NULL DEFAULT false,
    "invite_in" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "sent_lines" INTEGER,
    "last_line" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "waiting" INTEGER NOT NULL DEFAULT 0,
    "lease_id" UUID,
    "lease_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_chunks" (
    "id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "first_line" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "import_chunks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_lines" (
    "import_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "email" TEXT,
    "normalized_email" TEXT,
    "result" "import_result" NOT NULL,
    "waiting" BOOLEAN NOT NULL DEFAULT false,
    "field" TEXT,
    "reason" TEXT,

    CONSTRAINT "import_lines_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateTable
CREATE TABLE "import_keys" (
    "import_id" UUID NOT NULL,
    "hash" BIGINT NOT NULL,
    "line" INTEGER NOT NULL,

    CONSTRAINT "import_keys_pkey" PRIMARY KEY ("import_id","hash","line")
);

-- CreateIndex
CREATE INDEX "imports_status_idx" ON "imports"("status");

-- CreateIndex
CREATE INDEX "imports_ended_at_idx" ON "imports"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "import_chunks_import_id_first_line_key" ON "import_chunks"("import_id", "first_line");

-- CreateIndex
CREATE INDEX "import_lines_normalized_email_idx" ON "import_lines"("normalized_email");

-- AddForeignKey
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_lines" ADD CONSTRAINT "import_lines_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_keys" ADD CONSTRAINT "import_keys_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
