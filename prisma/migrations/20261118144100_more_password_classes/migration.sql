-- The classes of hashes of phpass and of salted SHA. Those of all other kinds stay the same, so the index stays right.
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
