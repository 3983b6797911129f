-- The words of changed users are written once for each statement. Was: once for each row, which took most of the time of an
-- import that changes people.
CREATE FUNCTION identity.follow_changed_users()
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

CREATE OR REPLACE TRIGGER users_own_words_changed AFTER UPDATE ON identity.users
  REFERENCING OLD TABLE AS users_before NEW TABLE AS users_after FOR EACH STATEMENT
  EXECUTE FUNCTION identity.follow_changed_users();

-- It is left for deleted users.
CREATE OR REPLACE FUNCTION identity.follow_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM identity.user_words WHERE user_id = OLD.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION identity.follow_user_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  users uuid[];
  ids uuid[];
BEGIN
  users := ARRAY(
    SELECT after.id FROM users_before before JOIN users_after after ON after.id = before.id
    WHERE (before.display_name, before.given_name, before.family_name, before.email)
      IS DISTINCT FROM (after.display_name, after.given_name, after.family_name, after.email));
  IF users = '{}' THEN RETURN NULL; END IF;
  ids := ARRAY(SELECT id FROM identity.memberships WHERE user_id = ANY(users) ORDER BY id FOR NO KEY UPDATE);
  DELETE FROM identity.member_words WHERE membership_id = ANY(ids);
  PERFORM identity.add_member_words(ids);
  RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER users_words_changed AFTER UPDATE ON identity.users
  REFERENCING OLD TABLE AS users_before NEW TABLE AS users_after FOR EACH STATEMENT
  EXECUTE FUNCTION identity.follow_user_names();
