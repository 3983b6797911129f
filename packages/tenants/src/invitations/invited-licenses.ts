import type { InvitedLicense } from '@org/identity-core';
import type { Prisma } from '@org/identity-prisma';
import { KeptLicenses } from '../schemas.js';

/** The licenses that are stored with an invitation. */
export function licensesOf({ licenses }: { licenses: Prisma.JsonValue }): InvitedLicense[] {
  return KeptLicenses.parse(licenses);
}

/** The data of an event about an invitation: what is kept for it, or is no longer. */
export function licenseData(licenses: readonly InvitedLicense[]): { licenses?: string[] } {
  return licenses.length > 0 ? { licenses: licenses.map(({ licenseTypeId }) => licenseTypeId) } : {};
}

/** What `member.added` says about the licenses of the invitation that it ends. */
export function keptLicenses(invitation: { id: string; licenses: Prisma.JsonValue }): {
  invitationId?: string;
  licenses?: string[];
} {
  const licenses = licensesOf(invitation);
  return licenses.length > 0 ? { invitationId: invitation.id, ...licenseData(licenses) } : {};
}
