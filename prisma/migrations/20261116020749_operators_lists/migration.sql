-- CreateEnum
CREATE TYPE "user_status" AS ENUM ('ACTIVE', 'DISABLED', 'DELETED');

-- AlterTable
ALTER TABLE "logout_notices" ADD COLUMN     "last_error" TEXT;

-- AlterTable
ALTER TABLE "outgoing_mails" ADD COLUMN     "kind" TEXT;

-- CreateTable
CREATE TABLE "user_words" (
    "user_id" UUID NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,
    "status" "user_status" NOT NULL
);

-- CreateTable
CREATE TABLE "user_counts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "status" "user_status" NOT NULL,
    "count" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "user_counts_pkey" PRIMARY KEY ("id")
);
-- Rows are updated in place: room for the new versions on the same page keeps the index as it is.
ALTER TABLE "user_counts" SET (fillfactor = 50);

-- CreateIndex
CREATE INDEX "user_counts_status_idx" ON "user_counts"("status");

-- CreateIndex
CREATE INDEX "users_disabled_at_idx" ON "users"("disabled_at");

-- CreateIndex
CREATE INDEX "users_deleted_at_idx" ON "users"("deleted_at");

-- A disabled account stays DISABLED while it waits to be erased.
CREATE FUNCTION identity.status_of_user(disabled_at timestamptz, deleted_at timestamptz) RETURNS identity.user_status
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN disabled_at IS NOT NULL THEN 'DISABLED' WHEN deleted_at IS NOT NULL THEN 'DELETED' ELSE 'ACTIVE' END
    ::identity.user_status
$$;

-- Takes a row that no other transaction has locked, or adds one: accounts that are created at once never wait for each
-- other. A single row may be negative; only the sum has a meaning.
CREATE FUNCTION identity.add_to_user_count(identity.user_status, change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity.user_counts SET count = count + change WHERE id = (
    SELECT id FROM identity.user_counts WHERE status = $1 LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN INSERT INTO identity.user_counts (status, count) VALUES ($1, change); END IF;
END $$;

CREATE FUNCTION identity.count_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT identity.status_of_user(disabled_at, deleted_at) AS status, count(*) AS users FROM counted GROUP BY 1 LOOP
    PERFORM identity.add_to_user_count(change.status, CASE TG_OP WHEN 'DELETE' THEN -change.users ELSE change.users END);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_count_added" AFTER INSERT ON "users" REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_users();
CREATE TRIGGER "users_count_removed" AFTER DELETE ON "users" REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_users();

-- A trigger for each row, so that a sign-in, which changes other columns, costs nothing.
CREATE FUNCTION identity.count_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM identity.add_to_user_count(identity.status_of_user(OLD.disabled_at, OLD.deleted_at), -1);
  PERFORM identity.add_to_user_count(identity.status_of_user(NEW.disabled_at, NEW.deleted_at), 1);
  RETURN NULL;
END $$;
CREATE TRIGGER "users_count_changed" AFTER UPDATE OF "disabled_at", "deleted_at" ON "users" FOR EACH ROW
  WHEN (identity.status_of_user(OLD.disabled_at, OLD.deleted_at)
    IS DISTINCT FROM identity.status_of_user(NEW.disabled_at, NEW.deleted_at))
  EXECUTE FUNCTION identity.count_changed_user();

-- Writes the words of a user. Only transactions that have locked the user's row get here.
CREATE FUNCTION identity.follow_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN DELETE FROM identity.user_words WHERE user_id = OLD.id; END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO identity.user_words (user_id, word, status)
    SELECT NEW.id, word, identity.status_of_user(NEW.disabled_at, NEW.deleted_at)
    FROM identity.member_words_of(NEW.display_name, NEW.given_name, NEW.family_name, NEW.email) word;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_own_words_added" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION identity.follow_users();
CREATE TRIGGER "users_own_words_removed" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION identity.follow_users();
CREATE TRIGGER "users_own_words_changed"
  AFTER UPDATE OF "display_name", "given_name", "family_name", "email", "disabled_at", "deleted_at" ON "users" FOR EACH ROW
  WHEN (
    (OLD.display_name, OLD.given_name, OLD.family_name, OLD.email, OLD.disabled_at, OLD.deleted_at)
    IS DISTINCT FROM
    (NEW.display_name, NEW.given_name, NEW.family_name, NEW.email, NEW.disabled_at, NEW.deleted_at))
  EXECUTE FUNCTION identity.follow_users();

CREATE FUNCTION identity.forget_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.user_words;
  DELETE FROM identity.user_counts;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_emptied" AFTER TRUNCATE ON "users" FOR EACH STATEMENT EXECUTE FUNCTION identity.forget_users();

-- Counts all users and writes their words again. Also for a database that was filled while its triggers were off.
CREATE FUNCTION identity.recount_users() RETURNS void LANGUAGE sql AS $$
  DELETE FROM identity.user_counts;
  INSERT INTO identity.user_counts (status, count)
  SELECT identity.status_of_user(disabled_at, deleted_at), count(*) FROM identity.users GROUP BY 1;
$$;
CREATE FUNCTION identity.rebuild_user_words() RETURNS void LANGUAGE sql AS $$
  DELETE FROM identity.user_words;
  INSERT INTO identity.user_words (user_id, word, status)
  SELECT id, word, identity.status_of_user(disabled_at, deleted_at)
  FROM identity.users, identity.member_words_of(display_name, given_name, family_name, email) word;
$$;
SELECT identity.recount_users();
SELECT identity.rebuild_user_words();

CREATE TRIGGER "user_words_guard" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "user_words"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_direct_write();
CREATE TRIGGER "user_counts_guard" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "user_counts"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_direct_write();

-- After the rows: building an index once takes less time than adding to it.
ALTER TABLE "user_words" ADD CONSTRAINT "user_words_pkey" PRIMARY KEY ("user_id","word");

-- CreateIndex
CREATE INDEX "user_words_status_word_user_id_idx" ON "user_words"("status", "word", "user_id");
