import { isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { invalidApplicationId, invalidLicenseType } from '../access/errors.js';

/*
 * For transactions that add rows which refer to an application or a license type. The same locks that the foreign keys take
 * anyway, but before the row is added: if the other one is being deleted at this moment, the transaction waits, and then gets
 * the error for what does not exist. The application comes first, as in its deletion.
 */

/** Throws if there is no such application, and keeps it from being deleted until the commit. */
export async function lockApplication(tx: Transaction, id: string): Promise<void> {
  const found = isUuid(id)
    ? await tx.$queryRaw<unknown[]>`SELECT FROM identity.applications WHERE id = ${id}::uuid FOR KEY SHARE`
    : [];
  if (found.length === 0) throw invalidApplicationId();
}

/** The same for a license type and its application. Throws if there is no such application, or if it has no such type. */
export async function lockLicenseType(
  tx: Transaction,
  { applicationId, licenseTypeId }: { applicationId: string; licenseTypeId: string },
): Promise<{ id: string; applicationId: string }> {
  await lockApplication(tx, applicationId);
  const [type] = isUuid(licenseTypeId)
    ? await tx.$queryRaw<{ id: string; applicationId: string }[]>`
        SELECT id, application_id AS "applicationId" FROM identity.license_types
        WHERE id = ${licenseTypeId}::uuid AND application_id = ${applicationId}::uuid FOR KEY SHARE`
    : [];
  if (!type) throw invalidLicenseType();
  return type;
}

/** Locks a license type that is about to change, or to be deleted: nothing new can refer to it until the commit. */
export async function lockLicenseTypeToChange(tx: Transaction, licenseTypeId: string): Promise<boolean> {
  if (!isUuid(licenseTypeId)) return false;
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM identity.license_types WHERE id = ${licenseTypeId}::uuid FOR UPDATE`;
  return found.length > 0;
}
