-- The words by which members are found.

-- The form of a text that a search compares: lower case, without accents, words divided by one space. The words are
-- stored in this form, so a search has to use it as well.
-- Relied on by packages/prisma/src/word-search.ts (search_text).
CREATE OR REPLACE FUNCTION identity.search_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT btrim(regexp_replace(
    lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')),
    '[[:space:]!-/:-@\[-`{-~]+', ' ', 'g'))
$function$;

-- The words of a member: each word of the names and of the email's local part, with the words that follow it. Words
-- that another one begins with are left out, and so is everything beyond 64 characters and 8 words of a text.
-- Relied on by packages/tenants/src/data-checks/check-member-words.ts (member_words_of).
-- Relied on by packages/prisma/src/member-search.ts (member_words).
CREATE OR REPLACE FUNCTION identity.member_words_of(display_name text, given_name text, family_name text, email text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
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
$function$;

-- Adds the words of new members. The row of the user is locked, so a change of the name that is in flight comes
-- first. Those who join a tenant have locked it already, before the tenant.
-- Relied on by packages/prisma/src/member-search.ts (member_words).
CREATE OR REPLACE FUNCTION identity.add_member_words(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO identity.member_words (membership_id, word, tenant_id, status, role)
  SELECT m.id, word, m.tenant_id, m.status, m.role
  FROM (
    SELECT m.id, m.tenant_id, m.status, m.role, u.display_name, u.given_name, u.family_name, u.email
    FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id
    WHERE m.id = ANY(ids) AND m.status <> 'INVITED' ORDER BY u.id FOR SHARE OF u
  ) m, identity.member_words_of(m.display_name, m.given_name, m.family_name, m.email) word
$function$;

-- `member_words` has the words of all members who have joined, with their role and status. It reads the changed rows
-- first and looks up the words by id: a join would be planned once for each connection, and after the deletion of a
-- large tenant it would read all words whenever one member leaves.
-- Relied on by packages/prisma/src/member-search.ts (member_words).
-- Relied on by packages/tenants/src/data-checks/check-member-words.ts (member_words).
CREATE OR REPLACE FUNCTION identity.follow_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- Once for each statement.
-- Relied on by packages/tenants/src/data-checks/check-member-words.ts (memberships).
CREATE TRIGGER memberships_words_added AFTER INSERT ON identity.memberships REFERENCING NEW TABLE AS members_after
  FOR EACH STATEMENT EXECUTE FUNCTION identity.follow_members();

-- Once for each statement. It writes only if a role, a status or the user has changed.
-- Relied on by packages/tenants/src/data-checks/check-member-words.ts (memberships).
CREATE TRIGGER memberships_words_changed AFTER UPDATE ON identity.memberships
  REFERENCING OLD TABLE AS members_before NEW TABLE AS members_after FOR EACH STATEMENT
  EXECUTE FUNCTION identity.follow_members();

-- Also for memberships that go with their tenant or user, by the cascade of a foreign key.
-- Relied on by packages/tenants/src/data-checks/check-member-words.ts (memberships).
CREATE TRIGGER memberships_words_removed AFTER DELETE ON identity.memberships REFERENCING OLD TABLE AS members_before
  FOR EACH STATEMENT EXECUTE FUNCTION identity.follow_members();

-- The words follow the memberships also if the table is emptied.
-- Relied on by packages/tenants/src/data-checks/check-member-words.ts (member_words).
CREATE OR REPLACE FUNCTION identity.forget_member_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM identity.member_words;
  RETURN NULL;
END $function$;

-- A TRUNCATE has no rows that `memberships_words_removed` could read.
-- Relied on by packages/tenants/src/data-checks/check-member-words.ts (memberships).
CREATE TRIGGER memberships_words_emptied AFTER TRUNCATE ON identity.memberships FOR EACH STATEMENT
  EXECUTE FUNCTION identity.forget_member_words();

-- Users with a new name or email are found by it in all tenants. It locks the memberships after the users, which is
-- the order of all locks: a change of a role that is in flight comes first.
-- Relied on by packages/prisma/src/locks/lock-order.ts (memberships).
-- Relied on by packages/prisma/src/member-search.ts (member_words).
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

-- Once for each statement. It writes only if what the words are made of has changed.
-- Relied on by packages/tenants/src/data-checks/check-member-words.ts (users).
CREATE TRIGGER users_words_changed AFTER UPDATE ON identity.users
  REFERENCING OLD TABLE AS users_before NEW TABLE AS users_after FOR EACH STATEMENT
  EXECUTE FUNCTION identity.follow_user_names();

-- Writes again what was loaded while triggers were off. Only the command line asks for it, by the advice of a check.
-- Relied on by packages/tenants/src/data-checks/check-member-words.ts (rebuild_member_words).
CREATE OR REPLACE FUNCTION identity.rebuild_member_words()
 RETURNS void
 LANGUAGE sql
AS $function$
  DELETE FROM identity.member_words;
  INSERT INTO identity.member_words (membership_id, word, tenant_id, status, role)
  SELECT m.id, word, m.tenant_id, m.status, m.role
  FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id,
       identity.member_words_of(u.display_name, u.given_name, u.family_name, u.email) word
  WHERE m.status <> 'INVITED';
$function$;

-- Only triggers write the words.
-- Relied on by packages/tenants/src/data-checks/check-member-words.ts (member_words).
CREATE TRIGGER member_words_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON identity.member_words
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_direct_write();
