-- Which tenants a line of an import has created, so that they can be taken back with it.
ALTER TABLE "import_lines" ADD COLUMN "tenant_ids" UUID[];
