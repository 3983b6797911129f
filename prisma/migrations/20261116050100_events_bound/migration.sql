-- First of three migrations that divide the events by month without a long lock. This one promises that the ids of the
-- table lie below a bound: the beginning of the month after next, in the form of the lowest UUID (version 7) of that time.
-- Clocks differ, and the next two migrations may be applied later, so the bound is at least a month away.

-- migration-check: allow opaque-block: adds a constraint that is not valid yet, and reads the primary key from the bound on

DO $$
DECLARE
  bound uuid := (lpad(to_hex((1000 * extract(epoch FROM
    (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC'))::bigint), 12, '0')
    || repeat('0', 20))::uuid;
BEGIN
  LOCK TABLE identity.events IN ACCESS EXCLUSIVE MODE;
  -- Events of a machine whose clock is far ahead. The last of the three migrations puts them back.
  IF EXISTS (SELECT FROM identity.events WHERE id >= bound) THEN
    CREATE TABLE identity.events_set_aside (LIKE identity.events);
    INSERT INTO identity.events_set_aside SELECT * FROM identity.events WHERE id >= bound;
    DELETE FROM identity.events WHERE id >= bound;
  END IF;
  -- Not valid: rows that exist are not read here, but in the next migration, without a lock.
  EXECUTE format('ALTER TABLE identity.events ADD CONSTRAINT events_bound CHECK (id < %L::uuid) NOT VALID', bound);
END $$;
