// Made by "npm run client-types" from the schemas of the service; a test holds them together.
export type LicenseCheck = {
  /** Whether the user may use the application now. */
  readonly hasLicense: boolean;
  /** The slug of the license type; null without a license. */
  readonly licenseType: string | null;
  /** What users call this license type; null without a license. */
  readonly licenseTypeName: string | null;
  /** What the license includes, by keys that the application knows. */
  readonly features: ReadonlyArray<string>;
  /** Numbers that the application knows, such as contacts: 10000. */
  readonly limits: Readonly<Record<string, number>>;
  /** Since when the user holds the seat. Format: date-time. */
  readonly assignedAt?: string;
  /** LICENSED, or the first fact that is against it. */
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
    | 'LICENSED'
    | 'AGENT_NOT_ALLOWED'
    | 'NO_AGENT_SEAT';
};
export type GrantRequest = {
  /** The member who gets the seat. */
  readonly userId: string;
  /** The application that the license is for. */
  readonly applicationId: string;
  /** The license type, such as that of a Pro license. */
  readonly licenseTypeId: string;
  /** With true, a license of another type that the user holds is exchanged. */
  readonly replace?: boolean;
};
export type LicenseAssignment = {
  /** The assignment of this seat to this user. Format: uuid. */
  readonly id: string;
  /** The account that holds the seat. Format: uuid. */
  readonly userId: string;
  /** The license type, such as that of a Pro license. Format: uuid. */
  readonly licenseTypeId: string;
  /** What users call this license type. */
  readonly licenseTypeName: string;
  /** Since when the user holds the seat. Format: date-time. */
  readonly assignedAt: string;
};
export type RevokeRequest = {
  /** The member who loses the seat. */
  readonly userId: string;
  /** The application that the license is for. */
  readonly applicationId: string;
};
export type RevokeResult = {
  /** Always true; a failure is an error response. */
  readonly success: boolean;
  /** A sentence for people; it may change. */
  readonly message: string;
};
export type LeaseRequest = {
  /** The application to use without the server. */
  readonly applicationId: string;
  /** For how many days. */
  readonly days: number;
};
export type Lease = {
  /** A JWT that the public keys of the server verify. Store it on the device. */
  readonly lease: string;
  /** When it ends, with the subscription at the latest. Format: date-time. */
  readonly expiresAt: string;
};
export type LicenseSnapshot = {
  /** The only tenant in it; null if it has all tenants. */
  readonly tenantId: string | null;
  /** The last event before this page was read; empty if there was none. */
  readonly position: string;
  /** The clock of the server when it was read, in milliseconds since 1970. */
  readonly at: number;
  /** The subscriptions that the seats belong to. */
  readonly subscriptions: ReadonlyArray<{
    /** The subscription that seats refer to. Format: uuid. */
    readonly id: string;
    /** The tenant that it belongs to. Format: uuid. */
    readonly tenantId: string;
    /** The slug of the license type. */
    readonly licenseType: string;
    /** What users call this license type. */
    readonly licenseTypeName: string;
    /** What the license includes, by keys that the application knows. */
    readonly features: ReadonlyArray<string>;
    /** Numbers that the application knows, such as contacts: 10000. */
    readonly limits: Readonly<Record<string, number>>;
    /** Whether the seats can be used now. */
    readonly status: 
      | 'ACTIVE'
      | 'SUSPENDED'
      | 'CANCELED'
      | 'EXPIRED';
    /** From when the seats can be used. Format: date-time. */
    readonly startsAt: string;
    /** When the seats end; null if they do not. */
    readonly expiresAt: string | null;
    /** When time may next take seats away, such as at a planned change; null if never. */
    readonly settleAt: string | null;
  }>;
  /** The seats on this page. */
  readonly seats: ReadonlyArray<{
    /** The tenant that it belongs to. Format: uuid. */
    readonly tenantId: string;
    /** The account that holds the seat. Format: uuid. */
    readonly userId: string;
    /** The subscription that the seat belongs to. Format: uuid. */
    readonly subscriptionId: string;
    /** Since when the user holds the seat. Format: date-time. */
    readonly assignedAt: string;
  }>;
  /** Send it as after for the next page; null on the last one. */
  readonly next: string | null;
};
export type ServiceError = {
  /** The code for programs. It never changes its meaning. */
  readonly error: 
    | 'AGENT_NOT_FOUND'
    | 'AGENT_SEAT_NOT_FOUND'
    | 'ALREADY_LICENSED'
    | 'ALREADY_MEMBER'
    | 'CONNECTION_LINK_NOT_FOUND'
    | 'CONNECTION_NOT_FOUND'
    | 'CURRENT_PASSWORD_INCORRECT'
    | 'DELIVERY_NOT_FOUND'
    | 'DOMAIN_EXISTS'
    | 'DOMAIN_IN_USE'
    | 'DOMAIN_NOT_FOUND'
    | 'DOMAIN_NOT_VERIFIED'
    | 'DOMAIN_TAKEN'
    | 'EMAIL_TAKEN'
    | 'EVENT_GONE'
    | 'EXTERNAL_ID_TAKEN'
    | 'FORBIDDEN'
    | 'GROUP_EXISTS'
    | 'GROUP_NOT_FOUND'
    | 'IMPORT_NOT_FOUND'
    | 'IMPORT_RUNNING'
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
    | 'MANAGED_BY_DIRECTORY'
    | 'MEMBER_NOT_FOUND'
    | 'METHOD_NOT_ALLOWED'
    | 'NOT_FOUND'
    | 'NOT_TESTED'
    | 'NO_SEATS_AVAILABLE'
    | 'OWNER_CONFIRMATION_REQUIRED'
    | 'OWNER_REQUIRED'
    | 'PASSWORD_REQUIRED'
    | 'PAYLOAD_TOO_LARGE'
    | 'POLICY_NOT_MET'
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
    | 'WEBHOOK_PAUSED'
    | 'WOULD_LOCK_OUT';
  /** A sentence for people; it may change. */
  readonly message: string;
  /** The fields that are not valid. */
  readonly details?: ReadonlyArray<{
    /** Where the field is, such as settings.brand. */
    readonly path: string;
    /** What is wrong with it, for people. */
    readonly message: string;
  }>;
  /** The id of the request in the log of the service. */
  readonly requestId: string;
};
