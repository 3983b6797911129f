import { hasTwoFactors } from './acr.js';
import { type Origin, providerOf } from './origin.js';

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
