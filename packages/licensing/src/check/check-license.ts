import { isUuid } from '@org/identity-core';
import { type IdentityPluginHost, lookUp, runBatched } from '@org/identity-prisma';
import { invalidApplicationId } from '../access/errors.js';
import {
  includesFeature,
  type LicenseRow,
  type LicenseState,
  licenseColumns,
  licenseJoins,
  licenseState,
} from './license-state.js';

type Pool = IdentityPluginHost['pool'];

export interface CheckInput {
  tenantId: string;
  userId: string;
  applicationId: string;
  /** The license, if it was read together with the token. */
  found?: LicenseRow | undefined;
}

const license = lookUp(
  'license_check',
  ['uuid', 'uuid', 'uuid'],
  `SELECT ${licenseColumns} FROM identity.applications a ${licenseJoins('$1', '$2')} WHERE a.id = $3`,
);

/** Whether a user has a license for an application, which one, and why not. */
export async function checkLicense(pool: Pool, input: CheckInput) {
  const { reason, license } = await findLicense(pool, input);
  if (!license) return { hasLicense: false, licenseType: null, licenseTypeName: null, features: [], reason };
  const { licenseType, licenseTypeName, features, assignedAt } = license;
  return { hasLicense: true, licenseType, licenseTypeName, features, assignedAt, reason };
}

/** Whether the license of a user includes a feature. */
export async function checkFeature(pool: Pool, input: CheckInput & { featureKey: string }) {
  const { reason, license } = await findLicense(pool, input);
  if (license && !includesFeature(license, input.featureKey)) {
    return { hasFeature: false, reason: 'FEATURE_NOT_INCLUDED' as const };
  }
  return { hasFeature: license !== undefined, reason };
}

/** The slug of the user's license. */
export async function findLicenseType(pool: Pool, input: CheckInput) {
  const { license } = await findLicense(pool, input);
  return { licenseType: license?.licenseType ?? null };
}

async function findLicense(pool: Pool, { found, ...input }: CheckInput): Promise<LicenseState> {
  return licenseState(found ?? (await readLicense(pool, input)));
}

/** Reads what decides about a license. Throws if there is no such application. */
export async function readLicense(
  pool: Pool,
  { tenantId, userId, applicationId }: Omit<CheckInput, 'found'>,
): Promise<LicenseRow> {
  if (!isUuid(applicationId)) throw invalidApplicationId();
  // A user id that is not a UUID gives the same result as an unknown one.
  const row = await runBatched<LicenseRow>(pool, license, [tenantId, isUuid(userId) ? userId : null, applicationId]);
  if (!row) throw invalidApplicationId();
  return row;
}
