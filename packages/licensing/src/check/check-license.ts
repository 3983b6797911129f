import { isUuid, type TokenRead } from '@org/identity-core';
import {
  type IdentityPluginHost,
  lookUp,
  runBatched,
  tokenColumns,
  tokenTenant,
  tokenUser,
} from '@org/identity-prisma';
import { invalidApplicationId } from '../access/errors.js';
import { isDue, settleDue } from '../seat-changes/what-is-due.js';
import type { SeatUses } from '../seat-use/seat-uses.js';
import type { checkAgent } from './check-agent.js';
import {
  includesFeature,
  type LicenseRow,
  type LicenseState,
  licenseColumns,
  licenseFields,
  licenseJoins,
  licenseState,
} from './license-state.js';

export interface CheckServices extends Pick<IdentityPluginHost, 'db' | 'pool' | 'events' | 'logger'> {
  readonly uses: SeatUses;
}

/** Whether a user has a license for an application, which one, and why not. */
export async function checkLicense(services: CheckServices, input: CheckInput) {
  const { reason, license } = await findLicense(services, input);
  if (!license) {
    return { hasLicense: false, licenseType: null, licenseTypeName: null, features: [], limits: {}, reason };
  }
  const { licenseType, licenseTypeName, features, limits, assignedAt } = license;
  return { hasLicense: true, licenseType, licenseTypeName, features, limits, assignedAt, reason };
}

/** Whether the license of a user includes a feature. */
export async function checkFeature(services: CheckServices, input: CheckInput & { featureKey: string }) {
  const { reason, license } = await findLicense(services, input);
  if (license && !includesFeature(license, input.featureKey)) {
    return { hasFeature: false, reason: 'FEATURE_NOT_INCLUDED' as const };
  }
  return { hasFeature: license !== undefined, reason };
}

/** The slug of the user's license. */
export async function findLicenseType(services: CheckServices, input: CheckInput) {
  const { license } = await findLicense(services, input);
  return { licenseType: license?.licenseType ?? null };
}

type FoundLicense = LicenseState | Awaited<ReturnType<typeof checkAgent>>;

async function findLicense(services: CheckServices, input: CheckInput): Promise<FoundLicense> {
  const state = licenseState(readAlready(input) ?? (await readLicense(services, input)));
  if (state.license?.idleSeatId) {
    const { idleSeatId, releasedSoon } = state.license;
    services.uses.note(services, idleSeatId, releasedSoon);
  }
  const { agentId } = input;
  if (agentId === undefined) return state;
  const { checkAgent } = await import('./check-agent.js');
  return checkAgent(services, { ...input, agentId }, state);
}

type Services = Pick<IdentityPluginHost, 'db' | 'pool' | 'events'>;

interface CheckInput {
  tenantId: string;
  userId: string;
  applicationId: string;
  /** The client that acts for the user. */
  agentId?: string | undefined;
  /** The license, if it was read together with the token. */
  found?: LicenseRow | undefined;
}

const license = lookUp(
  'license_check',
  ['uuid', 'uuid', 'uuid'],
  `SELECT ${licenseColumns} FROM identity.applications a ${licenseJoins('$1', '$2')} WHERE a.id = $3`,
);

const withoutSeat = lookUp(
  'license_without_seat',
  ['uuid', 'uuid', 'uuid'],
  `SELECT EXISTS (
       SELECT 1 FROM identity.license_requests r
       WHERE r.tenant_id = $1 AND r.application_id = $3 AND r.user_id = $2 AND r.status = 'WAITING') AS waiting,
     EXISTS (
       SELECT 1 FROM identity.subscriptions sub
       WHERE sub.tenant_id = $1 AND sub.application_id = $3 AND ${isDue}) AS due,
     NOT EXISTS (SELECT FROM identity.tenants WHERE id = $1 AND closing_at IS NULL) AS gone`,
);

/** The license that was read with the token, if it needs no further statement: most checks are about a seat that is held. */
function readAlready({ found }: CheckInput): LicenseRow | undefined {
  return found && isComplete(found) && !found.due ? found : undefined;
}

/** Whether no further look-up can change the reason: only a member without a seat may wait for one. */
function isComplete({ membership, disabled, assignedAt }: LicenseRow): boolean {
  return membership !== 'ACTIVE' || disabled || assignedAt !== null;
}

/**
 * Reads what decides about a license, after what time has changed is in force: a planned quantity may take the seat away, and
 * the end of a reservation may give one to a user who waits. Throws if there is no such application.
 */
export async function readLicense(services: Services, { found, ...input }: CheckInput): Promise<LicenseRow> {
  const row = found ? await withWaiting(services, input, found) : await readUnknown(services, input);
  if (!row.due || !(await settleDue(services, input))) return row;
  return readUnknown(services, input);
}

/**
 * Reads a license in a tenant that was not read with a token, so it may be closing. Then its members are none. It has no
 * licenses, because its subscriptions are canceled: a member with a license needs no second look.
 */
async function readUnknown(services: Services, input: Omit<CheckInput, 'found'>): Promise<LicenseRow> {
  const row = await readRow(services, input);
  if (row.membership === null || licenseState(row).license) return row;
  return lookCloser(services, input, row);
}

async function readRow({ pool }: Services, { tenantId, userId, applicationId }: CheckInput): Promise<LicenseRow> {
  if (!isUuid(applicationId)) throw invalidApplicationId();
  // A user id that is not a UUID gives the same result as an unknown one.
  const row = await runBatched<LicenseRow>(pool, license, [tenantId, isUuid(userId) ? userId : null, applicationId]);
  if (!row) throw invalidApplicationId();
  return row;
}

/** Adds to the row of a member without a seat whether the member waits for one, and whether something is due. */
async function withWaiting(services: Services, input: Omit<CheckInput, 'found'>, row: LicenseRow): Promise<LicenseRow> {
  return isComplete(row) ? row : lookCloser(services, input, row);
}

/** The same. In a tenant that is closing, the user is no member. */
async function lookCloser(
  { pool }: Services,
  { tenantId, userId, applicationId }: CheckInput,
  row: LicenseRow,
): Promise<LicenseRow> {
  const values = [tenantId, userId, applicationId];
  const more = await runBatched<{ waiting: boolean; due: boolean; gone: boolean }>(pool, withoutSeat, values);
  if (!more) return row;
  if (more.gone) return { ...row, membership: null };
  return isComplete(row) ? row : { ...row, waiting: more.waiting, due: more.due };
}

/** The license of a check, read together with the token: in the token's tenant, for its user unless another is named. */
export const licenseWithToken = tokenColumns({
  name: 'licensing',
  types: ['uuid', 'uuid'],
  columns: licenseFields,
  from: `FROM identity.applications a ${licenseJoins(tokenTenant, `coalesce($2, ${tokenUser})`)} WHERE a.id = $1`,
  // Other values, such as the fields of a body, are left to the statement of the check.
  values: ({ applicationId, userId }) => {
    if (typeof applicationId !== 'string' || !isUuid(applicationId)) return undefined;
    if (userId === undefined) return [applicationId, null];
    return typeof userId === 'string' && isUuid(userId) ? [applicationId, userId] : undefined;
  },
});

/** The license that was read with the token, if it is the one that the check needs. */
export function takeLicense(
  read: TokenRead | undefined,
  wanted: { userId?: string | undefined; applicationId: string },
): LicenseRow | undefined {
  const [applicationId, userId] = read?.values ?? [];
  if (wanted.applicationId !== applicationId || (wanted.userId ?? null) !== userId) return undefined;
  // The row has the columns of `licenseWithToken`.
  return read?.row as LicenseRow | undefined;
}
