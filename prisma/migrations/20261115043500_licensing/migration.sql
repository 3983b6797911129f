-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "license_claims" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "quantity_assigned" INTEGER NOT NULL DEFAULT 0;

-- What is there already: seats of people who are no active members go, the others are counted.
DELETE FROM "seats" s USING "memberships" m
WHERE m."tenant_id" = s."tenant_id" AND m."user_id" = s."user_id" AND m."status" <> 'ACTIVE';
UPDATE "subscriptions" s SET "quantity_assigned" = (SELECT count(*) FROM "seats" WHERE "subscription_id" = s."id");

-- No more seats than were bought, whoever writes them and however many do at once: every seat that is added or
-- taken changes this count in its own statement, which locks the row of the subscription.
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_seats_within_quantity"
  CHECK ("quantity_assigned" BETWEEN 0 AND "quantity_purchased");

-- Once for each statement, not for each seat: a hundred thousand seats that go with their tenant are one change.
-- In the order of the ids, so that two statements never wait for each other.
CREATE FUNCTION identity.count_added_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM added GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_assigned = quantity_assigned + change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "seats_added" AFTER INSERT ON "seats" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_added_seats();

CREATE FUNCTION identity.count_taken_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN SELECT subscription_id, count(*)::int AS seats FROM taken GROUP BY 1 ORDER BY 1 LOOP
    UPDATE identity.subscriptions SET quantity_assigned = quantity_assigned - change.seats
    WHERE id = change.subscription_id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "seats_taken" AFTER DELETE ON "seats" REFERENCING OLD TABLE AS taken
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_taken_seats();

CREATE FUNCTION identity.count_no_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity.subscriptions SET quantity_assigned = 0 WHERE quantity_assigned <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "seats_emptied" AFTER TRUNCATE ON "seats"
  FOR EACH STATEMENT EXECUTE FUNCTION identity.count_no_seats();

-- The count follows the seats and nothing else: a statement that sets it by itself is a mistake.
CREATE FUNCTION identity.guard_assigned_quantity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.quantity_assigned := 0;
  ELSIF NEW.quantity_assigned <> OLD.quantity_assigned AND pg_trigger_depth() = 1 THEN
    RAISE EXCEPTION 'quantity_assigned follows the seats and cannot be set'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'subscriptions_assigned_follows_seats';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "subscriptions_guard_assigned" BEFORE INSERT OR UPDATE OF "quantity_assigned" ON "subscriptions"
  FOR EACH ROW EXECUTE FUNCTION identity.guard_assigned_quantity();

-- A seat is held by an active member; the lock keeps them one until this transaction ends.
CREATE FUNCTION identity.require_active_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM identity.memberships
  WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND status = 'ACTIVE' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a seat needs an active member'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'seats_active_member';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "seats_need_active_member" BEFORE INSERT ON "seats"
  FOR EACH ROW EXECUTE FUNCTION identity.require_active_member();

-- A seat does not change hands: it is taken, and another one is given.
CREATE FUNCTION identity.refuse_moved_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a seat cannot be moved' USING ERRCODE = 'check_violation', CONSTRAINT = 'seats_never_move';
END $$;
CREATE TRIGGER "seats_never_move" BEFORE UPDATE ON "seats" FOR EACH ROW
  WHEN ((OLD."subscription_id", OLD."tenant_id", OLD."application_id", OLD."user_id")
    IS DISTINCT FROM (NEW."subscription_id", NEW."tenant_id", NEW."application_id", NEW."user_id"))
  EXECUTE FUNCTION identity.refuse_moved_seat();

-- Who is no active member any more holds no seat. At the end of the transaction: until then the service takes the
-- seats itself, and writes down that it did.
CREATE FUNCTION identity.release_seats_of_inactive_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.seats s USING identity.memberships m
  WHERE m.id = NEW.id AND m.status <> 'ACTIVE' AND s.tenant_id = m.tenant_id AND s.user_id = m.user_id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "memberships_release_seats" AFTER UPDATE ON "memberships"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW."status" <> 'ACTIVE' AND OLD."status" = 'ACTIVE')
  EXECUTE FUNCTION identity.release_seats_of_inactive_member();
