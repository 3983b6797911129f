import type { IdentityPluginHost } from '@org/identity-prisma';
import { changeSeats, type SeatServices } from './change-seats.js';

/**
 * Puts what time has changed for the seats of a tenant into force, before they are read. Takes locks only if something is
 * due.
 */
export async function settleDue(
  services: SeatServices & Pick<IdentityPluginHost, 'db'>,
  tenantId: string,
): Promise<void> {
  const due = await services.db.$queryRaw<{ licenseTypeId: string }[]>`
    SELECT DISTINCT sub.license_type_id AS "licenseTypeId" FROM identity.subscriptions sub
    WHERE sub.tenant_id = ${tenantId}::uuid AND (
      sub.pending_at <= clock_timestamp()
      OR sub.quantity_reserved > 0 AND EXISTS (
        SELECT 1 FROM identity.seat_reservations r
        WHERE r.subscription_id = sub.id AND r.expires_at <= clock_timestamp()))`;
  const licenseTypeIds = due.map(({ licenseTypeId }) => licenseTypeId);
  if (licenseTypeIds.length > 0) await changeSeats(services, { tenantId, licenseTypeIds }, () => Promise.resolve());
}
