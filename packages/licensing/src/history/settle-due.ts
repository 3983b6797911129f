import { type IdentityPluginHost, inTenantTransaction, lockTenantRow } from '@org/identity-prisma';
import { changeSeats } from '../seat-changes/change-seats.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

/** Puts planned quantities of a tenant that are due into force, so that the periods they end have their end. */
export async function settleDue(services: Services, tenantId: string): Promise<void> {
  const due = await services.db.$queryRaw<{ licenseTypeId: string }[]>`
    SELECT DISTINCT license_type_id AS "licenseTypeId" FROM identity.subscriptions
    WHERE tenant_id = ${tenantId}::uuid AND pending_at <= statement_timestamp()`;
  if (due.length === 0) return;
  const licenseTypeIds = due.map(({ licenseTypeId }) => licenseTypeId);
  await changeSeats(services, { tenantId, licenseTypeIds }, async () => undefined);
}

/**
 * Waits for changes of a tenant's subscriptions and seats that began earlier and are not committed yet, and puts what is due
 * into force. What happened before this call is then final: every later change has a later time.
 */
export async function closePast(
  services: Services,
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
