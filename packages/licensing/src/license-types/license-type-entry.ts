import type { Prisma } from '@org/identity-prisma';
import type { Limits } from '../limits/limits.js';

/** The name that is read with a license type. */
export const withApplication = { application: { select: { name: true } } };

type Row = Prisma.LicenseTypeGetPayload<{ include: typeof withApplication }>;

/** A license type in the API. */
export function licenseTypeEntry({ application, limits, ...type }: Row) {
  // Prisma does not know what a JSON column holds. Only `Limits` are written to this one.
  return { ...type, limits: limits as Limits, applicationName: application.name };
}
