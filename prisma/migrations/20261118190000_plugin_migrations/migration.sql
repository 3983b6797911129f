-- Which migrations of plugins' own tables are applied. Those tables are in schemas of their own.
CREATE TABLE "plugin_migrations" (
    "plugin" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "checksum" TEXT NOT NULL,
    "tables" TEXT[],
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plugin_migrations_pkey" PRIMARY KEY ("plugin", "name")
);
