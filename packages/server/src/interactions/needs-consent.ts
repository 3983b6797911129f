import type { SignInStep } from '@org/identity-core';

/** A third-party client needs consent for scopes that are not allowed yet, or if it requests the consent page. */
export const needsConsent: Pick<SignInStep, 'description' | 'isNeeded'> = {
  description: 'the requested scopes are not allowed yet',
  isNeeded: async ({ client }, { newScopes, requested }) => !client.firstParty && (newScopes.length > 0 || requested),
};
