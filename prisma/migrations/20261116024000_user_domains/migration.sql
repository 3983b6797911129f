-- The words of a member, and the domain of the email: an operator looks for all users of a company.
CREATE FUNCTION identity.user_words_of(display_name text, given_name text, family_name text, email text)
RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM identity.member_words_of(display_name, given_name, family_name, email) word
  UNION
  SELECT domain FROM (SELECT left(identity.search_text(split_part(email, '@', -1)), 64) COLLATE "C" AS domain) found
  WHERE domain <> ''
$$;

CREATE OR REPLACE FUNCTION identity.follow_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN DELETE FROM identity.user_words WHERE user_id = OLD.id; END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO identity.user_words (user_id, word, status)
    SELECT NEW.id, word, identity.status_of_user(NEW.disabled_at, NEW.deleted_at)
    FROM identity.user_words_of(NEW.display_name, NEW.given_name, NEW.family_name, NEW.email) word;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION identity.rebuild_user_words() RETURNS void LANGUAGE sql AS $$
  DELETE FROM identity.user_words;
  INSERT INTO identity.user_words (user_id, word, status)
  SELECT id, word, identity.status_of_user(disabled_at, deleted_at)
  FROM identity.users, identity.user_words_of(display_name, given_name, family_name, email) word;
$$;

-- The guard lets only triggers write.
ALTER TABLE "user_words" DISABLE TRIGGER "user_words_guard";
SELECT identity.rebuild_user_words();
ALTER TABLE "user_words" ENABLE TRIGGER "user_words_guard";
