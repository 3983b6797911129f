import type { SignInStep } from '@org/identity-core';

/** When consent is asked for: by third-party clients, for scopes that are not allowed yet, or because they ask for it. */
export const needsConsent: Pick<SignInStep, 'description' | 'isNeeded'> = {
  description: 'the requested scopes are not allowed yet',
  isNeeded: async ({ client }, { newScopes, requested }) => !client.firstParty && (newScopes.length > 0 || requested),
};
