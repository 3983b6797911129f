export {
  type Caller,
  createIdentityClient,
  type IdentityClient,
  type LicenseCheck,
  type Question,
  type UserCaller,
} from './create-identity-client.js';
export type { Lease, LicenseAssignment, RevokeResult } from './generated/api-types.js';
export { IdentityClientError, type IdentityClientErrorCode } from './identity-client-error.js';
export type { LicenseRequest } from './license-request.js';
export {
  createLicenseMirror,
  type LicenseMirror,
  type MirrorQuestion,
} from './mirror/create-license-mirror.js';
export type { LicenseMirrorOptions } from './mirror/mirror-options.js';
export type { IdentityClientOptions } from './options.js';
export type { AccessToken } from './verify-access-token.js';
export { type LeaseExpectations, type VerifiedLease, verifyLease } from './verify-lease.js';
