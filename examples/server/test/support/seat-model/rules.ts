import type { Database } from '@org/identity-prisma';

/** Violations of what must always be true of seats, whatever was done. */
export function brokenRules(db: Database, tenantIds: readonly string[]): Promise<unknown[]> {
  return db.$queryRaw<unknown[]>`
    SELECT 'counts' AS rule, sub.id FROM identity.subscriptions sub
    LEFT JOIN LATERAL (SELECT count(*) AS count FROM identity.seats WHERE subscription_id = sub.id) held ON true
    LEFT JOIN LATERAL (
      SELECT count(*) AS count FROM identity.seat_reservations WHERE subscription_id = sub.id
    ) reserved ON true
    LEFT JOIN LATERAL (
      SELECT count(*) AS count FROM identity.seat_periods WHERE subscription_id = sub.id AND ended_at IS NULL
    ) running ON true
    LEFT JOIN LATERAL (
      SELECT count(*) AS count FROM identity.reservation_periods WHERE subscription_id = sub.id AND ended_at IS NULL
    ) kept ON true
    WHERE sub.tenant_id = ANY(${tenantIds}::uuid[]) AND (held.count <> sub.quantity_assigned OR reserved.count <> sub.quantity_reserved
      OR running.count <> held.count OR kept.count <> reserved.count
      OR held.count + reserved.count > identity.allowed_seats(sub.quantity_purchased, sub.overage_percent))
    UNION ALL
    SELECT 'active member', s.id FROM identity.seats s
    LEFT JOIN identity.memberships m ON m.tenant_id = s.tenant_id AND m.user_id = s.user_id
    WHERE s.tenant_id = ANY(${tenantIds}::uuid[]) AND m.status IS DISTINCT FROM 'ACTIVE'
    UNION ALL
    SELECT 'active member waits', r.id FROM identity.license_requests r
    LEFT JOIN identity.memberships m ON m.tenant_id = r.tenant_id AND m.user_id = r.user_id
    WHERE r.tenant_id = ANY(${tenantIds}::uuid[]) AND r.status IN ('PENDING', 'WAITING') AND m.status IS DISTINCT FROM 'ACTIVE'
    UNION ALL
    SELECT 'waits with a seat', r.id FROM identity.license_requests r
    JOIN identity.seats s ON s.tenant_id = r.tenant_id AND s.user_id = r.user_id AND s.application_id = r.application_id
    WHERE r.tenant_id = ANY(${tenantIds}::uuid[]) AND r.status IN ('PENDING', 'WAITING')
    UNION ALL
    SELECT 'events', p.id FROM identity.seat_periods p
    WHERE p.tenant_id = ANY(${tenantIds}::uuid[]) AND (NOT EXISTS (
      SELECT 1 FROM identity.events e
      WHERE e.tenant_id = p.tenant_id AND e.type = 'seat.granted' AND e.data ->> 'seatId' = p.id::text)
      OR p.ended_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM identity.events e
        WHERE e.tenant_id = p.tenant_id AND e.type = 'seat.revoked' AND e.data ->> 'seatId' = p.id::text))`;
}

/** Those who wait although there is a free seat. None, once what time has changed is in force. */
export function unservedWaiters(db: Database, tenantIds: readonly string[]): Promise<unknown[]> {
  return db.$queryRaw<unknown[]>`
    SELECT r.id FROM identity.license_requests r JOIN identity.subscriptions sub
      ON sub.tenant_id = r.tenant_id AND sub.license_type_id = r.license_type_id
    WHERE r.tenant_id = ANY(${tenantIds}::uuid[]) AND r.status = 'WAITING' AND sub.status = 'ACTIVE' AND (sub.expires_at IS NULL OR sub.expires_at > now())
      AND sub.quantity_assigned + sub.quantity_reserved
        < identity.allowed_seats(sub.quantity_purchased, sub.overage_percent)`;
}
