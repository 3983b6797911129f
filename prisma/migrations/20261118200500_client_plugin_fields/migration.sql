-- The values of the fields of clients that plugins declare, by name.
ALTER TABLE "clients" ADD COLUMN "plugin_fields" JSONB NOT NULL DEFAULT '{}';
