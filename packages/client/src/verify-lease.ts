import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { IdentityClientError } from './identity-client-error.js';

/** What to check a lease against. */
export interface LeaseExpectations {
  /** The key set of the service, saved together with the lease: see `keySet`. */
  readonly jwks: JSONWebKeySet;
  /** The base URL of the service. */
  readonly issuer: string;
  readonly applicationId: string;
  /** The user who must hold it. */
  readonly userId?: string;
  /** The time to compare with (default: now). */
  readonly now?: Date;
}

/** A license that works without the service until `expiresAt`. */
export interface VerifiedLease {
  readonly leaseId: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly applicationId: string;
  /** The slug of the license type. */
  readonly license: string;
  readonly licenseName: string;
  readonly features: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly expiresAt: Date;
}

/**
 * Verifies a lease without any request. Throws `LEASE_EXPIRED` if it has ended, and `LEASE_INVALID` if it was not signed by
 * the service, or is for another user or application.
 */
export async function verifyLease(
  lease: string,
  { jwks, issuer, applicationId, userId, now = new Date() }: LeaseExpectations,
): Promise<VerifiedLease> {
  let claims: JWTPayload;
  try {
    const { payload } = await jwtVerify(lease, createLocalJWKSet(jwks), {
      issuer,
      // Access tokens and ID tokens are signed with the same keys and have other types.
      typ: 'license-lease+jwt',
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'exp', 'jti'],
      currentDate: now,
    });
    claims = payload;
  } catch (cause) {
    if (cause instanceof errors.JWTExpired)
      throw new IdentityClientError('LEASE_EXPIRED', 'The lease has ended.', { cause });
    throw new IdentityClientError('LEASE_INVALID', 'The lease is not valid.', { cause });
  }
  const verified = toLease(claims);
  if (verified.applicationId !== applicationId.toLowerCase())
    throw new IdentityClientError('LEASE_INVALID', 'The lease is for another application.');
  if (userId !== undefined && verified.userId !== userId.toLowerCase())
    throw new IdentityClientError('LEASE_INVALID', 'The lease is for another user.');
  return verified;
}

/** The signature was checked, so the claims have the form that the service gives them. */
function toLease(claims: JWTPayload): VerifiedLease {
  const { sub = '', jti = '', exp = 0, tenantId, applicationId, license, licenseName, features, limits } = claims;
  return {
    leaseId: jti,
    userId: sub,
    tenantId: String(tenantId),
    applicationId: String(applicationId),
    license: String(license),
    licenseName: String(licenseName),
    features: features as string[],
    limits: limits as Record<string, number>,
    expiresAt: new Date(exp * 1000),
  };
}
