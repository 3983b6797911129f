-- migration: outside of a transaction
-- Replaced by "license_rules_once_by_group_key".
DROP INDEX CONCURRENTLY IF EXISTS "license_rules_once_key";
