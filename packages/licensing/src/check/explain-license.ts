import { includesFeature, type LicenseRow, licenseChecks, reasons } from './license-state.js';

/** Reasons that concern the sign-in to the tenant. */
const signInReasons = ['SECOND_FACTOR_REQUIRED', 'SSO_REQUIRED', 'CONNECTION_REFUSED', 'DIRECTORY_INACTIVE'] as const;

/** Why a user can use an application or not: the reasons of a check, and what is outside of licensing. */
export const accessReasons = ['ACCOUNT_DELETED', 'TENANT_NOT_FOUND', ...reasons, ...signInReasons] as const;
export type AccessReason = (typeof accessReasons)[number];

/** Every check, in the order in which an explanation lists them. */
export const accessChecks = [
  'account_enabled',
  'account_open',
  'tenant',
  'membership',
  'membership_active',
  'seat',
  'subscription_active',
  'subscription_period',
  'feature',
  'second_factor',
  'connection',
  'sign_in_policy',
  'directory',
] as const;
type CheckName = (typeof accessChecks)[number];

export interface ExplainedCheck {
  check: CheckName;
  /** Null if it cannot be told, because something it depends on is missing. */
  passed: boolean | null;
  reason: AccessReason | null;
  detail: string;
  /** What the detail is about, such as the name of a connection. */
  about?: string;
}

const passedDetails: Record<CheckName, string> = {
  account_enabled: 'The account is not disabled.',
  account_open: 'The account is not deleted.',
  tenant: 'The tenant exists.',
  membership: 'The user is a member of the tenant.',
  membership_active: 'The membership is not suspended.',
  seat: 'The user holds a seat of the application.',
  subscription_active: 'The subscription is neither suspended nor canceled.',
  subscription_period: 'The subscription has begun and has not expired.',
  feature: 'The license includes the feature.',
  second_factor: 'The tenant requires no second factor, or the user has one.',
  connection: 'The user signs in by a connection of the tenant.',
  sign_in_policy: 'The tenant has a sign-in policy that the user can meet.',
  directory: 'A directory of the tenant says that the user is active.',
};

const failedDetails: Record<Exclude<AccessReason, 'LICENSED'>, string> = {
  ACCOUNT_DISABLED: 'An operator has disabled the account.',
  ACCOUNT_DELETED: 'The account was deleted and waits to be erased.',
  TENANT_NOT_FOUND: 'There is no such tenant.',
  NOT_A_MEMBER: 'The user is not a member of the tenant; an open invitation does not count.',
  MEMBER_SUSPENDED: 'The membership is suspended.',
  WAITING: 'The user waits for a seat of the application; none is free.',
  NO_SEAT: 'The user holds no seat of the application in this tenant.',
  SUBSCRIPTION_SUSPENDED: 'The subscription of the seat is suspended.',
  SUBSCRIPTION_CANCELED: 'The subscription of the seat is canceled.',
  SUBSCRIPTION_EXPIRED: 'The subscription of the seat has expired.',
  SUBSCRIPTION_NOT_STARTED: 'The subscription of the seat has not begun.',
  FEATURE_NOT_INCLUDED: 'The license of the seat does not include the feature.',
  SECOND_FACTOR_REQUIRED:
    'The tenant requires a second factor, and the user has none. The next sign-in asks to set one up.',
  SSO_REQUIRED: 'The tenant requires single sign-on, and no active connection has the domain of the email.',
  CONNECTION_REFUSED: 'The last sign-in by the connection of the tenant was refused.',
  DIRECTORY_INACTIVE: 'A directory of the tenant says that the user is not active.',
};

/** The result of a check that could be made. */
export function explained(check: CheckName, failure: Exclude<AccessReason, 'LICENSED'> | undefined): ExplainedCheck {
  return failure
    ? { check, passed: false, reason: failure, detail: failedDetails[failure] }
    : { check, passed: true, reason: null, detail: passedDetails[check] };
}

/** The same with what it is about, which the detail then ends with. */
export function explainedAbout(
  check: CheckName,
  failure: Exclude<AccessReason, 'LICENSED'> | undefined,
  about: string,
): ExplainedCheck {
  const result = explained(check, failure);
  return { ...result, detail: `${result.detail} (${about})`, about };
}

/** The result of a check that could not be made. */
export const notReached = (check: CheckName): ExplainedCheck => ({
  check,
  passed: null,
  reason: null,
  detail: 'Cannot be told: something that it depends on is missing.',
});

/**
 * The results of the checks that decide about a license, and about a feature if one is named. Without that of the account,
 * which an explanation has before the tenant.
 */
export function explainLicense(row: LicenseRow, featureKey: string | undefined): ExplainedCheck[] {
  const hasSeat = row.assignedAt !== null;
  const ofLicense = licenseChecks.filter(({ check }) => check !== 'account_enabled');
  const results = ofLicense.map(({ check, ofSeat, failure }) =>
    // Whether a membership is active can be told only of a member.
    (ofSeat && !hasSeat) || (check === 'membership_active' && row.membership === null)
      ? notReached(check)
      : explained(check, failure(row)),
  );
  if (featureKey === undefined) return results;
  if (!hasSeat) return [...results, notReached('feature')];
  return [...results, explained('feature', includesFeature(row, featureKey) ? undefined : 'FEATURE_NOT_INCLUDED')];
}
