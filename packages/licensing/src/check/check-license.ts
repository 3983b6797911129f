import type { IdentityPluginHost } from '@org/identity-prisma';
import type { SeatUses } from '../seat-use/seat-uses.js';
import { includesFeature, type LicenseRow, type LicenseState, licenseState } from './license-state.js';
import { type CheckInput, readAlready, readLicense } from './read-license.js';

export interface CheckServices extends Pick<IdentityPluginHost, 'db' | 'pool' | 'events' | 'logger'> {
  readonly uses: SeatUses;
}

/** Whether a user has a license for an application, which one, and why not. */
export async function checkLicense(services: CheckServices, input: CheckInput) {
  const { reason, license } = findLicense(services, readAlready(input) ?? (await readLicense(services, input)));
  if (!license) {
    return { hasLicense: false, licenseType: null, licenseTypeName: null, features: [], limits: {}, reason };
  }
  const { licenseType, licenseTypeName, features, limits, assignedAt } = license;
  return { hasLicense: true, licenseType, licenseTypeName, features, limits, assignedAt, reason };
}

/** Whether the license of a user includes a feature. */
export async function checkFeature(services: CheckServices, input: CheckInput & { featureKey: string }) {
  const { reason, license } = findLicense(services, readAlready(input) ?? (await readLicense(services, input)));
  if (license && !includesFeature(license, input.featureKey)) {
    return { hasFeature: false, reason: 'FEATURE_NOT_INCLUDED' as const };
  }
  return { hasFeature: license !== undefined, reason };
}

/** The slug of the user's license. */
export async function findLicenseType(services: CheckServices, input: CheckInput) {
  const { license } = findLicense(services, readAlready(input) ?? (await readLicense(services, input)));
  return { licenseType: license?.licenseType ?? null };
}

function findLicense(services: CheckServices, row: LicenseRow): LicenseState {
  const state = licenseState(row);
  if (state.license?.idleSeatId) {
    const { idleSeatId, releasedSoon } = state.license;
    services.uses.note(services, idleSeatId, releasedSoon);
  }
  return state;
}
