import { type IdentityPluginHost, inTenantTransaction, lockTenantRow } from '@org/identity-prisma';
import { changeSeats } from '../seat-changes/change-seats.js';

/**
 * Waits for changes of a tenant's subscriptions and seats that began earlier and are not committed yet, and applies due
 * changes. The history before this call is then final: every later change has a later time.
 */
export async function closePast(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  { tenantId, applicationId }: { tenantId: string; applicationId: string },
): Promise<void> {
  const { db } = services;
  // New subscriptions are added under this lock …
  await inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => void (await lockTenantRow(tx, tenantId)));
  // … and seats change under the locks of these.
  const types = await db.licenseType.findMany({ where: { applicationId }, select: { id: true } });
  const licenseTypeIds = types.map(({ id }) => id);
  await changeSeats(services, { tenantId, licenseTypeIds }, async () => undefined);
}
