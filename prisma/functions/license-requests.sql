-- Requests for licenses, waiting lists and license rules.

-- A user has at most one open request for an application, also if two are sent at once.
-- Relied on by packages/licensing/src/requests/request-license.ts (license_requests).
-- Relied on by packages/licensing/src/seat-changes/add-waiters.ts (license_requests).
CREATE UNIQUE INDEX license_requests_one_open_key ON identity.license_requests
  USING btree (tenant_id, application_id, user_id)
  WHERE (status = ANY (ARRAY['PENDING'::identity.license_request_status, 'WAITING'::identity.license_request_status]));

-- A request that was granted or declined has the time of the decision.
-- Relied on by packages/licensing/src/seat-changes/give-seats.ts (decided_at).
-- Relied on by packages/licensing/src/requests/request-schemas.ts (decidedAt).
ALTER TABLE identity.license_requests ADD CONSTRAINT license_requests_decided
  CHECK ((status <> ALL (ARRAY['GRANTED'::identity.license_request_status, 'DECLINED'::identity.license_request_status]))
  OR decided_at IS NOT NULL);

-- Only a license type has a waiting list, not an application.
-- Relied on by packages/licensing/src/seat-changes/hand-out-seats.ts (license_type_id).
ALTER TABLE identity.license_requests ADD CONSTRAINT license_requests_waiting_for_type
  CHECK (status <> 'WAITING'::identity.license_request_status OR license_type_id IS NOT NULL);

-- Exactly the requests in a waiting list have a number, which is their place in it.
-- Relied on by packages/licensing/src/seat-changes/waiting-places.ts (waiting_number).
-- Relied on by packages/licensing/src/seat-changes/hand-out-seats.ts (waiting_number).
ALTER TABLE identity.license_requests ADD CONSTRAINT license_requests_waiting_number
  CHECK ((status = 'WAITING'::identity.license_request_status) = (waiting_number IS NOT NULL));

-- The same rule exists once, also one without a role or a group. The condition is always true: Prisma knows no NULLS
-- NOT DISTINCT, and leaves partial indexes alone.
-- Relied on by packages/licensing/src/rules/create-rule.ts (licenseRule).
CREATE UNIQUE INDEX license_rules_once_by_group_key ON identity.license_rules
  USING btree (tenant_id, license_type_id, role, group_id) NULLS NOT DISTINCT WHERE (id IS NOT NULL);
