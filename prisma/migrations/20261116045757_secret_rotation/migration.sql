-- CreateTable
CREATE TABLE "server_processes" (
    "id" UUID NOT NULL,
    "secret_id" TEXT NOT NULL,
    "known_ids" TEXT[],
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "server_processes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sealed_columns" (
    "table_name" TEXT NOT NULL,
    "column_name" TEXT NOT NULL,
    "id_column" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,

    CONSTRAINT "sealed_columns_pkey" PRIMARY KEY ("table_name","column_name")
);
