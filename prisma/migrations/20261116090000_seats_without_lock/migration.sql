-- A seat is held by an active member. The lock keeps them one until this transaction ends. A transaction that gives seats to
-- a waiting list, or to all members who match a new rule, holds other locks instead, and says so: see lock-order.ts. The
-- trigger does not look that up itself: for each seat it could read the whole waiting list.
CREATE OR REPLACE FUNCTION identity.require_active_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('identity.seats_without_lock', true) = 'on' THEN
    PERFORM 1 FROM identity.memberships
    WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND status = 'ACTIVE';
  ELSE
    PERFORM 1 FROM identity.memberships
    WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND status = 'ACTIVE' FOR SHARE;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a seat needs an active member'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'seats_active_member';
  END IF;
  RETURN NEW;
END $$;
