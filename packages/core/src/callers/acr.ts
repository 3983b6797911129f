import { type Origin, providerOf } from './origin.js';

/** The `acr` of a session that was opened with one factor, such as a password or an upstream provider. */
export const acrOneFactor = 'urn:identity:acr:1';
/** The `acr` of a session that was opened with a second factor as well. */
export const acrTwoFactors = 'urn:identity:acr:2';

/** Whether these methods (RFC 8176) include a second factor. */
export function hasTwoFactors(amr: readonly string[] | undefined): boolean {
  return amr?.includes('mfa') ?? false;
}

/** The methods of the second factors that accounts have here: a code of an app, and a passkey. */
const ownFactors = new Set(['otp', 'pop']);

/**
 * Whether the provider of a tenant has vouched for the second factor of a session, and no factor of the account was used. The
 * user then needs none here: owners decide with `trustMfa` whether their provider's counts.
 */
export function hasProviderFactor(amr: readonly string[] | undefined, origin: Origin | undefined): boolean {
  const isOfProvider = origin !== undefined && providerOf(origin) !== undefined;
  return isOfProvider && hasTwoFactors(amr) && !amr?.some((method) => ownFactors.has(method));
}

/** The `acr` of a session that was opened with these methods. */
export function acrOf(amr: readonly string[] | undefined): string {
  return hasTwoFactors(amr) ? acrTwoFactors : acrOneFactor;
}

/** Whether `acr_values` (in order of preference) asks for a second factor: the first value that we know decides. */
export function asksForTwoFactors(acrValues: unknown): boolean {
  const values = typeof acrValues === 'string' ? acrValues.split(' ') : [];
  return values.find((value) => value === acrOneFactor || value === acrTwoFactors) === acrTwoFactors;
}
