import { isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { invalidLicenseType } from '../access/errors.js';
import { requireApplication } from './require-application.js';

/** A license type of an application. Throws if there is no such application, or if it has no such type. */
export async function requireLicenseType(
  db: Transaction,
  { applicationId, licenseTypeId }: { applicationId: string; licenseTypeId: string },
): Promise<{ id: string; applicationId: string; name: string }> {
  await requireApplication(db, applicationId);
  const type = isUuid(licenseTypeId)
    ? await db.licenseType.findFirst({
        where: { id: licenseTypeId, applicationId },
        select: { id: true, applicationId: true, name: true },
      })
    : null;
  if (!type) throw invalidLicenseType();
  return type;
}
