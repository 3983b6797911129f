import type { LicenseChoices } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { readSubscriptions, subscriptionEntry } from '../subscriptions/subscription-entry.js';

/** The applications of a tenant and their license types with an active subscription, by name. */
export async function listLicenseChoices(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  tenantId: string,
): Promise<LicenseChoices[]> {
  const rows = await readSubscriptions(services, { tenantId });
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
  const sorted = [...applications.values()].sort(byName);
  for (const { licenseTypes } of sorted) licenseTypes.sort(byName);
  return sorted;
}

interface Writable extends LicenseChoices {
  licenseTypes: { id: string; name: string; free: number }[];
}

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
