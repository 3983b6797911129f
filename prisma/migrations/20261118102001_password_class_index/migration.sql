-- migration: outside of a transaction
-- A failed sign-in asks which classes of hashes of other systems are stored.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_password_classes_idx" ON "users" ((identity.password_class(split_part("password_hash", '|', 1))) COLLATE "C") WHERE "password_hash" NOT LIKE '$argon2%';
