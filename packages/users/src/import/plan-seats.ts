import { type KnownUser, licenseKey, offerKey, type References } from './known-people.js';
import { LineRefused } from './line-refused.js';
import type { ImportedPerson } from './person.js';
import type { Remark } from './remark.js';

export interface PlannedSeat {
  /** Where the line names it. */
  readonly field: string;
  readonly slug: string;
  readonly applicationId: string;
  readonly licenseTypeId: string;
}

interface PlannedSeats {
  readonly wanted: PlannedSeat[];
  /** Whether the person waits for one of the licenses, or has to wait for one that cannot be granted yet. */
  readonly waits: boolean;
  readonly remarks: Remark[];
}

/**
 * The licenses that a line adds. One that does not exist here, or of which the tenant has no seats, is left to a later import
 * of the line: the person comes in all the same. If `strict`, it is an error: a caller of the API can correct it at once.
 */
export function planSeats(
  { memberships = [] }: ImportedPerson,
  user: KnownUser | undefined,
  { tenants, applications, licenses, offers }: References,
  { strict }: { strict: boolean },
): PlannedSeats {
  const remarks: Remark[] = [];
  let waits = false;
  const wanted = memberships.flatMap(({ tenant: slug, licenses: named = [] }, index) => {
    const seen = new Set<string>();
    const tenantId = tenants.get(slug);
    const member = user?.memberships.find((one) => one.tenantId === tenantId && one.status !== 'INVITED');
    return named.flatMap((license, place) => {
      const field = `memberships.${index}.licenses.${place}`;
      const later = (at: string, reason: string) => {
        if (strict) throw new LineRefused(at, reason);
        remarks.push({ field: at, reason });
        waits = true;
        return [];
      };
      if (seen.has(license.application)) throw new LineRefused(field, 'The line names this application twice.');
      seen.add(license.application);
      const applicationId = applications.get(license.application);
      if (applicationId === undefined) return later(`${field}.application`, 'There is no such application.');
      const licenseTypeId = licenses.get(licenseKey(applicationId, license.licenseType));
      if (licenseTypeId === undefined)
        return later(`${field}.licenseType`, 'The application has no such license type.');
      const seat = member?.seats.find((one) => one.applicationId === applicationId);
      if (seat?.subscription.licenseTypeId === licenseTypeId) return [];
      if (seat) throw new LineRefused(field, 'The person has another license of this application.');
      if (member?.licenseRequests.some((one) => one.applicationId === applicationId)) {
        waits = true;
        return [];
      }
      if (tenantId === undefined || !offers.has(offerKey(tenantId, licenseTypeId)))
        return later(field, 'The tenant has no active subscription of this license.');
      return [{ field, slug, applicationId, licenseTypeId }];
    });
  });
  return { wanted, waits, remarks };
}
