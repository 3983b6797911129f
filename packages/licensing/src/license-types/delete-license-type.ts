import { actorOf, inUse, type Principal, reply } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { getLicenseType, licenseTypeNotFound } from './get-license-type.js';
import { findLicenseUses } from './license-uses.js';
import { lockLicenseTypeToChange } from './lock-license-type.js';

/**
 * Deletes a license type that nothing uses. The lock waits for subscriptions, rules and requests that are being added, so what
 * is found in use is all there is; what comes later finds no license type.
 */
export function deleteLicenseType(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { principal, licenseTypeId }: { principal: Principal; licenseTypeId: string },
) {
  return db.$transaction(async (tx) => {
    if (!(await lockLicenseTypeToChange(tx, licenseTypeId))) throw licenseTypeNotFound();
    const { id, applicationId, slug, name } = await getLicenseType(tx, licenseTypeId);
    const uses = await findLicenseUses(tx, { licenseTypeId: id });
    if (uses.length > 0) throw inUse('The license type is in use; see details.', uses);
    await tx.licenseType.delete({ where: { id } });
    await events.publish(tx, {
      type: 'license_type.deleted',
      tenantId: null,
      actor: actorOf(principal),
      subjectId: id,
      data: { applicationId, slug, name },
    });
    return reply({ success: true, message: 'The license type was deleted.' });
  });
}
