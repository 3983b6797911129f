import { type Principal, signInYourself } from '@org/identity-core';

/**
 * Throws REAUTHENTICATION_REQUIRED in a session that the user has not opened. The provider of a tenant is often the
 * system that also runs its directory: it must not decide what that directory manages.
 */
export function requireOwnSignIn(principal: Principal): void {
  if (principal.kind === 'user' && principal.origin.kind !== 'own') throw signInYourself();
}
