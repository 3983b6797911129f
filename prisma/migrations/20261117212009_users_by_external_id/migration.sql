-- migration: outside of a transaction
-- An import finds the users that an earlier run brought.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "users_external_id_key" ON "users" ("external_id");
