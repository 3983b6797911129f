-- migration: outside of a transaction
-- A failed sign-in asks which kinds of hashes of other systems are stored.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_foreign_passwords_idx" ON "users" ((split_part("password_hash", '|', 1)) COLLATE "C") WHERE "password_hash" NOT LIKE '$argon2%';
