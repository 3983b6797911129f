import type { Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { licenseTypeEntry, withApplication } from './license-type-entry.js';
import { requireApplication } from './require-application.js';

/** The license types of one application or of all. A machine of a tenant sees those of the applications that its tenant subscribes to. */
export async function listLicenseTypes(
  db: Database,
  input: { principal: Principal; applicationId?: string | undefined },
) {
  const { principal, applicationId } = input;
  if (applicationId !== undefined) await requireApplication(db, applicationId);
  const tenantId = principal.kind === 'machine' ? principal.tenantId : null;
  const types = await db.licenseType.findMany({
    where: {
      ...(applicationId === undefined ? {} : { applicationId }),
      ...(tenantId === null ? {} : { application: { subscriptions: { some: { tenantId } } } }),
    },
    include: withApplication,
    orderBy: [{ applicationId: 'asc' }, { id: 'asc' }],
  });
  return { licenseTypes: types.map(licenseTypeEntry) };
}
