import type { Settings } from './settings.js';

/** What the identity server says about a person's license, and why. */
export interface License {
  hasLicense: boolean;
  licenseTypeName: string | null;
  features: string[];
  reason: string;
}

/** Asks for the license of whoever the token speaks for; nothing when the token is dead. */
export async function findLicense(
  { issuer, applicationId }: Settings,
  accessToken: string,
): Promise<License | undefined> {
  const url = new URL('/api/integration/licenses/check', issuer);
  url.searchParams.set('applicationId', applicationId);
  const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } });
  if (response.status === 401) return undefined;
  // A person without a tenant has no license of any.
  if (response.status === 403)
    return { hasLicense: false, licenseTypeName: null, features: [], reason: 'NOT_A_MEMBER' };
  if (!response.ok) throw new Error(`The identity server answered ${response.status}.`);
  return (await response.json()) as License;
}
