import { demoData } from '../demo-data.js';

/** The id of a tenant of the demo data. */
export function tenantIdOf(slug: string): string {
  return known(demoData.tenants.find((tenant) => tenant.slug === slug)).id;
}

/** The ids of a license type of the demo data, as requests name it. */
export function licenseTypeOf(application: string, slug: string): { applicationId: string; licenseTypeId: string } {
  const { id, licenseTypes } = known(demoData.applications.find(({ name }) => name === application));
  return { applicationId: id, licenseTypeId: known(licenseTypes.find((type) => type.slug === slug)).id };
}

function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Error('The demo data has changed: the examples name something that is gone.');
  return found;
}
