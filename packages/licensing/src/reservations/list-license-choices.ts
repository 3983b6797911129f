import type { LicenseChoices } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { subscriptionEntry, withNames } from '../subscriptions/subscription-entry.js';

/** The applications of a tenant and their license types with an active subscription, by name. */
export async function listLicenseChoices(db: Database, tenantId: string): Promise<LicenseChoices[]> {
  const rows = await db.subscription.findMany({
    where: { tenantId, status: 'ACTIVE' },
    include: withNames,
    orderBy: [{ application: { name: 'asc' } }, { licenseType: { name: 'asc' } }, { id: 'asc' }],
  });
  const applications = new Map<string, Writable>();
  for (const entry of rows.map(subscriptionEntry)) {
    if (entry.status !== 'ACTIVE') continue;
    const { applicationId, applicationName: name, licenseTypeId: id, quantityAvailable: free } = entry;
    const application = applications.get(applicationId) ?? { applicationId, name, licenseTypes: [] };
    applications.set(applicationId, application);
    const type = application.licenseTypes.find((one) => one.id === id);
    if (type) type.free += free;
    else application.licenseTypes.push({ id, name: entry.licenseTypeName, free });
  }
  return [...applications.values()];
}

interface Writable extends LicenseChoices {
  licenseTypes: { id: string; name: string; free: number }[];
}
