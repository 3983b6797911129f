import { type IdentityClient, IdentityClientError, type LicenseCheck } from '@org/identity-client';

/** What the identity server says about a person's license, and why. */
export type License = Pick<LicenseCheck, 'hasLicense' | 'licenseTypeName' | 'features' | 'reason'>;

/** Asks for the license of whoever the token speaks for; nothing when the token is dead. */
export async function findLicense(identity: IdentityClient, accessToken: string): Promise<License | undefined> {
  try {
    return await identity.check({ accessToken });
  } catch (error) {
    if (!(error instanceof IdentityClientError)) throw error;
    if (error.code === 'UNAUTHORIZED') return undefined;
    // A person without a tenant has no license of any.
    if (error.code === 'FORBIDDEN')
      return { hasLicense: false, licenseTypeName: null, features: [], reason: 'NOT_A_MEMBER' };
    throw error;
  }
}
