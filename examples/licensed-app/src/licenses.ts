import {
  type IdentityClient,
  IdentityClientError,
  type LicenseCheck,
  type LicenseMirror,
  type VerifiedLease,
} from '@org/identity-client';

/** The license of a user, as the identity server reports it, with the reason. */
export type License = Pick<LicenseCheck, 'hasLicense' | 'licenseTypeName' | 'features' | 'reason'> & {
  /** Set while the identity server is away: the license is that of a lease, which ends then. */
  until?: Date;
};

const noMember: License = { hasLicense: false, licenseTypeName: null, features: [], reason: 'NOT_A_MEMBER' };

/**
 * Returns the license of the token's user, and undefined if the token is no longer valid. A mirror answers from memory; if it is
 * too old, the identity server is asked.
 */
export async function findLicense(
  identity: IdentityClient,
  mirror: LicenseMirror | undefined,
  accessToken: string,
): Promise<License | undefined> {
  try {
    if (!mirror) return await identity.check({ accessToken });
    const { userId, tenant } = await identity.verify(accessToken);
    return userId && tenant ? await mirror.checkOrAsk({ userId, tenantId: tenant.id }) : noMember;
  } catch (error) {
    if (!(error instanceof IdentityClientError)) throw error;
    if (error.code === 'UNAUTHORIZED') return undefined;
    // A token without a tenant has no license.
    if (error.code === 'FORBIDDEN') return noMember;
    throw error;
  }
}

/** The license of a lease. */
export function leasedLicense({ licenseName, features, expiresAt }: VerifiedLease): License {
  return {
    hasLicense: true,
    licenseTypeName: licenseName,
    features: [...features],
    reason: 'LICENSED',
    until: expiresAt,
  };
}
