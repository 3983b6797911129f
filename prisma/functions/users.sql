-- How many users there are, and the words by which operators find them.

-- One status of a user: disabled, deleted or active. A disabled account stays DISABLED while it waits to be erased.
-- Relied on by packages/users/src/data-checks/data-checks.ts (status_of_user).
CREATE OR REPLACE FUNCTION identity.status_of_user(disabled_at timestamp with time zone, deleted_at timestamp with time zone)
 RETURNS identity.user_status
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN disabled_at IS NOT NULL THEN 'DISABLED' WHEN deleted_at IS NOT NULL THEN 'DELETED' ELSE 'ACTIVE' END
    ::identity.user_status
$function$;

-- Adds to a counter of a status. It takes a row that no other transaction uses, or adds one, so that registrations
-- do not wait for each other. The sum of the rows is the number.
-- Relied on by packages/users/src/administration/list-users.ts (userCount).
CREATE OR REPLACE FUNCTION identity.add_to_user_count(identity.user_status, change bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE identity.user_counts SET count = count + change WHERE id = (
    SELECT id FROM identity.user_counts WHERE status = $1 LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN INSERT INTO identity.user_counts (status, count) VALUES ($1, change); END IF;
END $function$;

-- `user_counts` has the number of users of each status.
-- Relied on by packages/users/src/administration/list-users.ts (userCount).
-- Relied on by packages/runtime/src/platform/get-platform-overview.ts (userCount).
CREATE OR REPLACE FUNCTION identity.count_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT identity.status_of_user(disabled_at, deleted_at) AS status, count(*) AS users FROM counted GROUP BY 1 LOOP
    PERFORM identity.add_to_user_count(change.status, CASE TG_OP WHEN 'DELETE' THEN -change.users ELSE change.users END);
  END LOOP;
  RETURN NULL;
END $function$;

-- Once for each statement.
-- Relied on by packages/users/src/data-checks/data-checks.ts (users).
CREATE TRIGGER users_count_added AFTER INSERT ON identity.users REFERENCING NEW TABLE AS counted FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_users();

-- Once for each statement.
-- Relied on by packages/users/src/data-checks/data-checks.ts (users).
CREATE TRIGGER users_count_removed AFTER DELETE ON identity.users REFERENCING OLD TABLE AS counted FOR EACH STATEMENT
  EXECUTE FUNCTION identity.count_users();

-- A user with another status is counted there.
-- Relied on by packages/users/src/administration/list-users.ts (userCount).
CREATE OR REPLACE FUNCTION identity.count_changed_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM identity.add_to_user_count(identity.status_of_user(OLD.disabled_at, OLD.deleted_at), -1);
  PERFORM identity.add_to_user_count(identity.status_of_user(NEW.disabled_at, NEW.deleted_at), 1);
  RETURN NULL;
END $function$;

-- Only if the status has changed. For each row, so that a sign-in, which changes other columns, costs nothing.
-- Relied on by packages/users/src/data-checks/data-checks.ts (disabled_at).
CREATE TRIGGER users_count_changed AFTER UPDATE OF disabled_at, deleted_at ON identity.users FOR EACH ROW
  WHEN (identity.status_of_user(old.disabled_at, old.deleted_at) IS DISTINCT FROM identity.status_of_user(new.disabled_at, new.deleted_at))
  EXECUTE FUNCTION identity.count_changed_user();

-- Words and counters follow the users also if the table is emptied.
-- Relied on by packages/users/src/data-checks/data-checks.ts (user_counts).
-- Relied on by packages/users/src/data-checks/data-checks.ts (user_words).
CREATE OR REPLACE FUNCTION identity.forget_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM identity.user_words;
  DELETE FROM identity.user_counts;
  RETURN NULL;
END $function$;

-- A TRUNCATE has no rows that the other triggers could read.
-- Relied on by packages/users/src/data-checks/data-checks.ts (users).
CREATE TRIGGER users_emptied AFTER TRUNCATE ON identity.users FOR EACH STATEMENT
  EXECUTE FUNCTION identity.forget_users();

-- The words of a user: those of a member, and the domain of the email, because an operator looks for all users of a
-- company.
-- Relied on by packages/users/src/data-checks/data-checks.ts (user_words_of).
-- Relied on by packages/users/src/administration/search-user-ids.ts (user_words).
CREATE OR REPLACE FUNCTION identity.user_words_of(display_name text, given_name text, family_name text, email text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT word FROM identity.member_words_of(display_name, given_name, family_name, email) word
  UNION
  SELECT domain FROM (SELECT left(identity.search_text(split_part(email, '@', -1)), 64) COLLATE "C" AS domain) found
  WHERE domain <> ''
$function$;

-- `user_words` has the words of every user, with the status, and none of a user who is deleted.
-- Relied on by packages/users/src/administration/search-user-ids.ts (user_words).
CREATE OR REPLACE FUNCTION identity.follow_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM identity.user_words WHERE user_id = OLD.id;
  RETURN NULL;
END $function$;

-- Adds the words of new users, once for each statement: for each row it would take half of the time of an import.
-- Relied on by packages/users/src/administration/search-user-ids.ts (user_words).
CREATE OR REPLACE FUNCTION identity.add_user_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO identity.user_words (user_id, word, status)
  SELECT added.id, word, identity.status_of_user(added.disabled_at, added.deleted_at)
  FROM added, identity.user_words_of(added.display_name, added.given_name, added.family_name, added.email) word;
  RETURN NULL;
END $function$;

-- Once for each statement.
-- Relied on by packages/users/src/data-checks/data-checks.ts (users).
CREATE TRIGGER users_own_words_added AFTER INSERT ON identity.users REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION identity.add_user_words();

-- The words of changed users, once for each statement: for each row it would take most of the time of an import that
-- changes people.
-- Relied on by packages/users/src/administration/search-user-ids.ts (user_words).
CREATE OR REPLACE FUNCTION identity.follow_changed_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  ids uuid[];
BEGIN
  ids := ARRAY(
    SELECT after.id FROM users_before before JOIN users_after after ON after.id = before.id
    WHERE (before.display_name, before.given_name, before.family_name, before.email, before.disabled_at, before.deleted_at)
      IS DISTINCT FROM (after.display_name, after.given_name, after.family_name, after.email, after.disabled_at, after.deleted_at));
  IF ids = '{}' THEN RETURN NULL; END IF;
  DELETE FROM identity.user_words WHERE user_id = ANY(ids);
  INSERT INTO identity.user_words (user_id, word, status)
  SELECT after.id, word, identity.status_of_user(after.disabled_at, after.deleted_at)
  FROM users_after after, identity.user_words_of(after.display_name, after.given_name, after.family_name, after.email) word
  WHERE after.id = ANY(ids);
  RETURN NULL;
END $function$;

-- Once for each statement. It writes only if what the rows are made of has changed.
-- Relied on by packages/users/src/data-checks/data-checks.ts (users).
CREATE TRIGGER users_own_words_changed AFTER UPDATE ON identity.users
  REFERENCING OLD TABLE AS users_before NEW TABLE AS users_after FOR EACH STATEMENT
  EXECUTE FUNCTION identity.follow_changed_users();

-- For each deleted user.
-- Relied on by packages/users/src/data-checks/data-checks.ts (users).
CREATE TRIGGER users_own_words_removed AFTER DELETE ON identity.users FOR EACH ROW
  EXECUTE FUNCTION identity.follow_users();

-- Counts again what was loaded while triggers were off. Only the command line asks for it, by the advice of a check.
-- Relied on by packages/users/src/data-checks/data-checks.ts (recount_users).
CREATE OR REPLACE FUNCTION identity.recount_users()
 RETURNS void
 LANGUAGE sql
AS $function$
  DELETE FROM identity.user_counts;
  INSERT INTO identity.user_counts (status, count)
  SELECT identity.status_of_user(disabled_at, deleted_at), count(*) FROM identity.users GROUP BY 1;
$function$;

-- Writes again what was loaded while triggers were off. Only the command line asks for it, by the advice of a check.
-- Relied on by packages/users/src/data-checks/data-checks.ts (rebuild_user_words).
CREATE OR REPLACE FUNCTION identity.rebuild_user_words()
 RETURNS void
 LANGUAGE sql
AS $function$
  DELETE FROM identity.user_words;
  INSERT INTO identity.user_words (user_id, word, status)
  SELECT id, word, identity.status_of_user(disabled_at, deleted_at)
  FROM identity.users, identity.user_words_of(display_name, given_name, family_name, email) word;
$function$;

-- Only triggers write the counters: see refuse_direct_write in member-counts.sql.
-- Relied on by packages/users/src/data-checks/data-checks.ts (user_counts).
CREATE TRIGGER user_counts_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON identity.user_counts
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_direct_write();

-- Only triggers write the words: see refuse_direct_write in member-counts.sql.
-- Relied on by packages/users/src/data-checks/data-checks.ts (user_words).
CREATE TRIGGER user_words_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON identity.user_words FOR EACH STATEMENT
  EXECUTE FUNCTION identity.refuse_direct_write();
