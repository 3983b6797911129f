export { type Caller, createIdentityClient, type IdentityClient, type Question } from './create-identity-client.js';
export type { LicenseAssignment, LicenseCheck, RevokeResult } from './generated/api-types.js';
export { IdentityClientError, type IdentityClientErrorCode } from './identity-client-error.js';
export type { IdentityClientOptions } from './options.js';
export type { AccessToken } from './verify-access-token.js';
