import type { SubscriptionStatus } from '@org/identity-prisma';
import { statement } from '@org/identity-prisma';
import type { Limits } from '../limits/limits.js';
import { isDue } from '../seat-changes/what-is-due.js';

export interface SeatRow {
  tenantId: string;
  userId: string;
  subscriptionId: string;
  assignedAt: Date;
  /** Whether the account is disabled: then the seat is no license. */
  disabled: boolean;
}

export interface SubscriptionState {
  id: string;
  tenantId: string;
  licenseType: string;
  licenseTypeName: string;
  features: string[];
  limits: Limits;
  status: SubscriptionStatus;
  startsAt: Date;
  expiresAt: Date | null;
  settleAt: Date | null;
  /** Whether there are due changes. */
  due: boolean;
}

const seatColumns = `tenant_id AS "tenantId", user_id AS "userId", subscription_id AS "subscriptionId",
  assigned_at AS "assignedAt",
  (SELECT disabled_at IS NOT NULL FROM identity.users WHERE users.id = seats.user_id) AS disabled`;

/** A page of the seats of a tenant, along the index of seats by user. */
export const seatsOfTenant = statement(
  'mirror_seats',
  `SELECT ${seatColumns} FROM identity.seats
   WHERE tenant_id = $1 AND application_id = $2 AND user_id > $3 ORDER BY user_id LIMIT $4`,
);

/**
 * A page of the seats of all tenants. Seats are indexed by tenant first, so it goes from tenant to tenant: by the index of
 * subscriptions, and within each tenant as above. It stops after the page.
 */
export const seatsOfAll = statement(
  'mirror_seats_of_all',
  `SELECT seat.* FROM (
     SELECT DISTINCT tenant_id FROM identity.subscriptions
     WHERE application_id = $1 AND tenant_id >= $2 ORDER BY tenant_id
   ) tenant CROSS JOIN LATERAL (
     SELECT ${seatColumns} FROM identity.seats
     WHERE tenant_id = tenant.tenant_id AND application_id = $1
       AND EXISTS (SELECT FROM identity.tenants t WHERE t.id = tenant.tenant_id AND t.closing_at IS NULL)
       AND user_id > CASE WHEN tenant.tenant_id = $2 THEN $3 ELSE '00000000-0000-0000-0000-000000000000' END::uuid
     ORDER BY user_id LIMIT $4
   ) seat ORDER BY tenant.tenant_id, seat."userId" LIMIT $4`,
);

/** The seats of one user in a tenant, or (null) in all of them. */
export const seatsOfUser = statement(
  'mirror_seats_of_user',
  `SELECT seat.* FROM identity.memberships m CROSS JOIN LATERAL (
     SELECT ${seatColumns} FROM identity.seats
     WHERE tenant_id = m.tenant_id AND application_id = $2 AND user_id = m.user_id LIMIT 1
   ) seat
   WHERE m.user_id = $3 AND ($1::uuid IS NULL OR m.tenant_id = $1)
     AND EXISTS (SELECT FROM identity.tenants t WHERE t.id = m.tenant_id AND t.closing_at IS NULL)
   ORDER BY seat."tenantId" LIMIT 5000`,
);

/**
 * What decides about the seats of subscriptions. `settleAt`: when time may take seats away. That is the time of a planned
 * quantity. One that has come, and still has to release seats, goes on when the next lease ends.
 */
export const subscriptionStates = statement(
  'mirror_subscriptions',
  `SELECT sub.id, sub.tenant_id AS "tenantId", lt.slug AS "licenseType", lt.name AS "licenseTypeName", lt.features,
          lt.limits || sub.limits AS limits, sub.status, sub.starts_at AS "startsAt", sub.expires_at AS "expiresAt",
          CASE WHEN sub.pending_at > now() OR ${isDue} THEN sub.pending_at
               WHEN sub.pending_release THEN (
                 SELECT min(lease.expires_at) FROM identity.seat_leases lease
                 WHERE lease.subscription_id = sub.id AND lease.expires_at > now())
          END AS "settleAt", ${isDue} AS due
   FROM identity.subscriptions sub JOIN identity.license_types lt ON lt.id = sub.license_type_id
   WHERE sub.id = ANY($1::uuid[]) AND sub.application_id = $2 AND ($3::uuid IS NULL OR sub.tenant_id = $3)`,
);
