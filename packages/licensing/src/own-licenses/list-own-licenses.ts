import type { Database, IdentityPluginHost, LicenseRequestStatus } from '@org/identity-prisma';
import { Prisma } from '@org/identity-prisma';
import { type LicenseRow, licenseColumns, licenseState, type Reason } from '../check/license-state.js';
import { isOpen } from '../seat-changes/free-seats.js';
import { settleDue } from '../seat-changes/what-is-due.js';

interface OfApplication {
  tenantId: string;
  tenantName: string;
  applicationId: string;
  applicationName: string;
}

/** A license of the user in one of their tenants. */
export interface OwnLicense extends OfApplication {
  licenseTypeName: string;
  assignedAt: Date;
  /** Whether it can be used, or why not. */
  reason: Reason;
}

/** An open request of the user. */
export interface OwnRequest extends OfApplication {
  id: string;
  licenseTypeName: string | null;
  note: string | null;
  status: LicenseRequestStatus;
  /** Why the user waits, if they did not ask. */
  cause: 'rule' | 'invitation' | 'assignment' | null;
  /** The place in the waiting list. Null unless the request is WAITING. */
  position: number | null;
  createdAt: Date;
}

/** An application that the user can ask for. */
export interface Offer extends OfApplication {
  licenseTypes: { id: string; name: string }[];
}

export interface OwnLicenses {
  licenses: OwnLicense[];
  requests: OwnRequest[];
  offers: Offer[];
}

/** A user is a member of few tenants, so this is never reached in practice. It keeps the page bounded. */
const maxRows = 500;

/** The licenses of a user in all tenants, the open requests, and what the user can ask for. */
export async function listOwnLicenses(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  userId: string,
): Promise<OwnLicenses> {
  const { db } = services;
  const waits = await db.$queryRaw<{ tenantId: string }[]>`
    SELECT DISTINCT m.tenant_id AS "tenantId" FROM identity.memberships m
    JOIN identity.license_requests r ON r.tenant_id = m.tenant_id AND r.user_id = m.user_id AND r.status = 'WAITING'
    WHERE m.user_id = ${userId}::uuid`;
  // The user may have a seat by now.
  for (const { tenantId } of waits) await settleDue(services, { tenantId });
  return {
    licenses: await findLicenses(db, userId),
    requests: await findOpenRequests(db, userId),
    offers: await findOffers(db, userId),
  };
}

const names = Prisma.sql`t.id AS "tenantId", t.name AS "tenantName", a.id AS "applicationId", a.name AS "applicationName"`;
const inOrder = Prisma.sql`ORDER BY t.name, t.id, a.name, a.id LIMIT ${Prisma.raw(String(maxRows))}`;

async function findLicenses(db: Database, userId: string): Promise<OwnLicense[]> {
  const rows = await db.$queryRaw<(LicenseRow & Omit<OwnLicense, 'reason'>)[]>`
    SELECT ${names}, ${Prisma.raw(licenseColumns)}
    FROM identity.memberships m
    JOIN identity.users account ON account.id = m.user_id
    JOIN identity.seats s ON s.tenant_id = m.tenant_id AND s.user_id = m.user_id
    JOIN identity.subscriptions sub ON sub.id = s.subscription_id
    JOIN identity.license_types lt ON lt.id = sub.license_type_id
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    JOIN identity.applications a ON a.id = s.application_id
    WHERE m.user_id = ${userId}::uuid ${inOrder}`;
  return rows.map((row) => {
    const { tenantId, tenantName, applicationId, applicationName, licenseTypeName, assignedAt } = row;
    const { reason } = licenseState(row);
    return { tenantId, tenantName, applicationId, applicationName, licenseTypeName, assignedAt, reason };
  });
}

function findOpenRequests(db: Database, userId: string): Promise<OwnRequest[]> {
  return db.$queryRaw<OwnRequest[]>`
    SELECT ${names}, r.id, lt.name AS "licenseTypeName", r.note, r.status::text, r.cause, r.created_at AS "createdAt",
           CASE WHEN r.status = 'WAITING' THEN (
             SELECT count(*)::int FROM identity.license_requests before
             WHERE before.tenant_id = r.tenant_id AND before.license_type_id = r.license_type_id
               AND before.status = 'WAITING' AND before.waiting_number <= r.waiting_number) END AS position
    FROM identity.memberships m
    JOIN identity.license_requests r
      ON r.tenant_id = m.tenant_id AND r.user_id = m.user_id AND r.status IN ('PENDING', 'WAITING')
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    JOIN identity.applications a ON a.id = r.application_id
    LEFT JOIN identity.license_types lt ON lt.id = r.license_type_id
    WHERE m.user_id = ${userId}::uuid ${inOrder}`;
}

/** The applications of which a tenant has an active subscription, and the user neither a seat nor an open request. */
async function findOffers(db: Database, userId: string): Promise<Offer[]> {
  return db.$queryRaw<Offer[]>`
    SELECT ${names}, jsonb_agg(DISTINCT jsonb_build_object('id', lt.id, 'name', lt.name)) AS "licenseTypes"
    FROM identity.memberships m
    JOIN identity.subscriptions sub ON sub.tenant_id = m.tenant_id AND ${isOpen}
    JOIN identity.license_types lt ON lt.id = sub.license_type_id
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    JOIN identity.applications a ON a.id = sub.application_id
    WHERE m.user_id = ${userId}::uuid AND m.status = 'ACTIVE'
      AND NOT EXISTS (
        SELECT 1 FROM identity.seats s
        WHERE s.tenant_id = m.tenant_id AND s.application_id = sub.application_id AND s.user_id = m.user_id)
      AND NOT EXISTS (
        SELECT 1 FROM identity.license_requests r WHERE r.tenant_id = m.tenant_id
        AND r.application_id = sub.application_id AND r.user_id = m.user_id AND r.status IN ('PENDING', 'WAITING'))
    GROUP BY t.id, a.id ${inOrder}`;
}
