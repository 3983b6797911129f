import { isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import {
  alreadyLicensed,
  invalidApplicationId,
  invalidLicenseType,
  noSeatsAvailable,
  userNotFound,
} from '../access/errors.js';

export interface WantedLicense {
  tenantId: string;
  userId: string;
  applicationId: string;
  licenseTypeId?: string | undefined;
}

interface Row {
  fits: boolean;
  active: boolean;
  licensed: boolean;
  owned: boolean;
}

/** Throws if the user cannot ask for this license: it does not exist, the user has one, or the tenant owns none of it. */
export async function requireRequestable(tx: Transaction, wanted: WantedLicense): Promise<void> {
  const { tenantId, userId, applicationId, licenseTypeId } = wanted;
  if (!isUuid(applicationId)) throw invalidApplicationId();
  const typeId = licenseTypeId === undefined || !isUuid(licenseTypeId) ? null : licenseTypeId;
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT EXISTS (
             SELECT 1 FROM identity.license_types WHERE id = ${typeId}::uuid AND application_id = a.id) AS fits,
           EXISTS (
             SELECT 1 FROM identity.memberships m
             JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
             WHERE m.tenant_id = ${tenantId}::uuid AND m.user_id = ${userId}::uuid AND m.status = 'ACTIVE') AS active,
           EXISTS (
             SELECT 1 FROM identity.seats
             WHERE tenant_id = ${tenantId}::uuid AND application_id = a.id AND user_id = ${userId}::uuid) AS licensed,
           EXISTS (
             SELECT 1 FROM identity.subscriptions WHERE tenant_id = ${tenantId}::uuid AND application_id = a.id
             AND license_type_id = coalesce(${typeId}::uuid, license_type_id)) AS owned
    FROM identity.applications a WHERE a.id = ${applicationId}::uuid`;
  if (!row) throw invalidApplicationId();
  if (licenseTypeId !== undefined && !row.fits) throw invalidLicenseType();
  if (!row.active) throw userNotFound();
  if (row.licensed) throw alreadyLicensed();
  if (!row.owned) throw noSeatsAvailable('NOTHING_BOUGHT');
}
