-- CreateTable
CREATE TABLE "member_words" (
    "membership_id" UUID NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,
    "tenant_id" UUID NOT NULL,
    "status" "membership_status" NOT NULL,
    "role" "role" NOT NULL
);

-- How the search compares texts: compatible forms, without accents, in lower case, punctuation as one space.
CREATE FUNCTION identity.search_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')),
    '[[:space:]!-/:-@\[-`{-~]+', ' ', 'g'))
$$;

-- Each word of the names and of the email's local part, with what follows it: "anna schmidt" is found by "an", "sch" and
-- "anna sch". At most 8 words of each, 64 characters of each. The beginning of another row needs no row of its own.
CREATE FUNCTION identity.member_words_of(display_name text, given_name text, family_name text, email text)
RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM (
    SELECT word, lead(word) OVER (ORDER BY word) AS following FROM (
      SELECT DISTINCT left(array_to_string(words[position:], ' '), 64) COLLATE "C" AS word
      FROM (
        SELECT string_to_array(identity.search_text(value), ' ') AS words, 8 AS most FROM (VALUES
          (display_name), (concat_ws(' ', given_name, family_name)), (concat_ws(' ', family_name, given_name))
        ) names (value)
        UNION ALL
        SELECT string_to_array(identity.search_text(email), ' '),
               least(8, cardinality(string_to_array(identity.search_text(split_part(email, '@', 1)), ' ')))
      ) texts, generate_series(1, least(most, cardinality(words))) position
    ) every WHERE word <> ''
  ) sorted WHERE following IS NULL OR NOT starts_with(following, word)
$$;

-- Adds the words of new members. The user's row is locked, so a change of the name that is being made comes first. Those
-- who join a tenant have locked it already, before the tenant.
CREATE FUNCTION identity.add_member_words(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO identity.member_words (membership_id, word, tenant_id, status, role)
  SELECT m.id, word, m.tenant_id, m.status, m.role
  FROM (
    SELECT m.id, m.tenant_id, m.status, m.role, u.display_name, u.given_name, u.family_name, u.email
    FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id
    WHERE m.id = ANY(ids) AND m.status <> 'INVITED' ORDER BY u.id FOR SHARE OF u
  ) m, identity.member_words_of(m.display_name, m.given_name, m.family_name, m.email) word
$$;

-- Reads the changed rows first and looks up the words by id. A join would be planned once for each connection: after the
-- deletion of a large tenant, it would read all words whenever one member leaves.
CREATE FUNCTION identity.follow_members() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
  changed record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM identity.add_member_words(ARRAY(SELECT id FROM members_after WHERE status <> 'INVITED'));
  ELSIF TG_OP = 'DELETE' THEN
    ids := ARRAY(SELECT id FROM members_before WHERE status <> 'INVITED');
    DELETE FROM identity.member_words WHERE membership_id = ANY(ids);
  ELSIF EXISTS (
    SELECT id, tenant_id, user_id, role, status FROM members_after
    EXCEPT SELECT id, tenant_id, user_id, role, status FROM members_before
  ) THEN
    -- The same member with another role or status: without reading the user, who must not be locked after the tenant.
    FOR changed IN
      SELECT id, n.role, n.status FROM members_after n JOIN members_before o USING (id, tenant_id, user_id)
      WHERE n.status <> 'INVITED' AND o.status <> 'INVITED' AND (n.role, n.status) <> (o.role, o.status) ORDER BY id
    LOOP
      UPDATE identity.member_words SET role = changed.role, status = changed.status WHERE membership_id = changed.id;
    END LOOP;
    ids := ARRAY(SELECT id FROM (
      SELECT id, tenant_id, user_id FROM members_before WHERE status <> 'INVITED'
      EXCEPT SELECT id, tenant_id, user_id FROM members_after WHERE status <> 'INVITED') gone);
    IF ids <> '{}' THEN DELETE FROM identity.member_words WHERE membership_id = ANY(ids); END IF;
    ids := ARRAY(SELECT id FROM (
      SELECT id, tenant_id, user_id FROM members_after WHERE status <> 'INVITED'
      EXCEPT SELECT id, tenant_id, user_id FROM members_before WHERE status <> 'INVITED') come);
    IF ids <> '{}' THEN PERFORM identity.add_member_words(ids); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "memberships_words_added" AFTER INSERT ON "memberships" REFERENCING NEW TABLE AS members_after
  FOR EACH STATEMENT EXECUTE FUNCTION identity.follow_members();
CREATE TRIGGER "memberships_words_changed" AFTER UPDATE ON "memberships"
  REFERENCING OLD TABLE AS members_before NEW TABLE AS members_after
  FOR EACH STATEMENT EXECUTE FUNCTION identity.follow_members();
CREATE TRIGGER "memberships_words_removed" AFTER DELETE ON "memberships" REFERENCING OLD TABLE AS members_before
  FOR EACH STATEMENT EXECUTE FUNCTION identity.follow_members();

CREATE FUNCTION identity.forget_member_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.member_words;
  RETURN NULL;
END $$;
CREATE TRIGGER "memberships_words_emptied" AFTER TRUNCATE ON "memberships"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.forget_member_words();

-- Locks the memberships after the user, which is the order of all locks: a change of a role that is being made comes first.
CREATE FUNCTION identity.follow_user_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  ids := ARRAY(SELECT id FROM identity.memberships WHERE user_id = NEW.id ORDER BY id FOR NO KEY UPDATE);
  DELETE FROM identity.member_words WHERE membership_id = ANY(ids);
  PERFORM identity.add_member_words(ids);
  RETURN NULL;
END $$;
CREATE TRIGGER "users_words_changed" AFTER UPDATE OF "display_name", "given_name", "family_name", "email" ON "users"
  FOR EACH ROW WHEN (
    (OLD.display_name, OLD.given_name, OLD.family_name, OLD.email)
    IS DISTINCT FROM (NEW.display_name, NEW.given_name, NEW.family_name, NEW.email))
  EXECUTE FUNCTION identity.follow_user_names();

-- Writes the words of all members again. Also for a database that was filled while its triggers were off.
CREATE FUNCTION identity.rebuild_member_words() RETURNS void LANGUAGE sql AS $$
  DELETE FROM identity.member_words;
  INSERT INTO identity.member_words (membership_id, word, tenant_id, status, role)
  SELECT m.id, word, m.tenant_id, m.status, m.role
  FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id,
       identity.member_words_of(u.display_name, u.given_name, u.family_name, u.email) word
  WHERE m.status <> 'INVITED';
$$;
SELECT identity.rebuild_member_words();

CREATE TRIGGER "member_words_guard" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "member_words"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_direct_write();

-- After the rows: building an index once takes less time than adding to it.
ALTER TABLE "member_words" ADD CONSTRAINT "member_words_pkey" PRIMARY KEY ("membership_id","word");

-- CreateIndex
CREATE INDEX "member_words_tenant_id_status_role_word_membership_id_idx" ON "member_words"("tenant_id", "status", "role", "word", "membership_id");
