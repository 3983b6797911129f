import type { InvitedLicense } from '@org/identity-core';
import type { Prisma } from '@org/identity-prisma';
import { z } from 'zod';

/** The most licenses that can be kept for one invitation. */
export const maxInvitedLicenses = 20;

const LicenseId = z.string().min(1).max(200).toLowerCase();

/** The licenses of an invitation, as they are entered. */
export const InvitedLicenses = z
  .array(z.strictObject({ applicationId: LicenseId, licenseTypeId: LicenseId }))
  .max(maxInvitedLicenses)
  .refine(
    (licenses) => new Set(licenses.map(({ applicationId }) => applicationId)).size === licenses.length,
    'must not name an application twice',
  );

/** The same, as the list of invitations shows them. */
export const KeptLicenses = z.array(z.object({ applicationId: z.uuid(), licenseTypeId: z.uuid() }));

/** The licenses that are stored with an invitation. */
export function licensesOf({ licenses }: { licenses: Prisma.JsonValue }): InvitedLicense[] {
  return KeptLicenses.parse(licenses);
}

/** The data of an event about an invitation: what is kept for it, or is no longer. */
export function licenseData(licenses: readonly InvitedLicense[]): { licenses?: string[] } {
  return licenses.length > 0 ? { licenses: licenses.map(({ licenseTypeId }) => licenseTypeId) } : {};
}
