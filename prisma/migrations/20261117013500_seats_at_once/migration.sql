ALTER TABLE "license_mail_changes" ADD COLUMN "sender" TEXT, ADD COLUMN "at_once" BOOLEAN NOT NULL DEFAULT false;

-- Whether nothing else follows from the release of a seat: it has no lease, nobody waits for it, and no reservation has
-- expired. VOLATILE, so that it sees what was committed while the statement that calls it waited for locks.
CREATE FUNCTION identity.seat_can_go(seat uuid, tenant uuid, license_type uuid) RETURNS boolean
  LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN NOT EXISTS (
    SELECT FROM identity.seat_leases WHERE seat_id = seat AND expires_at > clock_timestamp()
  ) AND NOT EXISTS (
    SELECT FROM identity.license_requests
    WHERE tenant_id = tenant AND license_type_id = license_type AND status = 'WAITING'
  ) AND NOT EXISTS (
    SELECT FROM identity.subscriptions sub JOIN identity.seat_reservations kept ON kept.subscription_id = sub.id
    WHERE sub.tenant_id = tenant AND sub.license_type_id = license_type AND sub.quantity_reserved > 0
      AND kept.expires_at <= clock_timestamp()
  );
END $$;

-- A seat is granted in one statement, so its reply is built after the commit. Times that no reply can contain are refused.
ALTER TABLE "seats" ADD CONSTRAINT "seats_assigned_in_range"
  CHECK ("assigned_at" BETWEEN '2000-01-01T00:00:00Z' AND '9999-01-01T00:00:00Z') NOT VALID;
