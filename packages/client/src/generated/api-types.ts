// Made by "npm run client-types" from the schemas of the service; a test holds them together.
export type LicenseCheck = {
  readonly hasLicense: boolean;
  readonly licenseType: string | null;
  readonly licenseTypeName: string | null;
  readonly features: ReadonlyArray<string>;
  readonly limits: Readonly<Record<string, number>>;
  /** date-time */
  readonly assignedAt?: string;
  readonly reason: 
    | 'NOT_A_MEMBER'
    | 'ACCOUNT_DISABLED'
    | 'MEMBER_SUSPENDED'
    | 'WAITING'
    | 'NO_SEAT'
    | 'SUBSCRIPTION_SUSPENDED'
    | 'SUBSCRIPTION_CANCELED'
    | 'SUBSCRIPTION_EXPIRED'
    | 'SUBSCRIPTION_NOT_STARTED'
    | 'FEATURE_NOT_INCLUDED'
    | 'LICENSED';
};
export type GrantRequest = {
  readonly userId: string;
  readonly applicationId: string;
  readonly licenseTypeId: string;
};
export type LicenseAssignment = {
  /** uuid */
  readonly id: string;
  /** uuid */
  readonly userId: string;
  /** uuid */
  readonly licenseTypeId: string;
  readonly licenseTypeName: string;
  /** date-time */
  readonly assignedAt: string;
};
export type RevokeRequest = {
  readonly userId: string;
  readonly applicationId: string;
};
export type RevokeResult = {
  readonly success: boolean;
  readonly message: string;
};
export type LeaseRequest = {
  readonly applicationId: string;
  readonly days: number;
};
export type Lease = {
  readonly lease: string;
  /** date-time */
  readonly expiresAt: string;
};
export type LicenseSnapshot = {
  readonly tenantId: string | null;
  readonly position: string;
  readonly at: number;
  readonly subscriptions: ReadonlyArray<{
    /** uuid */
    readonly id: string;
    /** uuid */
    readonly tenantId: string;
    readonly licenseType: string;
    readonly licenseTypeName: string;
    readonly features: ReadonlyArray<string>;
    readonly limits: Readonly<Record<string, number>>;
    readonly status: 
      | 'ACTIVE'
      | 'SUSPENDED'
      | 'CANCELED'
      | 'EXPIRED';
    /** date-time */
    readonly startsAt: string;
    readonly expiresAt: string | null;
    readonly settleAt: string | null;
  }>;
  readonly seats: ReadonlyArray<{
    /** uuid */
    readonly tenantId: string;
    /** uuid */
    readonly userId: string;
    /** uuid */
    readonly subscriptionId: string;
    /** date-time */
    readonly assignedAt: string;
  }>;
  readonly next: string | null;
};
export type ServiceError = {
  readonly error: 
    | 'MALFORMED_REQUEST'
    | 'CURRENT_PASSWORD_INCORRECT'
    | 'PASSWORD_REQUIRED'
    | 'LAST_LOGIN_METHOD'
    | 'TENANT_OWNER'
    | 'INCORRECT_CONFIRMATION'
    | 'INVALID_APPLICATION_ID'
    | 'INVALID_LICENSE_TYPE'
    | 'NO_SEATS_AVAILABLE'
    | 'ALREADY_LICENSED'
    | 'UNAUTHORIZED'
    | 'FORBIDDEN'
    | 'OWNER_REQUIRED'
    | 'REAUTHENTICATION_REQUIRED'
    | 'SECOND_FACTOR_REQUIRED'
    | 'INVITATION_EMAIL_MISMATCH'
    | 'LEASES_OFF'
    | 'NOT_FOUND'
    | 'TENANT_NOT_FOUND'
    | 'MEMBER_NOT_FOUND'
    | 'INVITATION_NOT_FOUND'
    | 'USER_NOT_FOUND'
    | 'SESSION_NOT_FOUND'
    | 'SSO_LINK_NOT_FOUND'
    | 'LICENSE_NOT_FOUND'
    | 'SUBSCRIPTION_NOT_FOUND'
    | 'RULE_NOT_FOUND'
    | 'LEASE_NOT_FOUND'
    | 'REQUEST_NOT_FOUND'
    | 'WEBHOOK_NOT_FOUND'
    | 'DELIVERY_NOT_FOUND'
    | 'METHOD_NOT_ALLOWED'
    | 'SLUG_TAKEN'
    | 'LAST_OWNER'
    | 'LAST_SUPER_ADMIN'
    | 'ALREADY_MEMBER'
    | 'INVITATION_EXISTS'
    | 'SEATS_IN_USE'
    | 'SEAT_LEASED'
    | 'RULE_EXISTS'
    | 'REQUEST_EXISTS'
    | 'REQUEST_DECIDED'
    | 'TRIAL_USED'
    | 'WEBHOOK_PAUSED'
    | 'REPLAY_RUNNING'
    | 'INVITATION_EXPIRED'
    | 'EVENT_GONE'
    | 'PAYLOAD_TOO_LARGE'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'VALIDATION_FAILED'
    | 'WEAK_PASSWORD'
    | 'SAME_PASSWORD'
    | 'RATE_LIMITED'
    | 'INTERNAL_ERROR'
    | 'SERVICE_UNAVAILABLE';
  readonly message: string;
  readonly details?: ReadonlyArray<{
    readonly path: string;
    readonly message: string;
  }>;
  readonly requestId: string;
};
