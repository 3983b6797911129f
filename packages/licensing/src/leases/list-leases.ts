import { isUuid, type Principal } from '@org/identity-core';
import { type Database, Prisma, requireManager } from '@org/identity-prisma';
import { leaseNotFound } from '../access/errors.js';

/** A lease that still runs. */
export interface LeaseEntry {
  id: string;
  userId: string;
  applicationId: string;
  licenseTypeId: string;
  expiresAt: Date;
  createdAt: Date;
}

export interface LeasesInput {
  tenantId: string;
  principal: Principal;
  applicationId?: string | undefined;
  page: number;
  limit: number;
}

const columns = Prisma.sql`
  lease.id, lease.user_id AS "userId", lease.application_id AS "applicationId", sub.license_type_id AS "licenseTypeId",
  lease.expires_at AS "expiresAt", lease.created_at AS "createdAt"`;

/** A page of the leases of a tenant that still run, the newest first: also of people who have left it. */
export async function listLeases(db: Database, { tenantId, principal, applicationId, page, limit }: LeasesInput) {
  await requireManager(db, { tenantId, principal });
  const ofApplication =
    applicationId === undefined ? Prisma.empty : Prisma.sql`AND lease.application_id = ${applicationId}::uuid`;
  const where = Prisma.sql`lease.tenant_id = ${tenantId}::uuid AND lease.expires_at > now() ${ofApplication}`;
  const [leases, [counted]] = await Promise.all([
    db.$queryRaw<LeaseEntry[]>`
      SELECT ${columns} FROM (
        SELECT * FROM identity.seat_leases lease WHERE ${where} ORDER BY id DESC
        LIMIT ${limit} OFFSET ${(page - 1) * limit}
      ) lease JOIN identity.subscriptions sub ON sub.id = lease.subscription_id ORDER BY lease.id DESC`,
    db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM identity.seat_leases lease WHERE ${where}`,
  ]);
  const total = counted?.total ?? 0;
  return { leases, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** A lease of a tenant that still runs, with its seat. Throws if there is none. */
export async function requireLease(
  db: Pick<Database, '$queryRaw'>,
  { tenantId, leaseId }: { tenantId: string; leaseId: string },
): Promise<LeaseEntry & { seatId: string; subscriptionId: string }> {
  const [lease] = isUuid(leaseId)
    ? await db.$queryRaw<(LeaseEntry & { seatId: string; subscriptionId: string })[]>`
        SELECT ${columns}, lease.seat_id AS "seatId", lease.subscription_id AS "subscriptionId"
        FROM identity.seat_leases lease JOIN identity.subscriptions sub ON sub.id = lease.subscription_id
        WHERE lease.id = ${leaseId}::uuid AND lease.tenant_id = ${tenantId}::uuid
          AND lease.expires_at > statement_timestamp()`
    : [];
  if (!lease) throw leaseNotFound();
  return lease;
}
