import {
  type Database,
  type IdentityPluginHost,
  type LeasePolicy,
  Prisma,
  type SubscriptionStatus,
} from '@org/identity-prisma';
import type { Limits } from '../limits/limits.js';
import { type DueScope, isDue, settleDue } from '../seat-changes/what-is-due.js';

export interface SubscriptionRow {
  id: string;
  tenantId: string;
  applicationId: string;
  applicationName: string;
  licenseTypeId: string;
  licenseTypeName: string;
  quantityPurchased: number;
  quantityAssigned: number;
  quantityReserved: number;
  pendingQuantity: number | null;
  pendingAt: Date | null;
  /** Whether the planned quantity takes seats away. */
  pendingRelease: boolean;
  overagePercent: number;
  limits: Limits;
  trial: boolean;
  reclaimAfterDays: number;
  leases: LeasePolicy;
  status: SubscriptionStatus;
  startsAt: Date;
  expiresAt: Date | null;
  /** Whether there are due changes. */
  due: boolean;
}

/** Reads subscriptions, the oldest first. `where` is a condition on `identity.subscriptions sub`. */
export function findSubscriptions(db: Pick<Database, '$queryRaw'>, where: Prisma.Sql): Promise<SubscriptionRow[]> {
  return db.$queryRaw<SubscriptionRow[]>`
    SELECT sub.id, sub.tenant_id AS "tenantId", sub.application_id AS "applicationId", a.name AS "applicationName",
           sub.license_type_id AS "licenseTypeId", lt.name AS "licenseTypeName",
           sub.quantity_purchased AS "quantityPurchased", sub.quantity_assigned AS "quantityAssigned",
           sub.quantity_reserved AS "quantityReserved", sub.pending_quantity AS "pendingQuantity",
           sub.pending_at AS "pendingAt", sub.pending_release AS "pendingRelease",
           sub.overage_percent AS "overagePercent", sub.limits, sub.trial, sub.reclaim_after_days AS "reclaimAfterDays",
           sub.lease_policy::text AS leases,
           sub.status, sub.starts_at AS "startsAt", sub.expires_at AS "expiresAt", ${Prisma.raw(isDue)} AS due
    FROM identity.subscriptions sub
    JOIN identity.applications a ON a.id = sub.application_id
    JOIN identity.license_types lt ON lt.id = sub.license_type_id
    WHERE ${where} ORDER BY sub.created_at, sub.id`;
}

/** The subscriptions of a tenant, the oldest first. Applies due changes first. */
export async function readSubscriptions(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  scope: DueScope,
): Promise<SubscriptionRow[]> {
  const { tenantId, applicationId } = scope;
  const ofApplication =
    applicationId === undefined ? Prisma.empty : Prisma.sql`AND sub.application_id = ${applicationId}::uuid`;
  const where = Prisma.sql`sub.tenant_id = ${tenantId}::uuid ${ofApplication}`;
  const rows = await findSubscriptions(services.db, where);
  if (!rows.some(({ due }) => due)) return rows;
  await settleDue(services, scope);
  return findSubscriptions(services.db, where);
}

/** A subscription in the API. After its end it is EXPIRED, although no such status was written. */
export function subscriptionEntry({ due: _, ...row }: SubscriptionRow) {
  const { status, expiresAt, quantityPurchased, quantityAssigned, quantityReserved } = row;
  const ended = status === 'ACTIVE' && expiresAt !== null && expiresAt.getTime() <= Date.now();
  return {
    ...row,
    quantityAvailable: Math.max(0, quantityPurchased - quantityAssigned - quantityReserved),
    status: ended ? ('EXPIRED' as const) : status,
  };
}
