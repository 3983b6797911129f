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
  readonly replace?: boolean;
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
    | 'ALREADY_LICENSED'
    | 'ALREADY_MEMBER'
    | 'CURRENT_PASSWORD_INCORRECT'
    | 'DELIVERY_NOT_FOUND'
    | 'EMAIL_TAKEN'
    | 'EVENT_GONE'
    | 'FORBIDDEN'
    | 'INCORRECT_CONFIRMATION'
    | 'INTERNAL_ERROR'
    | 'INVALID_APPLICATION_ID'
    | 'INVALID_LICENSE_TYPE'
    | 'INVITATION_EMAIL_MISMATCH'
    | 'INVITATION_EXISTS'
    | 'INVITATION_EXPIRED'
    | 'INVITATION_NOT_FOUND'
    | 'IN_USE'
    | 'LAST_LOGIN_METHOD'
    | 'LAST_OWNER'
    | 'LAST_SUPER_ADMIN'
    | 'LEASES_OFF'
    | 'LEASE_NOT_FOUND'
    | 'LICENSE_NOT_FOUND'
    | 'MALFORMED_REQUEST'
    | 'MEMBER_NOT_FOUND'
    | 'METHOD_NOT_ALLOWED'
    | 'NOT_FOUND'
    | 'NO_SEATS_AVAILABLE'
    | 'OWNER_REQUIRED'
    | 'PASSWORD_REQUIRED'
    | 'PAYLOAD_TOO_LARGE'
    | 'RATE_LIMITED'
    | 'REAUTHENTICATION_REQUIRED'
    | 'REPLAY_RUNNING'
    | 'REQUEST_DECIDED'
    | 'REQUEST_EXISTS'
    | 'REQUEST_NOT_FOUND'
    | 'RULE_EXISTS'
    | 'RULE_NOT_FOUND'
    | 'SAME_PASSWORD'
    | 'SEATS_IN_USE'
    | 'SEAT_LEASED'
    | 'SECOND_FACTOR_REQUIRED'
    | 'SERVICE_UNAVAILABLE'
    | 'SESSION_NOT_FOUND'
    | 'SLUG_TAKEN'
    | 'SSO_LINK_NOT_FOUND'
    | 'SUBSCRIPTION_NOT_FOUND'
    | 'TENANT_NOT_FOUND'
    | 'TENANT_OWNER'
    | 'TRIAL_USED'
    | 'UNAUTHORIZED'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'USER_NOT_FOUND'
    | 'VALIDATION_FAILED'
    | 'WEAK_PASSWORD'
    | 'WEBHOOK_NOT_FOUND'
    | 'WEBHOOK_PAUSED';
  readonly message: string;
  readonly details?: ReadonlyArray<{
    readonly path: string;
    readonly message: string;
  }>;
  readonly requestId: string;
};
