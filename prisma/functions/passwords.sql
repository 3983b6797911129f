-- The classes of password hashes of other systems.

-- Rounds the costs of a hash up to one of about a hundred classes, each of the form of a kind. A failed sign-in waits as long as
-- the slowest class that is stored, so it must not matter how many different costs an import has brought. `unknown` are
-- hashes that cannot be checked: their form is not known, or they need too much memory.
-- Relied on by packages/users/src/credentials/foreign-kinds.ts (password_class).
CREATE OR REPLACE FUNCTION identity.password_class(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT CASE
    WHEN kind ~ '^bcrypt\.[0-9]{2}$'
      THEN 'bcrypt.' || lpad(least(greatest(split_part(kind, '.', 2)::int, 7), 14)::text, 2, '0')
    WHEN kind ~ '^pbkdf2\.sha(1|256|512)\.[0-9]{1,7}$'
      THEN 'pbkdf2.' || split_part(kind, '.', 2) || '.'
        || least(identity.power_of_two(split_part(kind, '.', 3)::bigint, 15), 5000000)
    WHEN kind ~ '^scrypt(\.[0-9]{1,7}){3}$'
      AND split_part(kind, '.', 3)::bigint * (split_part(kind, '.', 2)::bigint + split_part(kind, '.', 4)::bigint + 2)
        <= 257 * 1024 * 8
      AND split_part(kind, '.', 4)::bigint <= 16
      THEN 'scrypt.' || identity.power_of_two(split_part(kind, '.', 2)::bigint * split_part(kind, '.', 3)::bigint
        * split_part(kind, '.', 4)::bigint, 14) / 8 || '.8.1'
    WHEN kind ~ '^firebase\.[0-9]\.[0-9]{1,2}$'
      THEN 'scrypt.' || identity.power_of_two(split_part(kind, '.', 2)::bigint << split_part(kind, '.', 3)::int, 14) / 8 || '.8.1'
    WHEN kind ~ '^argon2\.argon2(i|d|id)\.[0-9]{2}(\.[0-9]{1,7}){3}$'
      THEN 'argon2.argon2id.19.' || identity.power_of_two(split_part(kind, '.', 4)::bigint, 11)
        || '.' || identity.power_of_two(split_part(kind, '.', 5)::bigint, 0) || '.1'
    WHEN kind ~ '^phpass\.[0-9]{2}$'
      THEN 'phpass.' || lpad(least(greatest(split_part(kind, '.', 2)::int, 10), 17)::text, 2, '0')
    WHEN kind ~ '^ssha\.sha(1|256|512)$'
      THEN kind
    ELSE 'unknown'
  END
$function$;

-- The next power of two, but at least two to the power of `least_exponent` and at most 2^24.
-- Relied on by packages/users/src/credentials/foreign-kinds.ts (password_class).
CREATE OR REPLACE FUNCTION identity.power_of_two(number bigint, least_exponent integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT 1::bigint << least(24, greatest(least_exponent, ceil(log(2, greatest(number, 1)::numeric))::integer))
$function$;
